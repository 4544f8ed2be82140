/** Approvals are kept one by one; the list of older versions is taken over once. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { sha256 } from "../../src/host/built_ins.ts";
import { runCommand } from "../../src/cli/command.ts";
import { judgeTrust } from "../../src/trust/judge_trust.ts";
import { projectBoundary } from "../../src/trust/project_boundary.ts";
import { openTrust, type TrustStore } from "../../src/trust/trust_store.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";

const SKILL = "/proj/.claude/skills/x/SKILL.md";
const SETTINGS = "/proj/.claude/settings.json";
const STORE = "/home/ada/.config/skillhook/trust";
const TEXT = "!`sh scripts/a.sh`\n";
const SCRIPT = "echo a\n";

async function oldList(commands: readonly string[], more: Record<string, unknown> = {}) {
  const files = [{ path: "/proj/scripts/a.sh", digest: await sha256(SCRIPT), text: SCRIPT }];
  const entry = {
    ...{ path: SKILL, project: "/proj", digest: await sha256(TEXT), commands, files },
    allowedAt: 5,
    ...more,
  };
  return JSON.stringify({ version: 1, entries: [entry, { path: 7 }] });
}

async function world(list: string, text = TEXT): Promise<FakeHost> {
  const host = fakeHost({
    files: {
      [SKILL]: text,
      "/proj/scripts/a.sh": SCRIPT,
      "/proj/.claude/skills/y/SKILL.md": "!`echo y`\n",
    },
    env: { HOME: "/home/ada" },
    cwd: "/proj",
  });
  host.change(`${STORE}.json`, { text: list, mode: 0o600 });
  await Promise.resolve();
  return host;
}

async function judge(host: FakeHost, file = SKILL): Promise<string> {
  const subject = { file, text: host.readText(file)!, projectDir: "/proj", pluginRoots: [] };
  const verdict = await judgeTrust(host, subject);
  return verdict.kind === "trusted" ? "trusted" : verdict.why;
}

function verb(host: FakeHost, ...args: string[]) {
  return runCommand({ ...host, args });
}

function opened(host: FakeHost): TrustStore {
  const store = openTrust(host, projectBoundary(host, "/proj"));
  if ("flaw" in store) throw new Error(store.flaw);
  return store;
}

Deno.test("an approval of the old list counts until and after it is taken over", async () => {
  const host = await world(await oldList(["sh scripts/a.sh"]));
  assertEquals(await judge(host), "trusted");
  await verb(host, "allow", "/proj/.claude/skills/y/SKILL.md", "--yes");
  assertEquals(host.stat(`${STORE}.json`), undefined);
  assertEquals(host.list(STORE)!.length, 3);
  assertEquals(await judge(host), "trusted");
  assertEquals(await judge(host, "/proj/.claude/skills/y/SKILL.md"), "trusted");
});

Deno.test("an approval of the old list covers only the commands it showed", async () => {
  const host = await world(await oldList(["echo harmless"]));
  assertStringIncludes(await judge(host), "changed since it was allowed");
  const { stdout } = await verb(host, "allow", SKILL, "--yes");
  assertStringIncludes(stdout, "- echo harmless\n     + sh scripts/a.sh");
  assertEquals(await judge(host), "trusted");
});

Deno.test("an approval of the old list is taken back for good", async () => {
  const host = await world(await oldList(["sh scripts/a.sh"]));
  assertEquals((await verb(host, "revoke")).stdout, `Revoked ${SKILL}\n`);
  assertStringIncludes(await judge(host), "not allowed");
  assertEquals((await verb(host, "trusted", "--json")).stdout.includes('"approvals":[]'), true);
});

Deno.test("who comes second takes nothing over again", async () => {
  const host = await world(await oldList(["sh scripts/a.sh"]));
  const [first, second] = [opened(host), opened(host)];
  const [entry] = first.all().entries;
  await first.drop(entry!);
  await second.keep({ ...entry!, path: "/proj/other" });
  assertEquals(opened(host).all().entries.map(({ path }) => path), ["/proj/other"]);
  const names = host.list("/home/ada/.config/skillhook")!.map(({ name }) => name);
  assertEquals(names, ["trust"]);
});

Deno.test("an approval of old settings covers no request, whatever it showed", async () => {
  const hooks = { Stop: [{ hooks: [{ type: "http", url: "http://x/", command: "echo" }] }] };
  const pinned = JSON.stringify([hooks, null, null]);
  const more = { path: SETTINGS, digest: await sha256(pinned), files: [] };
  const host = await world(await oldList(["http://x/", "echo"], more));
  host.change(SETTINGS, JSON.stringify({ hooks }));
  const { stdout } = await verb(host, "allow", SETTINGS, "--yes");
  assertStringIncludes(stdout, "1. send to http://x/");
});
