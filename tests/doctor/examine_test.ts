import { assert, assertEquals, assertMatch } from "@std/assert";
import { examine } from "../../src/doctor/examine.ts";
import { wantedEntries } from "../../src/install/own_places.ts";
import type { FakeCommand } from "../support/fake_command.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";
import { cooperativeSkill } from "../support/world.ts";

const doctorVerb = verb("doctor");

const BINARY = "/opt/bin/skillhook";
const SETTINGS = "/home/ada/.claude/settings.json";
const PROJECT = "/code/.claude/settings.json";
const SKILL = "/home/ada/.claude/skills/commit/SKILL.md";
type Hooks = Record<string, unknown[]>;

function hooksWith(binary = BINARY): Hooks {
  return Object.fromEntries(wantedEntries(binary).map(({ event, group }) => [event, [group]]));
}

function settings(hooks: unknown = hooksWith(), more: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...more, hooks }, null, 2);
}

interface Row {
  readonly name: string;
  readonly files?: Readonly<Record<string, string | FakeFile>>;
  readonly commands?: readonly FakeCommand[];
  readonly env?: Readonly<Record<string, string>>;
  /** One pattern for each problem or advice, in order: `level message → remedy (path:line)`. */
  readonly findings: readonly RegExp[];
}

function world({ files = {}, commands = [[/skillhook hook$/, ""]], env = {} }: Row) {
  return fakeHost({
    files: {
      [BINARY]: { text: "", mode: 0o755 },
      "/tmp": { directory: true, mode: 0o1777, owner: 0 },
      [SETTINGS]: settings(),
      [SKILL]: cooperativeSkill("commit"),
      ...files,
    },
    env: { HOME: "/home/ada", PATH: "/opt/bin", CLAUDE_PROJECT_DIR: "/code", ...env },
    cwd: "/code",
    executable: BINARY,
    commands,
  });
}

const withEntry = (event: string, change: (handler: Record<string, unknown>) => unknown) => {
  const hooks = hooksWith();
  const [group] = hooks[event] as [{ hooks: Record<string, unknown>[] }];
  hooks[event] = [{ ...group, hooks: [change(group.hooks[0]!)] }];
  return settings(hooks);
};

