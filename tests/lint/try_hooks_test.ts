/** `hooks check --try`: nothing starts without a word of yours, each event has a sample, and what comes is held against the agent's rules. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { HOOK_EVENTS } from "../../src/protocol/hook_events.ts";
import { program } from "../support/program.ts";
import { canConfine } from "../trust/can_confine.ts";
import type { FakeCommand, FakeResult } from "../support/fake_command.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const check = verb("hooks check");

interface Group {
  readonly matcher?: string;
  readonly command: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

function world(event: string, groups: readonly Group[], more: FakeWorld = {}) {
  const list = groups.map(({ matcher, command, more }) => (
    { ...matcher === undefined ? {} : { matcher }, hooks: [{ type: "command", command, ...more }] }
  ));
  const files = {
    "/p/.claude/settings.json": JSON.stringify({ hooks: { [event]: list } }),
    "/bin/hook": { text: "", mode: 0o755 },
    ...more.files,
  };
  return fakeHost({ env: { HOME: "/h", PATH: "/bin" }, cwd: "/p", ...more, files });
}

/** What hooks of this event print → what is said, information apart. */
async function tried(event: string, groups: readonly Group[], commands: readonly FakeCommand[]) {
  const host = world(event, groups, { commands });
  const { stdout } = await check(["--try", "--yes", "--json"], host);
  const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
  return findings.map(({ code, message }) => `${code} ${message}`);
}

