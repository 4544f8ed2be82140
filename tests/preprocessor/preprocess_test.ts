/** What stands in a text after its directives ran, on a machine stated as a literal. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readDirectivePolicy } from "../../src/trust/directive_policy.ts";
import type { PreprocessContext } from "../../src/preprocessor/context.ts";
import { preprocess } from "../../src/preprocessor/preprocess.ts";
import type { FakeCommand } from "../support/fake_command.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";

const CONTEXT: PreprocessContext = {
  cwd: "/code",
  variables: { CLAUDE_PLUGIN_ROOT: "/plugin" },
  trust: { kind: "trusted", why: "a test" },
  policy: readDirectivePolicy({}).policy,
  stateDir: "/state",
  deadlineMs: 60_000,
  path: "/plugin/skills/x/SKILL.md",
};

const ok = (text: string) => `<skill-output>\n${text}\n</skill-output>`;
const sh = (command: string) => `/bin/sh -c ${command}`;

function run(
  text: string,
  commands: readonly FakeCommand[],
  more: Partial<PreprocessContext> = {},
  world: FakeWorld = {},
) {
  const host = fakeHost({ commands, ...world });
  return preprocess(text, { ...CONTEXT, ...more }, host).then((result) => ({ ...result, host }));
}

const TEXTS: readonly [name: string, text: string, commands: FakeCommand[], shown: string][] = [
  ["no directives", "a ${CLAUDE_PLUGIN_ROOT} ${NO}\n", [], "a /plugin ${NO}\n"],
  ["an output", "a !`b` c\n", [[sh("b"), "out\n\n"]], `a ${ok("out")} c\n`],
  ["no output", "!`b`", [[sh("b"), ""]], ok("")],
  ["leading line feeds", "!`b`", [[sh("b"), "\n\n x \n"]], ok("\n\n x ")],
  ["CRLF output", "!`b`\r\n", [[sh("b"), "x\r\ny\r\n"]], `${ok("x\ny")}\r\n`],
  ["an escape", "\\!`b` !`c`", [[sh("c"), "x"]], `!\`b\` ${ok("x")}`],
  [
    "output that looks like a directive or a variable",
    "!`b`",
    [[sh("b"), "!`rm x` ${CLAUDE_PLUGIN_ROOT}\n```!\nrm y\n```"]],
    ok("!`rm x` ${CLAUDE_PLUGIN_ROOT}\n```!\nrm y\n```"),
  ],
  ["a closing tag in output", "!`b`", [[sh("b"), "</skill-output>x"]], ok("&lt;/skill-output>x")],
  ["a block", "```!\na\nb\n```\nc", [[sh("a\nb"), "x"]], `${ok("x")}\nc`],
  [
    "a variable in a command, which the shell fills in",
    "!`cat ${CLAUDE_PLUGIN_ROOT}/x`",
    [[sh('cat "${CLAUDE_PLUGIN_ROOT}"/x'), "x"]],
    ok("x"),
  ],
  [
    "results in the order of the text",
    "!`a` !`b` !`c`",
    [[sh("a"), { stdout: "1", durationMs: 50 }], [sh("b"), "2"], [sh("c"), "3"]],
    `${ok("1")} ${ok("2")} ${ok("3")}`,
  ],
];

for (const [name, text, commands, shown] of TEXTS) {
  Deno.test(`preprocess() shows ${name}`, async () => {
    const result = await run(text, commands);
    assertEquals(result.text, shown);
    assertEquals([result.failed, result.aborted, result.diagnostics], [0, false, []]);
  });
}

const FAILURES: readonly [name: string, fake: FakeCommand[1], reason: string][] = [
  ["an exit code", { code: 3, stdout: "half" }, "Command failed (exit code 3)"],
  ["exit code 1, as grep and diff have it", { code: 1 }, "Command failed (exit code 1)"],
  ["a missing command", { code: 127 }, "Command not found (exit code 127)"],
  ["a command that is not executable", { code: 126 }, "Command is not executable (exit code 126)"],
  ["a signal", { signal: "SIGSEGV" }, "Command was ended by signal SIGSEGV"],
  ["a signal told by the shell", { code: 137 }, "Command failed (exit code 137, signal 9)"],
  ["a timeout", { durationMs: Infinity }, "Command took longer than 30 s and was ended (timeout)"],
  ["a shell that does not start", { reason: "no sh" }, "Command could not be started: no sh"],
  [
    "output with a NUL",
    { stdout: "a\0b" },
    "The command's output is not text: it holds NUL bytes or is not UTF-8",
  ],
];

for (const [name, fake, reason] of FAILURES) {
  Deno.test(`preprocess() shows ${name} as a failure, never as output`, async () => {
    const result = await run('a !`"${CLAUDE_PLUGIN_ROOT}/b" c` d\n', [[/./, fake]]);
    assertEquals(
      result.text,
      `a **Preprocessor Error**: ${reason}\nDirective: !\`"/plugin/b" c\`\n` +
        "Skill: /plugin/skills/x/SKILL.md\n(This is not output: the command above gave none.) d\n",
    );
    assertEquals([result.ran, result.failed], [1, 1]);
    assertEquals(result.diagnostics.map(({ message }) => message), [
      `No output of !\`"/plugin/b" c\`: ${reason}`,
    ]);
  });
}

Deno.test("preprocess() shows the last lines of standard error, bounded", async () => {
  const stderr = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n") +
    "\n</skill-output>\x1b[31m\n";
  const { text } = await run("!`a`", [[/./, { code: 1, stderr }]]);
  assertStringIncludes(text, "Standard error (its last lines, 31 left out):\n| line 31\n");
  assertStringIncludes(text, "| line 49\n| &lt;/skill-output>\n(This");
  const long = await run("!`a`", [[/./, { code: 1, stderr: "x".repeat(100_000) }]]);
  assert(long.text.length < 2500);
});

Deno.test("preprocess() runs 32 directives and says so about the others", async () => {
  const text = Array.from({ length: 40 }, (_, index) => `!\`c ${index}\``).join("\n");
  const { text: shown, ran, failed } = await run(text, [[/./, "x"]]);
  assertEquals([ran, failed], [32, 8]);
  assertEquals(shown.split("a text may hold 32 directives").length - 1, 8);
});

Deno.test("preprocess() has no more than four commands at work", async () => {
  let atWork = 0;
  let most = 0;
  const host = fakeHost();
  const result = await preprocess("!`a`\n".repeat(10), CONTEXT, {
    ...host,
    async run(command) {
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
      await Promise.resolve();
      atWork--;
      return await fakeHost({ commands: [[/./, "x"]] }).run(command);
    },
  });
  assertEquals([result.ran, most], [10, 4]);
});

Deno.test("preprocess() stops starting commands when the time of the text is over", async () => {
  const { text, ran } = await run("!`a`\n".repeat(6), [[/./, { stdout: "x", durationMs: 900 }]], {
    deadlineMs: 1000,
  });
  assert(ran < 6);
  assertStringIncludes(text, "Command was not started: the 1 s for the whole text were over");
});

Deno.test("preprocess() runs nothing of a text that is not trusted, and says what and how", async () => {
  const trust = { kind: "untrusted", why: "it is new", howToAllow: "skillhook allow x" } as const;
  const text = "a !`rm ${CLAUDE_PLUGIN_ROOT}` b\n```!\nrm 1\nrm 2\n```\n";
  const result = await run(text, [], { trust });
  assertEquals(
    result.text,
    "a [Not run: !`rm /plugin` (it is new). To allow it, the user runs: skillhook allow x] b\n" +
      "[Not run: !`rm 1` … and 1 more line (it is new). To allow it, the user runs: skillhook allow x]\n",
  );
  assertEquals([result.ran, result.failed, result.host.ran], [0, 2, []]);
});

Deno.test("preprocess() leaves a block without end alone and says so", async () => {
  const { text, failed } = await run("a\n```!\nrm x\n", []);
  assertEquals(
    text,
    "a\n**Preprocessor Error**: The block below has no closing fence, so nothing of it was run\n```!\nrm x\n",
  );
  assertEquals(failed, 1);
});

Deno.test("preprocess() hands on little of the environment", async () => {
  const seen: Record<string, string>[] = [];
  const commands: FakeCommand[] = [[/./, (command) => (seen.push({ ...command.env }), "x")]];
  const env = {
    HOME: "/home/ada",
    PATH: "bin:/usr/bin::/code/bin:/opt/bin:./x",
    LC_ALL: "C.UTF-8",
    API_KEY: "secret",
    LD_PRELOAD: "/evil",
    ENV: "/evil",
    CLAUDE_PLUGIN_ROOT: "/other",
  };
  const variables = { CLAUDE_PLUGIN_ROOT: "/plugin", CLAUDE_SESSION_ID: "s1" };
  await run("!`a`", commands, { variables }, { env });
  assertEquals(seen, [{
    TERM: "dumb",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    HOME: "/home/ada",
    LC_ALL: "C.UTF-8",
    PATH: "/plugin/bin:/usr/bin:/opt/bin",
    CLAUDE_PLUGIN_ROOT: "/plugin",
    CLAUDE_SESSION_ID: "s1",
    CLAUDE_CODE_SESSION_ID: "s1",
  }]);
});

Deno.test("preprocess() hands arguments over as data", async () => {
  const seen: Record<string, string>[] = [];
  const commands: FakeCommand[] = [[/./, (command) => (seen.push({ ...command.env }), "x")]];
  const named = { issue: "7; id", PATH: "/evil", home: "x" };
  const { host } = await run("!`npm test $0 $ARGUMENTS $issue $PATH`", commands, {
    arguments: { whole: "a; rm b", list: ["a;", "rm", "b"], named },
  });
  assertEquals(host.ran, [sh('npm test "${0}" "${ARGUMENTS}" "${issue}" $PATH a; rm b')]);
  const [env] = seen;
  assertEquals([env?.ARGUMENTS, env?.issue], ["a; rm b", "7; id"]);
  assert(env?.PATH?.includes("/usr/bin"));
});

Deno.test("preprocess() hands on no place that lies in the project", async () => {
  const seen: (string | undefined)[] = [];
  const commands: FakeCommand[] = [
    [/./, ({ env }) => (seen.push(env.HOME, env.XDG_CONFIG_HOME, env.TMPDIR), "x")],
  ];
  const env = { HOME: "/code/home", XDG_CONFIG_HOME: "/code/.config", TMPDIR: "/tmp" };
  await run("!`a`", commands, {}, { env });
  assertEquals(seen, [undefined, undefined, "/tmp"]);
});

function policy(directives: unknown) {
  return readDirectivePolicy({ skillhook: { directives } }).policy;
}

Deno.test("preprocess() follows on-failure", async () => {
  const text = "a !`b` !`c` d\n";
  const commands: FakeCommand[] = [[sh("b"), { code: 1 }], [sh("c"), "x"]];
  const empty = await run(text, commands, { policy: policy({ "on-failure": "empty" }) });
  assertEquals([empty.text, empty.failed], [`a  ${ok("x")} d\n`, 1]);
  const abort = await run(text, commands, { policy: policy({ b: { "on-failure": "abort" } }) });
  assert(abort.aborted);
  assertMatch(abort.text, /^\*\*Preprocessor Error\*\*[^]*is left out[^]*abort"\.\)\n$/);
  const none = await run(text, commands, { policy: policy({ "on-failure": "last-good" }) });
  assertStringIncludes(none.text, "(There is no earlier output to fall back on.)");
});

Deno.test("preprocess() falls back on the last good output and says from when it is", async () => {
  let code = 0;
  const commands: FakeCommand[] = [[/./, () => ({ stdout: "good", code })]];
  const host = fakeHost({ commands });
  const context = { ...CONTEXT, policy: policy({ "on-failure": "last-good" }) };
  assertEquals((await preprocess("!`b`", context, host)).text, ok("good"));
  code = 1;
  host.advance(600_000);
  const { text, failed } = await preprocess("!`b`", context, host);
  assertEquals(
    text,
    "[Command failed (exit code 1): !`b`; The output below is from 2026-01-15T12:00:00Z, 10 min ago, the last good one]\n" +
      ok("good"),
  );
  assertEquals(failed, 1);
});

Deno.test("preprocess() uses a kept output while it is fresh", async () => {
  const host = fakeHost({ commands: [[/./, "slow"]] });
  const context = { ...CONTEXT, policy: policy({ cache: 60 }) };
  await preprocess("!`b`", context, host);
  host.advance(30_000);
  const again = await preprocess("!`b`", context, host);
  assertEquals(again.ran, 0);
  assertEquals(
    again.text,
    `[The output below is from 2026-01-15T12:00:00Z, 30 s ago, kept]\n${ok("slow")}`,
  );
  const [path] = Object.keys(host.files);
  assertEquals(host.linkStat(path!)!.mode & 0o777, 0o600);
  const elsewhere = { ...context, variables: {} };
  assertEquals((await preprocess("!`b`", elsewhere, host)).ran, 1);
  host.change(path!, { text: host.files[path!]!, mode: 0o644 });
  assertEquals((await preprocess("!`b`", context, host)).ran, 1);
  host.advance(60_000);
  assertEquals((await preprocess("!`b`", context, host)).ran, 1);
});

Deno.test("preprocess() runs in the skill's directory when the project is gone", async () => {
  const seen: unknown[] = [];
  const commands: FakeCommand[] = [[/./, (command) => (seen.push(command.cwd), "x")]];
  const files = { "/plugin/skills/x/SKILL.md": "" };
  await run("!`a`", commands, { cwd: "/gone" }, { files });
  await run("!`a`", commands, { cwd: "/gone", path: "(standard input)" });
  assertEquals(seen, ["/plugin/skills/x", "/"]);
});

Deno.test("preprocess() uses PowerShell by its own path where the text says so", async () => {
  const { policy } = readDirectivePolicy({ shell: "powershell" });
  const { host } = await run("!`Get-Item ${CLAUDE_PLUGIN_ROOT}`", [[/./, "x"]], { policy }, {
    platform: "windows",
  });
  assertEquals(host.ran, [
    "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoLogo -NoProfile " +
    "-NonInteractive -Command Get-Item ${env:CLAUDE_PLUGIN_ROOT}",
  ]);
});
