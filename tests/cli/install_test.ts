import { assertEquals, assertMatch } from "@std/assert";
import { wantedEntries } from "../../src/install/own_places.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const installVerb = verb("install");

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