const deciding = (permissionDecision: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

/** Event, what the hook does → what is said of it besides how it ended. */
const ROWS: readonly (readonly [string, FakeResult, how: RegExp, said?: RegExp])[] = [
  [
    "PreToolUse",
    { stdout: deciding("deny") },
    /\(Bash: ls\): exit code 0 after 0 ms; effect: deny/,
  ],
  ["PreToolUse", { code: 2, stderr: "no" }, /exit code 2 after 0 ms; effect: deny: no/],
  ["PreToolUse", { stdout: "{}" }, /effect: none/],
  ["Stop", { stdout: '{"decision": "block", "reason": "go on"}' }, /Stop: .*effect: deny: go on/],
  ["Stop", { stdout: "{oops}" }, /failed/, /^hook-output-invalid .*not valid JSON/],
  ["Stop", { stdout: deciding("deny") }, /failed/, /^hook-output-invalid .*must be "Stop"/],
  ["PostToolUse", { stdout: "done" }, /none/, /^hook-output-ignored .*"done".*no plain text/],
  [
    "SessionEnd",
    { stdout: '{"decision": "block"}' },
    /none/,
    /^hook-output-ignored .*"decision" has/,
  ],
  ["SessionStart", { stdout: "x".repeat(10_001) }, /adds context/, /^hook-output-long .*10001/],
  ["SessionStart", { stdout: "x".repeat(10_000) }, /adds context/],
  ["PreToolUse", { code: 1, stderr: "oh" }, /exit code 1/, /^hook-fails .*exit status 1: oh: the/],
  ["PreToolUse", { signal: "SIGSEGV" }, /segmentation/, /^hook-fails .*signal: segmentation fault/],
  ["PreToolUse", { durationMs: 1_500 }, /after 1500 ms/, /^hook-slow .*1500 ms: the agent waits/],
  [
    "Stop",
    { durationMs: Infinity },
    /no answer within 20 s/,
    /^hook-fails .*no answer within 20 s/,
  ],
];

for (const [event, result, how, words] of ROWS) {
  Deno.test(`--try of ${JSON.stringify(result).slice(0, 80)} on ${event}`, async () => {
    const [first, ...rest] = await tried(event, [{ command: "/bin/hook" }], [[/hook/, result]]);
    assertMatch(first!, /^hook-tried hooks\.\w+\[0\]\.hooks\[0\]: /);
    assertMatch(first!, how);
    assertEquals(rest.length, words === undefined ? 0 : 1, rest.join("\n"));
    if (words !== undefined) assertMatch(rest[0]!, words);
  });
}

for (const event of Object.keys(HOOK_EVENTS)) {
  Deno.test(`--try has a sample of ${event}, which the hook gets`, async () => {
    const seen: Record<string, unknown>[] = [];
    const [found] = await tried(event, [{ command: "/bin/hook" }], [[/hook/, ({ stdin = "" }) => {
      seen.push(JSON.parse(String(stdin)));
      return "";
    }]]);
    assertMatch(found!, /^hook-tried /);
    const { matchOn } = HOOK_EVENTS[event]!;
    assertEquals([seen.length, seen[0]?.hook_event_name, seen[0]?.cwd], [1, event, "/p"]);
    assert(matchOn === undefined || typeof seen[0]![matchOn] === "string", matchOn);
  });
}

/** Matcher and `if` → the sample's tool, and its command or path. */
const SAMPLES: readonly (readonly [string | undefined, string | undefined, string])[] = [
  [undefined, undefined, "Bash ls"],
  ["Edit|Write", undefined, "Edit /p/skillhook-try.md"],
  ["^Notebook", undefined, "NotebookEdit /p/skillhook-try.md"],
  ["mcp__memory__.*", undefined, "mcp__memory__x "],
  ["mcp__(a|b)__read", undefined, "mcp__a__read "],
  ["Bash", "Bash(git commit *)", "Bash git commit x"],
  [undefined, "Bash(npm run:*)", "Bash npm run x"],
  ["Edit|Write", "Write(src/**)", "Write /p/src/x"],
  ["Frobnicate", undefined, "Frobnicate "],
];

for (const [matcher, rule, expected] of SAMPLES) {
  Deno.test(`--try makes a call for matcher ${matcher} and if ${rule}`, async () => {
    const calls: string[] = [];
    const more = rule === undefined ? {} : { if: rule };
    const group = { command: "/bin/hook", more, ...matcher === undefined ? {} : { matcher } };
    await tried("PreToolUse", [group], [[/hook/, ({ stdin = "" }) => {
      const { tool_name, tool_input: input } = JSON.parse(String(stdin));
      calls.push(`${tool_name} ${input.command ?? input.file_path ?? input.notebook_path ?? ""}`);
      return "";
    }]]);
    assertEquals(calls, [expected]);
  });
}

Deno.test("--try names hooks of one call that answer in different ways, once", async () => {
  const groups = [
    { matcher: "Bash", command: "/bin/hook allow" },
    { matcher: "Bash|Edit", command: "/bin/hook deny" },
    { command: "/bin/hook nothing" },
    { command: "/bin/hook late", more: { async: true } },
  ];
  const found = await tried("PreToolUse", groups, [
    [/hook allow/, deciding("allow")],
    [/hook deny/, deciding("deny")],
    [/hook late/, deciding("ask")],
    [/hook/, ""],
  ]);
  const differing = found.filter((text) => text.startsWith("hook-answers-differ"));
  assertEquals(differing.length, 1, found.join("\n"));
  assertMatch(differing[0]!, /PreToolUse\[0\].*"allow" where "\/bin\/hook deny" .*answers "deny"/);
});

Deno.test("--try --json says how each hook ended as data", async () => {
  const result = { code: 2, stderr: "no", durationMs: 40 };
  const host = world("PreToolUse", [{ command: "/bin/hook" }], { commands: [[/hook/, result]] });
  const { stdout } = await check(["--try", "--yes", "--json"], host);
  const run = { sample: "PreToolUse (Bash: ls)", outcome: "exited", exit: 2, ms: 40 };
  assertEquals(JSON.parse(stdout).findings[0].run, { ...run, effect: "deny: no" });
});

Deno.test("--try says why it does not start what asks others, or what no sample fits", async () => {
  const hooks = { Stop: [{ hooks: [{ type: "prompt", prompt: "Fine?" }] }] };
  const host = world("Stop", [], { files: { "/x.json": JSON.stringify({ hooks }) } });
  const { stdout } = await check(["--try", "--yes", "/x.json"], host);
  assertMatch(stdout, /info: .*Not tried: prompt hooks ask others.*\[hook-untried\]/);
  const found = await tried("PreToolUse", [{ matcher: "^a{7}b$", command: "/bin/hook" }], []);
  assertMatch(found.at(-1)!, /hook-untried .*no sample is known/);
});

/** Terminal and answer → whether the hook starts, and what is said. */
const ASKED: readonly (readonly [string[], string | undefined, boolean, number, RegExp])[] = [
  [["--try"], undefined, false, 1, /Nothing was tried: .*say --yes\n.*Stop: \/bin\/hook/],
  [["--try"], "n\n", false, 1, /Nothing was tried: answer y to try them/],
  [["--try"], "\n", false, 1, /Nothing was tried: answer y to try them/],
  [["--try"], "y\n", true, 0, /WITHOUT a sandbox \(.*bubblewrap.*\)/],
  [["--try", "--yes"], undefined, true, 0, /WITHOUT a sandbox \(.*bubblewrap.*\)/],
  [["--yes"], undefined, false, 64, /Option "--yes" only goes with "--try"/],
  [[], undefined, false, 0, /^$/],
];

for (const [args, stdin, starts, code, words] of ASKED) {
  Deno.test(`hooks check ${args.join(" ")}, answered ${JSON.stringify(stdin)}`, async () => {
    const host = world("Stop", [{ command: "/bin/hook" }], {
      commands: [[/hook/, ""]],
      files: { "/dev/tty": "" },
      ...stdin === undefined ? {} : { stdin, terminals: ["stdin"] },
    });
    const outcome = await check(args, host);
    assertEquals([outcome.code, host.ran.length > 0], [code, starts], outcome.stderr);
    assertMatch(outcome.stderr, words);
    if (stdin !== undefined) {
      assertMatch(host.readText("/dev/tty")!, /Stop: \/bin\/hook .*Go on\?/s);
    }
  });
}

Deno.test("--try asks about the whole of a command", async () => {
  const command = `/bin/hook ${"x ".repeat(200)}\nrm -rf /`;
  const { stderr } = await check(["--try"], world("Stop", [{ command }]));
  assertMatch(stderr, /Stop: \/bin\/hook (?:x ){200}\n {6}rm -rf \/ {2}\(/);
});

Deno.test("--try starts nothing without a sandbox where your settings want one", async () => {
  const config = "/h/.claude/skillhook.yaml";
  for (const text of ["sandbox: true\n", "sandbox: {use: [\n"]) {
    const host = world("Stop", [{ command: "/bin/hook" }], { files: { [config]: text } });
    const { code, stderr } = await check(["--try", "--yes"], host);
    assertEquals([code, host.ran], [1, []]);
    assertMatch(stderr, /Nothing was tried: your skillhook\.yaml wants a sandbox: .*bubblewrap/);
  }
});

Deno.test({
  name:
    "--try keeps hooks from the home directory and from writing, and shows a plugin's own files",
  ignore: !await canConfine(),
  async fn() {
    await using run = await program();
    const home = `${run.directory}/home`;
    const hook =
      `touch "$CLAUDE_PROJECT_DIR/made"; cat ~/secret "$CLAUDE_PLUGIN_ROOT/own.txt"; true`;
    const hooks = { SessionStart: [{ hooks: [{ type: "command", command: hook }] }] };
    run.write("home/secret", "nobody's business");
    run.write("home/plug in/own.txt", "seen");
    run.write("home/plug in/.claude-plugin/plugin.json", '{"name": "plug"}');
    run.write("home/plug in/hooks/hooks.json", JSON.stringify({ hooks }));
    run.write("project/README.md", "x");
    const cwd = `${run.directory}/project`;
    const args = [
      "hooks",
      "--check",
      "--try",
      "--yes",
      "--json",
      `${home}/plug in/hooks/hooks.json`,
    ];
    const { stdout, stderr } = await run(args, { cwd });
    assertEquals(stderr, "");
    const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
    assertEquals(findings.map(({ code }) => code), ["hook-tried"], stdout);
    assertMatch(
      findings[0]!.message,
      /SessionStart \(startup\): exit code 0 .*; effect: adds context$/,
    );
    assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name), ["README.md"]);
    const fails = { Stop: [{ hooks: [{ type: "command", command: "cat ~/secret" }] }] };
    run.write("project/.claude/settings.json", JSON.stringify({ hooks: fails }));
    const second = await run(["hooks", "check", "--try", "--yes"], { cwd });
    assertMatch(second.stdout, /exit status 1: cat: .* \(in the sandbox\): /);
  },
});