const ROWS: readonly Row[] = [
  { name: "a fresh installation", findings: [] },
  {
    name: "nothing wired",
    files: { [SETTINGS]: "{}" },
    findings: [/problem No hook starts skillhook here → Run "skillhook install"/],
  },
  {
    name: "one event missing",
    files: { [SETTINGS]: settings({ ...hooksWith(), PreCompact: [] }) },
    findings: [/problem PreCompact is not wired: .* → Run "skillhook install"/],
  },
  {
    name: "a matcher that never fits",
    files: {
      [SETTINGS]: settings({
        ...hooksWith(),
        PreToolUse: [{ ...hooksWith().PreToolUse![0] as object, matcher: "Bash" }],
      }),
    },
    findings: [/problem PreToolUse is wired with a matcher that never fits.*settings\.json:\d+/],
  },
  {
    name: "two settings files with the same entries",
    files: { [PROJECT]: settings({ PreCompact: hooksWith().PreCompact }) },
    findings: [
      /advice PreCompact is wired 2 times: the agent runs it once → Keep one of .*:\d+ and /,
    ],
  },
  {
    name: "two programs",
    files: {
      [PROJECT]: settings({ PreCompact: hooksWith("/home/ada/bin/skillhook").PreCompact }),
      "/home/ada/bin/skillhook": { text: "", mode: 0o755 },
    },
    findings: [
      /problem PreCompact is wired 2 times: it is answered more than once/,
      /advice PreCompact: .* was not tried: the project's file is not approved → .*skillhook trust allow/,
    ],
  },
  {
    name: "plugin and settings",
    files: {
      "/home/ada/.claude/plugins/installed_plugins.json": JSON.stringify({
        version: 2,
        plugins: { "skillhook@m": [{ scope: "user", installPath: "/plug", version: "1" }] },
      }),
      [SETTINGS]: settings(undefined, { enabledPlugins: { "skillhook@m": true } }),
      "/plug/.claude-plugin/plugin.json": '{"name": "skillhook"}',
      "/plug/bin/skillhook": { text: "", mode: 0o755 },
      "/plug/hooks/hooks.json": JSON.stringify({
        hooks: { PreCompact: hooksWith("${CLAUDE_PLUGIN_ROOT}/bin/skillhook").PreCompact },
      }),
    },
    findings: [/problem PreCompact is wired 2 times: it is answered more than once/],
  },
  {
    name: "hooks switched off",
    files: { [SETTINGS]: settings(undefined, { disableAllHooks: true }) },
    findings: [
      /problem Hooks are off: "disableAllHooks".* → Take that key out.*settings\.json:2\)/,
    ],
  },
  {
    name: "a wrong event name",
    files: { [SETTINGS]: settings({ ...hooksWith(), PreToolUsed: [] }) },
    findings: [
      /problem hooks\.PreToolUsed: .*no such event.* → Did you mean "PreToolUse"\? .*json:\d+/,
    ],
  },
  {
    name: "settings that are no JSON",
    files: { [PROJECT]: "{\n  // x\n}" },
    findings: [/problem Cannot read the file: it holds a comment.*column 3.* → .*code.*json:2/],
  },
  {
    name: "a time-out that is too long, and one that is too short",
    files: {
      [SETTINGS]: settings({
        ...hooksWith(),
        SessionEnd: [
          { hooks: [{ type: "command", command: "true", timeout: 90 }] },
          ...hooksWith()
            .SessionEnd!,
        ],
        PreCompact: [{ hooks: [{ type: "command", command: BINARY, args: ["hook"], timeout: 2 }] }],
      }),
    },
    findings: [
      /advice .*SessionEnd.*timeout: 90 s: the agent ends all hooks .* after 60 s.*json:\d+/,
      /advice PreCompact has 2 s: the agent may give up before we do → Write "timeout": 5/,
    ],
  },
  {
    name: "no time-out",
    files: { [SETTINGS]: withEntry("PreCompact", ({ timeout: _, ...rest }) => rest) },
    findings: [/advice PreCompact has no "timeout"/],
  },
  {
    name: "a program that is gone",
    files: {
      [SETTINGS]: settings({ ...hooksWith(), PreCompact: hooksWith("/gone/skillhook").PreCompact }),
    },
    findings: [/problem PreCompact: "\/gone\/skillhook" does not exist → .*skillhook install/],
  },
  {
    name: "a program without its exec bit",
    files: {
      [SETTINGS]: settings({ ...hooksWith(), PreCompact: hooksWith("/x/skillhook").PreCompact }),
      "/x/skillhook": { text: "", mode: 0o644 },
    },
    findings: [/problem PreCompact: "\/x\/skillhook" may not be executed → Run "chmod \+x/],
  },
  {
    name: "a program for another machine, and one that is none",
    files: {
      [BINARY]: { text: "\x7fELF\x02\x01\x01" + "\0".repeat(9) + "\x02\0\x3e\0", mode: 0o755 },
      "/x/skillhook": {
        text: "\x7fELF\x02\x01\x01" + "\0".repeat(9) + "\x02\0\x28\0",
        mode: 0o755,
      },
      "/y/skillhook": { text: "what is this", mode: 0o755 },
      "/z/skillhook": { text: "#!/bin/sh\n", mode: 0o755 },
      [SETTINGS]: settings({
        ...hooksWith(),
        PreCompact: hooksWith("/x/skillhook").PreCompact,
        SessionStart: hooksWith("/y/skillhook").SessionStart,
        SessionEnd: hooksWith("/z/skillhook").SessionEnd,
      }),
    },
    findings: [
      /problem PreCompact: "\/x\/skillhook" was built for another kind of machine → Build it here/,
      /problem SessionStart: "\/y\/skillhook" is neither a program of this machine nor a script/,
    ],
  },
  {
    name: "a program that fails, speaks, or is killed",
    files: {
      [SETTINGS]: settings({ ...hooksWith(), PreCompact: hooksWith("/x/skillhook").PreCompact }),
      "/x/skillhook": { text: "", mode: 0o755 },
    },
    commands: [["/x/skillhook hook", { code: 3, stderr: "no library\n" }], [/skillhook hook$/, ""]],
    findings: [/problem PreCompact: .* ended with exit code 3: no library/],
  },
  {
    name: "an answer where silence is due",
    files: {
      [SETTINGS]: settings({ ...hooksWith(), PreCompact: hooksWith("/x/skillhook").PreCompact }),
      "/x/skillhook": { text: "", mode: 0o755 },
    },
    commands: [["/x/skillhook hook", "hello\n"], [/skillhook hook$/, ""]],
    findings: [/problem PreCompact: .* answered an event that calls for silence: hello/],
  },
  {
    name: "an empty JSON object, which is silence too",
    commands: [[/skillhook hook$/, "{}\n"]],
    findings: [],
  },
  {
    name: "broken frontmatter and a name of the agent's",
    files: {
      // The agent runs the project's own skill of such a name, and not one that it does not list.
      "/code/.claude/skills/design/SKILL.md": "---\nname: design\ndescription: x\n---\n",
      "/code/.agents/skills/clear/SKILL.md": "---\nname: clear\ndescription: x\n---\n",
      "/code/.claude/skills/bad/SKILL.md": "---\nname: [\ncontinuation: {\n---\n",
    },
    findings: [
      /skills\/bad\/SKILL\.md/,
      /skills\/bad\/SKILL\.md/,
      /advice "\/clear" is a command of the agent's own/,
    ],
  },
  {
    name: "no skill in chains",
    files: { [SKILL]: "---\nname: commit\ndescription: x\n---\n" },
    findings: [/advice No skill takes part in chains: .* → Run "skillhook setup"/],
  },
  {
    name: "a marketplace that was moved, one that was not, and one from elsewhere",
    files: {
      "/market": { directory: true },
      "/home/ada/.claude/plugins/known_marketplaces.json": JSON.stringify({
        gone: { source: { source: "directory", path: "/old" }, installLocation: "/old" },
        here: { source: { source: "directory", path: "/market" } },
        web: { source: { source: "github", repo: "a/b" } },
      }),
    },
    findings: [
      /advice Marketplace "gone" was in "\/old" and is not there: .* → Run "claude plugin/,
    ],
  },
  {
    name: "a skill that calls the program by its name, which is not on PATH",
    env: { PATH: "/usr/bin" },
    files: { [SKILL]: `${cooperativeSkill("commit")}\n!\`skillhook load commit\`\n` },
    findings: [
      /advice This skill calls skillhook by its name.* → Link \/opt\/bin\/skillhook.*commit/,
    ],
  },
  {
    name: "no skill that calls the program by its name, which is not on PATH",
    env: { PATH: "/usr/bin" },
    findings: [],
  },
  {
    name: "a directory for markers that is a link",
    files: {
      "/home/ada/.local/state/skillhook": { link: "/elsewhere" },
      "/elsewhere": { directory: true },
    },
    findings: [/problem The directory for session markers is a symbolic link/],
  },
  {
    name: "a temporary directory anybody can change",
    files: { "/tmp": { directory: true, mode: 0o777, owner: 0 } },
    findings: [/advice The registry is read anew for every chain: everybody can replace files/],
  },
  {
    name: "settings of ours with a flaw",
    files: { "/code/.claude/skillhook.yaml": "shortcuts:\n  a b: x\n" },
    findings: [/problem Cannot use "shortcuts\.a b".*skillhook\.yaml:2/],
  },
  {
    name: "hooks of others: the user's own are problems, a plugin's are to be reported",
    files: {
      "/home/ada/.claude/plugins/installed_plugins.json": JSON.stringify({
        version: 2,
        plugins: { "lint@m": [{ scope: "user", installPath: "/lint", version: "1" }] },
      }),
      [SETTINGS]: settings({
        ...hooksWith(),
        Stop: [{ hooks: [{ type: "command", command: "/gone.sh" }] }, ...hooksWith().Stop ?? []],
      }, { enabledPlugins: { "lint@m": true } }),
      "/lint/.claude-plugin/plugin.json": '{"name": "lint", "version": "1.2.3"}',
      "/lint/hooks/hooks.json": JSON.stringify({
        hooks: {
          Stop: [{ hooks: [{ type: "command", command: "/gone.sh", timeout: "5" }] }],
          PostToolUse: [{ matcher: "bash", hooks: [{ type: "command", command: "true" }] }],
        },
      }),
    },
    findings: [
      /problem .*"\/gone\.sh" is not there: .*settings\.json:\d+/,
      /advice .*"\/gone\.sh" is not there/,
      /advice .*timeout: Expected a number.* → Report it to the authors of the plugin: "lint" 1\.2\.3/,
      /advice .*"bash": it fits nothing/,
      /advice .*The same command for Stop stands in "\/lint.* → Keep one .*settings\.json:\d+/,
    ],
  },
  {
    name: "settings of ours with slips everywhere",
    files: {
      "/code/.claude/skillhook.yaml": "budgets:\nbudget: {totl: 3}\nfialure: closed\nlog: true\n" +
        "subagents:\n  agents:\n    Explore:\n      stratgy: minimal\n",
    },
    findings: [
      /problem Unknown key "budgets" → Did you mean "budget"\? \(.*skillhook\.yaml:1\)/,
      /problem Unknown key "budget\.totl" → Did you mean "total"\? \(.*yaml:2\)/,
      /problem Unknown key "fialure" → Did you mean "failure"\? \(.*yaml:3\)/,
      /advice Ignored "log": a project's file has no say in it → Write it .*\(.*yaml:4\)/,
      /problem Unknown key "subagents\.agents\.Explore\.stratgy" → .*"strategy"\? \(.*yaml:8\)/,
    ],
  },
];

