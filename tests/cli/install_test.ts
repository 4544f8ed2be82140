import { assertEquals, assertMatch } from "@std/assert";
import { installVerb } from "../../src/cli/install.ts";
import { AGENT_VERBS } from "../../src/cli/agent_verbs.ts";
import { VERBS } from "../../src/cli/table.ts";
import { wantedEntries } from "../../src/install/own_entry.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";

const BINARY = "/opt/skillhook";
const PATH = "/home/ada/.claude/settings.json";
const hooks = Object.fromEntries(
  wantedEntries(BINARY).map(({ event, group }) => [event, [group]]),
);
const EDITED = JSON.stringify({ hooks }, null, 2).replace('"timeout": 10', '"timeout": 99');

function world(answer: string | undefined, files: Record<string, string> = {}): FakeHost {
  return fakeHost({
    files: { [BINARY]: "", [PATH]: EDITED, "/dev/tty": "", ...files },
    env: { HOME: "/home/ada" },
    executable: BINARY,
    terminals: answer === undefined ? [] : ["stdin"],
    stdin: `${answer ?? ""}\n`,
  });
}

/** What is typed → exit code, what the file then holds. */
const ANSWERS: readonly (readonly [string | undefined, number, RegExp])[] = [
  ["o", 0, /"timeout": 10\b/],
  ["ours", 0, /"timeout": 10\b/],
  ["t", 0, /"timeout": 99\b/],
  ["l", 0, /"timeout": 99\b/],
  ["", 0, /"timeout": 99\b/],
  [undefined, 1, /"timeout": 99\b/],
];

for (const [answer, code, content] of ANSWERS) {
  Deno.test(`installVerb() asks about an edited entry: ${answer ?? "nobody there"}`, async () => {
    const host = world(answer);
    const outcome = await installVerb([], host);
    assertEquals(outcome.code, code);
    assertMatch(host.files[PATH]!, content);
    const shown = answer === undefined ? outcome.stderr : host.files["/dev/tty"]!;
    assertMatch(shown, /settings\.json:\d+: .*\n {2}theirs: .*99.*\n {2}ours: .*10/);
  });
}

Deno.test("installVerb() says what will surprise", async () => {
  const plugin = {
    "/plug/.claude-plugin/plugin.json": '{"name": "skillhook"}',
    "/home/ada/.claude/plugins/installed_plugins.json": JSON.stringify({
      version: 2,
      plugins: { "skillhook@m": [{ scope: "user", installPath: "/plug" }] },
    }),
    [PATH]: '{"enabledPlugins": {"skillhook@m": true}}',
  };
  assertMatch(
    (await installVerb([], world(undefined, plugin))).stderr,
    /plugin skillhook is on as well/,
  );
  assertMatch((await installVerb(["--project"], world(undefined))).stderr, /are shared/);
});

Deno.test("the pages on installing and troubleshooting name verbs and options that there are", () => {
  for (const page of ["install", "troubleshooting"]) {
    const url = new URL(`../../docs/${page}.md`, import.meta.url);
    const text = Deno.readTextFileSync(url);
    const named = [...text.matchAll(/(?:`|^|\| )skillhook ([a-z]+)([^`\n#|]*)/gm)];
    for (const [line, verb = "", rest = ""] of named) {
      const row = VERBS[verb];
      if (row === undefined) throw new Error(`${page}: ${line}`);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) {
        assertMatch(row.usage + row.details, new RegExp(option), `${page}: ${line}`);
      }
    }
  }
  assertEquals(Object.keys(AGENT_VERBS), [
    ...["install", "uninstall", "doctor", "explain", "log", "replay"],
  ]);
});