const LEVELS = { error: "problem", warning: "advice", info: "fine" } as const;

for (const row of ROWS) {
  Deno.test(`examine(): ${row.name}`, async () => {
    const host = world(row);
    const findings = await examine(host, "/code");
    const texts = findings.filter(({ severity }) => severity !== "info").map((finding) => {
      const { severity, message, remedy, path = "", line = "" } = finding;
      assert(remedy !== undefined, message);
      return `${LEVELS[severity]} ${message} → ${remedy} (${path}:${line})`;
    });
    assertEquals(texts.length, row.findings.length, texts.join("\n"));
    row.findings.forEach((pattern, index) => assertMatch(texts[index]!, pattern));
    // It looks and tries: nothing is left behind.
    assertEquals(Object.keys(host.files).filter((path) => path.includes("doctor")), []);
  });
}

Deno.test("doctorVerb() exits with 1 for a problem only, and says the same as JSON", async () => {
  const good = await doctorVerb([], world(ROWS[0]!));
  assertEquals(good.code, 0);
  assertMatch(good.stdout, /\n\nEverything works\n$/);
  const files = { [SKILL]: `${cooperativeSkill("commit")}\n!\`skillhook load commit\`\n` };
  const advice = await doctorVerb(
    [],
    world({ name: "", env: { PATH: "/x" }, files, findings: [] }),
  );
  assertEquals(advice.code, 0);
  const bad = await doctorVerb(["--json"], world(ROWS[1]!));
  assertEquals([bad.code, JSON.parse(bad.stdout).ok], [1, false]);
});

Deno.test("examine() never starts a program that a project calls skillhook", async () => {
  const host = world({
    name: "",
    files: {
      [SETTINGS]: "{}",
      [PROJECT]: settings(hooksWith("/code/bin/skillhook")),
      "/code/bin/skillhook": { text: "", mode: 0o755 },
    },
    findings: [],
  });
  await examine(host, "/code");
  assertEquals(host.ran, []);
});
