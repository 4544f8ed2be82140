/** Each rule about hooks has a row: what is written, and what is said about it. What is fine has a row as well. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { wholeMessage } from "../../src/base/diagnostic.ts";
import { checkHookFile, checkTogether, HOOK_RULES } from "../../src/lint/check_hooks.ts";
import { changedText } from "../../src/lint/fix_text.ts";
import type { HookFile } from "../../src/lint/hook_files.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { fakeHost } from "../support/fake_host.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { countSteps } from "../support/steps.ts";
import { verb } from "../support/verb.ts";

/** An answer with one field. */
const answering = (hookEventName: string, name: string) =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName, [name]: name === "updatedInput" ? {} : "x" },
  });

type Place = "project" | "plugin" | "settings";
interface Row {
  readonly event?: string;
  /** Of the group. */
  readonly matcher?: unknown;
  /** Of the handler. */
  readonly with?: Readonly<Record<string, unknown>>;
  /** Of the group, too. */
  readonly group?: Readonly<Record<string, unknown>>;
  readonly hooks?: unknown;
  readonly place?: Place;
}

const PATHS: Readonly<Record<Place, string>> = {
  project: "/my code/.claude/settings.json",
  plugin: "/plug/hooks/hooks.json",
  settings: "/elsewhere/x.json",
};
const SCRIPT = "#!/bin/sh\ncat\n";
const FILES: Readonly<Record<string, string | FakeFile>> = {
  "/bin/sh": { text: "", mode: 0o755 },
  "/bin/python3": { text: "", mode: 0o755 },
  "/bin/node": { text: "", mode: 0o755 },
  "/my code/run.sh": { text: SCRIPT, mode: 0o755 },
  "/plug/run.sh": { text: SCRIPT, mode: 0o755 },
  "/x/bun.sh": { text: "#!/usr/bin/env -S bun run\n", mode: 0o755 },
  "/x/perl.sh": { text: "#!/opt/perl\n", mode: 0o755 },
  "/x/env.sh": { text: "#!/usr/bin/env node\n", mode: 0o755 },
  "/x/run.ts": { text: "", mode: 0o644 },
  "/my code/tools/x.ts": { text: "", mode: 0o644 },
  "/bin/deno": { text: "", mode: 0o755 },
  "/x/run.sh": { text: SCRIPT, mode: 0o755 },
  "/x/plain.sh": { text: SCRIPT, mode: 0o644 },
  "/x/crlf.sh": { text: SCRIPT.replaceAll("\n", "\r\n"), mode: 0o755 },
  "/x/guard.sh": { text: "#!/bin/sh\n# exit 2 refuses\necho no >&2\nexit 2\n", mode: 0o755 },
  "/x/talk.sh": { text: "#!/bin/sh\n# exit 2 would refuse\ndate >> /x/log\n", mode: 0o755 },
  "/x/say.sh": { text: "#!/bin/sh\ncat >/dev/null\necho yes\n", mode: 0o755 },
  "/x/usage.sh": {
    text: '#!/bin/sh\n[ $# = 1 ] || { echo "usage: x Y" >&2; exit 2; }\n',
    mode: 0o755,
  },
};

function fileOf(
  { event = "PreToolUse", matcher, group, place = "project", ...row }: Row,
): HookFile {
  const handler = { type: "command", command: "true", ...row.with };
  const own = { ...matcher === undefined ? {} : { matcher }, ...group, hooks: [handler] };
  const hooks = row.hooks ?? { [event]: [own] };
  const plugin = { name: "plug", root: "/plug", data: undefined };
  return {
    place: {
      path: PATHS[place],
      scope: place,
      needsApproval: false,
      ...place === "plugin" ? { plugin } : {},
    },
    text: typeof hooks === "string" ? hooks : JSON.stringify({ hooks }, null, 2),
    projectDir: place === "settings" ? undefined : "/my code",
  };
}

const HOST = fakeHost({ files: FILES, env: { PATH: "/bin", HOME: "/h" }, cwd: "/my code" });

const check = (row: Row) => checkHookFile(HOST, fileOf(row)).findings;
const said = (row: Row) => check(row).map((one) => `${one.code} ${wholeMessage(one)}`);

/** What → the only finding: its code, then words of its message or remedy. */
const FOUND: readonly (readonly [what: string, row: Row, code: string, words: RegExp])[] = [
  [
    "a rule of permissions",
    { matcher: "Bash(gh pr create:*)" },
    "hook-matcher-dead",
    /"if": "Bash\(gh pr create \*\)"/,
  ],
  ["a skill's rule", { matcher: "Skill(x)" }, "hook-matcher-dead", /"if": "Skill\(x\)"/],
  [
    "an expression",
    { matcher: `tool == "Write" && file =~ "x"` },
    "hook-matcher-dead",
    /such as "Write"/,
  ],
  ["another expression", { matcher: "toolName == 'Bash'" }, "hook-matcher-dead", /such as "Bash"/],
  ["wrong case", { matcher: "bash" }, "hook-matcher-dead", /write "Bash"/],
  [
    "wrong case in a list",
    { matcher: "Edit|write" },
    "hook-matcher-part",
    /"write".*write "Edit\|Write"/,
  ],
  [
    "a server without its tools",
    { matcher: "mcp__memory" },
    "hook-matcher-dead",
    /mcp__memory__\.\*/,
  ],
  ["the same with an end", { matcher: "mcp__memory__" }, "hook-matcher-dead", /mcp__memory__\.\*/],
  ["an unknown tool", { matcher: "Wrte" }, "hook-matcher-tool", /did you mean "Write"\?/],
  ["a pattern for no tool", { matcher: "^Ship.*" }, "hook-matcher-tool", /no tool of the agent/],
  [
    "another agent's tools",
    { matcher: "run_command|write_file" },
    "hook-matcher-tool",
    /run_command/,
  ],
  [
    "a broken pattern",
    { matcher: "*.ts" },
    "hook-matcher-regex",
    /cannot read this regular expression/,
  ],
  [
    "a rule that is a broken pattern",
    { matcher: "Edit(*.ts)" },
    "hook-matcher-regex",
    /"if": "Edit\(\*\.ts\)"/,
  ],
  ["an empty alternative", { matcher: "mcp__x.*|" }, "hook-matcher-all", /fits the empty text/],
  ["an optional whole", { matcher: "(Edit|Write)?" }, "hook-matcher-all", /each time/],
  [
    "a matcher that is ignored",
    { event: "Stop", matcher: "Bash" },
    "hook-matcher-ignored",
    /"Bash" on Stop/,
  ],
  [
    "a source that is none",
    { event: "SessionStart", matcher: "start" },
    "hook-matcher-dead",
    /one of startup, resume/,
  ],
  [
    "a source in capitals",
    { event: "SessionStart", matcher: "Startup" },
    "hook-matcher-dead",
    /write "startup"/,
  ],
  [
    "a reason beside a good one",
    { event: "SessionEnd", matcher: "other|exit" },
    "hook-matcher-part",
    /"exit"/,
  ],
  [
    "two rules",
    { with: { if: "Bash(a *)|Edit(b)" } },
    "hook-if-dead",
    /several need a handler each/,
  ],
  ["two names", { with: { if: "Bash|Edit" } }, "hook-if-dead", /one rule, to the letter/],
  // Permissions know the wildcard, conditions do not: tried on the agent (tests/agent/check_scenarios.ts).
  ["if for a server's tools", { with: { if: "mcp__memory__*" } }, "hook-if-dead", /one rule/],
  ["if for a whole server", { with: { if: "mcp__memory" } }, "hook-if-dead", /name the tool whole/],
  ["every tool", { with: { if: "*" } }, "hook-if-dead", /one rule/],
  ["a rule in small letters", { with: { if: "bash(git *)" } }, "hook-if-dead", /write "Bash"/],
  ["a blank around a rule", { with: { if: " Bash(git *) " } }, "hook-if-dead", /to the letter/],
  [
    "a pipe in a command",
    { with: { if: "Bash(curl * | sh)" } },
    "hook-if-dead",
    /each command of a line/,
  ],
  ["braces in a path", { with: { if: "Edit(*.{ts,js})" } }, "hook-if-dead", /\{a,b\}/],
  [
    "a tool the matcher leaves out",
    { matcher: "Write", with: { if: "Edit(src/**)" } },
    "hook-if-excluded",
    /beside matcher "Write"/,
  ],
  [
    "if without a tool",
    { event: "Stop", with: { if: "Bash(x)" } },
    "hook-malformed",
    /never runs on Stop/,
  ],
  ["milliseconds by key", { with: { timeout_ms: 5000 } }, "hook-key", /"timeout": 5, in seconds/],
  ["a directory", { with: { cwd: "/x" } }, "hook-key", /does not know this key: let the command/],
  ["a matcher in the handler", { with: { matcher: "Edit" } }, "hook-key", /in the group/],
  ["if in the group", { group: { if: "Bash(x)" } }, "hook-key", /in the handler/],
  ["matchers", { group: { matchers: ["Bash"] } }, "hook-key", /write "matcher"/],
  ["null", { matcher: null }, "hook-null", /drops what holds it/],
  [
    "onFailure that the agent has not",
    { with: { onFailure: "allow" } },
    "hook-null",
    /"onFailure": allow/,
  ],
  [
    "a guard's wrong type",
    { with: { timeout: "5" } },
    "hook-malformed",
    /all of this file, its permissions included/,
  ],
  [
    "another's wrong type",
    { event: "Stop", with: { timeout: "5" } },
    "hook-malformed",
    /leaves it out/,
  ],
  [
    "a plugin's wrong type",
    { place: "plugin", with: { timeout: "5" } },
    "hook-malformed",
    /none of the plugin's hooks/,
  ],
  ["hooks as a list", { hooks: [] }, "hook-malformed", /its permissions included/],
  ["an unknown event", { event: "PreToolUsed" }, "hook-unknown-event", /"PreToolUse"\?/],
  ["no JSON", { hooks: '{"hooks": {},}' }, "json-unreadable", /ignores all of it/],
  [
    "a flat handler without its type",
    { hooks: { PostToolUse: [{ matcher: "Edit", command: "true" }] } },
    "hook-flat",
    /outside of a group: the agent leaves it out/,
  ],
  [
    "a flat handler",
    { hooks: { Stop: [{ type: "command", command: "true" }] } },
    "hook-flat",
    /outside of a group: the agent leaves it out/,
  ],
  [
    "events without hooks",
    { place: "plugin", hooks: '{"Stop": [{"hooks": []}]}' },
    "hooks-unwrapped",
    /loads none/,
  ],
  ["milliseconds", { with: { timeout: 5000 } }, "hook-timeout-unit", /5000 is 1\.4 hours.*write 5/],
  ["many milliseconds", { with: { timeout: 600_000 } }, "hook-timeout-unit", /write 600/],
  ["a long end", { event: "SessionEnd", with: { timeout: 90 } }, "hook-timeout-cap", /after 60 s/],
  [
    "a plugin's end",
    { place: "plugin", event: "SessionEnd", with: { timeout: 5 } },
    "hook-timeout-cap",
    /1\.5 s/,
  ],
  ["once", { with: { once: true } }, "hook-once", /frontmatter of a skill/],
  [
    "a guard nobody waits for",
    { with: { async: true, command: "/x/guard.sh" } },
    "hook-async-decides",
    /too late/,
  ],
  ["a script's usage", { with: { command: "/x/usage.sh" } }, "hook-usage-refuses", /refusal/],
  [
    "a missing program",
    { with: { command: "/x/gone.sh" } },
    "hook-program-missing",
    /as if it had agreed/,
  ],
  [
    "a missing Python script",
    { with: { command: 'python3 "/x/gone.py"' } },
    "hook-program-missing",
    /leaves with 2/,
  ],
  [
    "a missing script of the project",
    { with: { command: 'sh "$CLAUDE_PROJECT_DIR/gone.sh"' } },
    "hook-program-missing",
    /\/my code\/gone\.sh/,
  ],
  [
    "a missing script of the home",
    { with: { command: "sh ~/gone.sh" } },
    "hook-program-missing",
    /\/h\/gone\.sh/,
  ],
  [
    "a missing interpreter",
    { with: { command: "bun /x/run.ts" } },
    "hook-program-path",
    /"bun" is not on PATH/,
  ],
  [
    "a variable without braces beside arguments",
    { with: { command: "$CLAUDE_PROJECT_DIR/run.sh", args: [] } },
    "hook-program-missing",
    /without a shell the agent fills in no \$CLAUDE_PROJECT_DIR.*write \$\{CLAUDE_PROJECT_DIR\}$/,
  ],
  [
    "a tilde beside arguments",
    { with: { command: "~/run.sh", args: ["x"] } },
    "hook-program-missing",
    /fills in no ~, and cannot start it/,
  ],
  [
    "a reason on standard output",
    { with: { command: "echo 'no rm'; exit 2" } },
    "hook-output-ignored",
    /"no rm": with exit code 2 the agent takes the reason from standard error alone/,
  ],
  [
    "a missing interpreter in the first line",
    { with: { command: "/x/bun.sh a" } },
    "hook-program-path",
    /"bun", which "\/x\/bun\.sh" names in its first line, is not on PATH/,
  ],
  [
    "a missing interpreter by its path",
    { with: { command: "/x/perl.sh" } },
    "hook-program-path",
    /"\/opt\/perl", which .* is not there/,
  ],
  [
    "a path with blanks as it is",
    { with: { command: "/my code/run.sh --quiet" } },
    "hook-path-blank",
    /"\/my code\/run\.sh": .*quotation marks/,
  ],
  [
    "a script's path with blanks as it is",
    { with: { command: "sh /my code/run.sh" } },
    "hook-path-blank",
    /"\/my code\/run\.sh"/,
  ],
  [
    "no permission",
    { with: { command: "/x/plain.sh a" } },
    "hook-program-mode",
    /chmod \+x \/x\/plain\.sh/,
  ],
  ["CRLF", { with: { command: "/x/crlf.sh" } }, "hook-program-crlf", /carriage return/],
  [
    "a relative path",
    { with: { command: "./run.sh" } },
    "hook-path-relative",
    /"\$\{CLAUDE_PROJECT_DIR\}"\/run\.sh/,
  ],
  [
    "a relative path behind a program that runs scripts",
    { with: { command: "deno run -A tools/x.ts" } },
    "hook-path-relative",
    /"\$\{CLAUDE_PROJECT_DIR\}"\/tools\/x\.ts/,
  ],
  [
    "a plugin's relative path",
    { place: "plugin", with: { command: "sh run.sh" } },
    "hook-path-relative",
    /not in the plugin's/,
  ],
  [
    "blanks in the project's path",
    { with: { command: "$CLAUDE_PROJECT_DIR/run.sh" } },
    "hook-path-blank",
    /quotation marks/,
  ],
  [
    "a plugin's variable in settings",
    { with: { command: "${CLAUDE_PLUGIN_ROOT}/x" } },
    "hook-plugin-root",
    /does not start these/,
  ],
  [
    "a plugin's variable without braces",
    { with: { command: "$CLAUDE_PLUGIN_ROOT/x" } },
    "hook-plugin-root",
    /alone/,
  ],
  [
    "a variable that the agent does not set",
    { with: { command: "sh -c x <<< $CLAUDE_TOOL_INPUT" } },
    "hook-variable",
    /"\$CLAUDE_TOOL_INPUT".*standard input/,
  ],
  [
    "a field that the event has no place for",
    {
      event: "PostToolUse",
      with: { command: `echo '${answering("PostToolUse", "updatedInput")}'` },
    },
    "hook-output-ignored",
    /"updatedInput" has no place on this event: the agent leaves it aside/,
  ],
  [
    "a field of the agent's in the wrong place",
    { with: { command: `echo '{"permissionDecision": "deny"}'` } },
    "hook-output-ignored",
    /top-level "permissionDecision" is not read: put it inside "hookSpecificOutput"/,
  ],
  [
    "a field that is none",
    { event: "Stop", with: { command: `printf '{"decison": "block"}\\n'` } },
    "hook-output-ignored",
    /top-level "decison" is not known/,
  ],
  [
    "text that nobody reads",
    { event: "PostToolUse", with: { command: "echo 'Run the tests'" } },
    "hook-output-ignored",
    /"Run the tests": the agent reads no plain text/,
  ],
  [
    "text that nobody reads, of a script",
    { with: { command: "/x/say.sh" } },
    "hook-output-ignored",
    /"yes": the agent reads no plain text/,
  ],
  [
    "a refusal that counts for nothing",
    { event: "StopFailure", with: { command: "echo no >&2; exit 2" } },
    "hook-output-ignored",
    /exit code 2 does nothing on this event: no/,
  ],
  [
    "an answer that is no JSON",
    { with: { command: `echo "{'decision': 'block'}"` } },
    "hook-output-invalid",
    /not valid JSON: the agent drops the whole answer/,
  ],
  [
    "an answer to another event",
    { with: { command: `echo '${answering("PostToolUse", "additionalContext")}'` } },
    "hook-output-invalid",
    /must be "PreToolUse": got "PostToolUse"/,
  ],
  [
    "an answer that is too long",
    { event: "SessionStart", with: { command: `echo '${"x".repeat(10_001)}'` } },
    "hook-output-long",
    /10001 characters: the agent hands on 10,000/,
  ],
  [
    "a failure that is meant as a refusal",
    { with: { command: "echo no; exit 1" } },
    "hook-fails",
    /exit status 1: no: the agent takes that for a failure/,
  ],
  [
    "an event in another case, where only our agent reads",
    { hooks: { preToolUse: [{ hooks: [{ type: "command", command: "true" }] }] } },
    "hook-unknown-event",
    /PreToolUse/,
  ],
  [
    "Cursor's form",
    { hooks: { beforeShellExecution: [{ command: "x" }] } },
    "hooks-foreign",
    /hooks of Cursor/,
  ],
  [
    "Gemini's form",
    { hooks: { BeforeTool: [{ matcher: "x", hooks: [] }] } },
    "hooks-foreign",
    /hooks of Gemini/,
  ],
  [
    "Copilot's form",
    { hooks: { preToolUse: [{ type: "command", bash: "x", timeoutSec: 5 }] } },
    "hooks-foreign",
    /hooks of Copilot/,
  ],
];

const FINE: readonly Row[] = [
  ...[
    "",
    "*",
    ".*",
    "^.*$",
    "Bash",
    "Edit|Write",
    "Edit, Write",
    "Edit|",
    "^Bash$",
    "(Edit|Write)",
    "^(?!Bash$).*",
    "^(?!mcp__)",
  ],
  ...[
    "Notebook.*",
    "mcp__memory__.*",
    "mcp__.*",
    "mcp__a__b",
    "^mcp__.+__(read|view)$",
    "Task",
    "Bash|run_command",
  ],
].map((matcher) => ({ matcher }));

const ALSO_FINE: readonly Row[] = [
  { event: "Stop", matcher: "*" },
  { event: "Stop", matcher: "Stop" },
  { event: "SessionStart", matcher: "startup|clear" },
  { event: "SubagentStop", matcher: "my-agent" },
  { event: "FileChanged", matcher: ".env|x.ts" },
  { event: "Notification", matcher: "anything" },
  ...["", "Bash", "Bash(git *)", "Bash(git commit:*)", "Edit(src/**)", "mcp__a__b"].map((rule) => ({
    with: { if: rule },
  })),
  { matcher: "Task", with: { if: "Agent(x)" } },
  { matcher: "mcp__a__.*", with: { if: "mcp__a__b" } },
  ...[0.5, 60, 300, 600, 900, 1200, 1800, 3600, 7200, 86_400].map((timeout) => ({
    with: { timeout },
  })),
  { event: "SessionEnd", with: { timeout: 60 } },
  { with: { description: "x", statusMessage: "y", model: "z" } },
  { group: { description: "x", id: "y" } },
  { with: { async: true, command: "/x/talk.sh" } },
  { event: "PostToolUse", with: { async: true, command: "/x/guard.sh" } },
  { with: { command: "/x/guard.sh" } },
  { event: "SessionStart", with: { command: "/x/usage.sh" } },
  ...[
    "/x/run.sh",
    "/x/env.sh",
    "sh /x/bun.sh",
    "sh /x/plain.sh",
    '"$CLAUDE_PROJECT_DIR"/run.sh',
    '"${CLAUDE_PROJECT_DIR}/run.sh" --quiet',
    'cd "$CLAUDE_PROJECT_DIR" && ./run.sh',
    "[ -f x.sh ] && ./x.sh",
    "A=1 ./gone.sh",
    "echo '{}' | ./gone.sh",
    "python3 -m pytest -q",
    "python3 -c 'print(1)'",
    "node -e 'x.js'",
    "sh -c './gone.sh'",
    "sh $SOMEWHERE/x.sh",
    "$(which sh) x.sh",
    "echo ${CLAUDE_TOOL_INPUT:-none}",
    "TOOL_NAME=x; echo $TOOL_NAME >&2",
    "read -r HOOK_INPUT; echo $HOOK_INPUT >&2",
    `echo '${answering("PreToolUse", "additionalContext")}'`,
    'echo \'{"continue": true, "suppressOutput": true}\'',
    "echo no >&2; exit 2",
    "echo a || exit 1",
    'echo "$(date)"',
    "echo x > /x/log",
    "sh `pwd`/x.sh",
    "# a comment\n./gone.sh",
    "2>/dev/null ./gone.sh",
    "notifier done || true",
    "node --max-old-space-size 9 x",
    "deno run -A https://example.com/x.ts",
    "deno run --allow-read /x/run.ts",
    "deno task x.ts",
  ].map((command) => ({ with: { command } })),
  { place: "plugin", with: { command: '"${CLAUDE_PLUGIN_ROOT}"/run.sh' } },
  { place: "plugin", with: { command: "${CLAUDE_PLUGIN_ROOT}/run.sh", args: ["a b"] } },
  { with: { command: "${CLAUDE_PROJECT_DIR}/run.sh", args: [] } },
  { with: { command: "/bin/sh", args: ["-c", "x || exit 2"] } },
  { with: { command: "/bin/sh", args: ["-x", "${CLAUDE_PROJECT_DIR}/run.sh"] } },
  { place: "settings", hooks: { Stop: [{ type: "command", command: "true" }] } },
  { place: "settings", hooks: "{}" },
];

for (const [what, row, code, words] of FOUND) {
  Deno.test(`hooks check names ${what}`, () => {
    const all = said(row);
    assertEquals(all.length, 1, all.join("\n"));
    assertMatch(all[0]!, new RegExp(`^${code} `));
    assertMatch(all[0]!, words);
  });
}

Deno.test("hooks check says nothing about hooks that work", () => {
  for (const row of [...FINE, ...ALSO_FINE]) assertEquals(said(row), [], JSON.stringify(row));
});

Deno.test("a blank in the home directory splits a variable, and no tilde", () => {
  const files = { ...FILES, "/h h/run.sh": FILES["/x/run.sh"]! };
  const host = fakeHost({ files, env: { PATH: "/bin", HOME: "/h h" }, cwd: "/my code" });
  const codes = (command: string) =>
    checkHookFile(host, fileOf({ with: { command } })).findings.map(({ code }) => code);
  assertEquals(codes("~/run.sh"), []);
  assertEquals(codes('"$HOME/run.sh"'), []);
  assertEquals(codes("$HOME/run.sh"), ["hook-path-blank"]);
});

Deno.test("a misspelt command is named, and what it costs", () => {
  const [dropped, key, ...more] = said({ with: { command: undefined, comand: "x" } });
  assertMatch(dropped!, /^hook-malformed .*"command" is missing: .*permissions included/);
  assertMatch(key!, /^hook-key .*write "command"$/);
  assertEquals(more, []);
});

Deno.test("hooks where the agent reads none are named, in a file and in the project", async () => {
  for (const name of ["hooks.json", "hooks/hooks.json"]) {
    const path = `/my code/.claude/${name}`;
    const files = { [path]: '{"hooks": {"Stop": [{"matcher": "x", "hooks": []}]}}' };
    for (const args of [[], [path]]) {
      const host = fakeHost({ files, env: { HOME: "/h", PATH: "/bin" }, cwd: "/my code" });
      const { code, stdout } = await verb("hooks check")(args, host);
      assertEquals(code, 1);
      assertMatch(
        stdout,
        /^[^\n]*none of these ever runs: move them to "\/my code\/\.claude\/settings\.json" \[hooks-unread\]\n1 file/,
      );
    }
  }
});

Deno.test("every rule has a row", () => {
  const codes = new Set(FOUND.map(([, , code]) => code));
  for (const { code } of HOOK_RULES) assert(codes.has(code), code);
});

/** Codes of what only several files, or a run, can show. */
const TRIED = ["hook-answers-differ", "hook-tried", "hook-untried", "hook-slow"];

Deno.test("every code that is found stands in docs/hooks-check.md", () => {
  const page = Deno.readTextFileSync(inProject("docs/hooks-check.md"));
  for (const code of new Set([...FOUND.map(([, , code]) => code), "hook-twice", ...TRIED])) {
    assert(code === "hooks-foreign" || page.includes(`| \`${code}\``), code);
  }
});

Deno.test("hooks check needs four times the steps for four times the plugins", async () => {
  const hooks = JSON.parse(fileOf({ matcher: "bash", with: { command: "/x/gone.sh" } }).text);
  const steps = async (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `p${at}`);
    const installed = names.map((name) => [
      `${name}@m`,
      [{ scope: "user", installPath: `/plugins/${name}`, version: "1" }],
    ]);
    const files = Object.fromEntries(names.flatMap((name) => [
      [`/plugins/${name}/.claude-plugin/plugin.json`, `{"name": "${name}"}`],
      [`/plugins/${name}/hooks/hooks.json`, JSON.stringify(hooks)],
    ]));
    const enabledPlugins = Object.fromEntries(names.map((name) => [`${name}@m`, true]));
    const all = {
      ...files,
      "/h/.claude/settings.json": JSON.stringify({ enabledPlugins }),
      "/h/.claude/plugins/installed_plugins.json": JSON.stringify({
        version: 2,
        plugins: Object.fromEntries(installed),
      }),
    };
    const host = fakeHost({ files: all, env: { HOME: "/h", PATH: "/bin" }, cwd: "/code" });
    return await countSteps(async () => {
      const { stdout } = await verb("hooks check")(["--json"], host);
      const { findings, plugins } = JSON.parse(stdout);
      assertEquals([findings.length, plugins.length], [0, 2 * count + 1]);
    });
  };
  const [few, many] = [await steps(50), await steps(200)];
  assert(many <= 7 * few, `${few} steps for 50 plugins, ${many} for 200`);
});

Deno.test("a finding stands on the line and column of what it is about", () => {
  const [found] = check({ matcher: "bash" });
  assertEquals([found?.line, found?.column], [5, 9]);
});

Deno.test("the same command in a plugin and elsewhere is named once, in two settings never", () => {
  const row = { with: { command: "/x/run.sh" } };
  const files = (places: readonly Place[]) =>
    places.map((place) => checkHookFile(HOST, fileOf({ ...row, place })));
  const codes = (places: readonly Place[]) => checkTogether(files(places)).map(({ code }) => code);
  assertEquals(codes(["project", "plugin"]), ["hook-twice"]);
  assertEquals(codes(["project", "settings"]), []);
});

const DECIDE = (word: string) =>
  `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "${word}"}}'`;
const CHANGE = (at: number) => `node -e 'print({updatedInput: {at: ${at}}})'`;

/** Commands of two hooks with these matchers → what is said of both together. */
const TOGETHER: readonly (readonly [string, string, string, string, RegExp | undefined])[] = [
  ["Bash", DECIDE("allow"), "Bash", DECIDE("deny"), /answers "allow" where .* answers "deny"/],
  ["*", DECIDE("ask"), "", "echo no >&2; exit 2", /answers "ask" where .* answers "deny"/],
  [
    "Bash",
    CHANGE(1),
    "Bash",
    CHANGE(2),
    /different values for "updatedInput": the last to end wins/,
  ],
  ["Bash", DECIDE("deny"), "Bash", "echo no >&2; exit 2", undefined],
  ["Bash", DECIDE("allow"), "Edit", DECIDE("deny"), undefined],
  ["Bash", CHANGE(1), "Bash", CHANGE(1), undefined],
  ["Bash", DECIDE("allow"), "Bash", "cat | grep -q x && exit 2", undefined],
];

for (const [one, first, two, second, words] of TOGETHER) {
  Deno.test(`hooks check of ${first} for "${one}", and ${second} for "${two}"`, () => {
    const group = (matcher: string, command: string) => (
      { matcher, hooks: [{ type: "command", command }] }
    );
    const file = fileOf({ hooks: { PreToolUse: [group(one, first), group(two, second)] } });
    const found = checkTogether([checkHookFile(HOST, file)]).map(wholeMessage);
    assertEquals(found.length, words === undefined ? 0 : 1, found.join("\n"));
    if (words !== undefined) assertMatch(found[0]!, words);
  });
}

/** Before → after; every byte beside the change stays. */
const FIXES: readonly (readonly [what: string, place: Place, before: string, after: string])[] = [
  [
    "case",
    "project",
    `{"hooks":\t{"PreToolUse": [ {"matcher":"bash", "hooks": []}]}} `,
    `{"hooks":\t{"PreToolUse": [ {"matcher":"Bash", "hooks": []}]}} `,
  ],
  [
    "a rule",
    "project",
    `{"hooks": {"PreToolUse": [{"matcher": "Bash(git push:*)", "hooks": [{"type": "command", "command": "true"}]}]}}`,
    `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true", "if": "Bash(git push *)"}]}]}}`,
  ],
  [
    "a unit",
    "project",
    `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true","timeout_ms":2500}]}]}}`,
    `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true","timeout":2.5}]}]}}`,
  ],
  [
    "milliseconds",
    "project",
    `{"hooks":{"Stop":[{"hooks":[{"type":"command","timeout" : 5000,"command":"true"}]}]}}`,
    `{"hooks":{"Stop":[{"hooks":[{"type":"command","timeout" : 5,"command":"true"}]}]}}`,
  ],
  [
    "a matcher",
    "project",
    `{"hooks": {"Stop": [{"matcher": "Bash", "hooks": []}]}}`,
    `{"hooks": {"Stop": [{"hooks": []}]}}`,
  ],
  [
    "a path",
    "project",
    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "sh run.sh x"}]}]}}`,
    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "sh \\"\${CLAUDE_PROJECT_DIR}\\"/run.sh x"}]}]}}`,
  ],
  [
    "a flat handler without its type",
    "project",
    `{"hooks": {"Stop": [{"command": "true"}]}}`,
    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}`,
  ],
  [
    "a flat handler",
    "project",
    `{"hooks": {"Stop": [{"type": "command", "command": "true"}]}}`,
    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}`,
  ],
];

for (const [what, place, before, after] of FIXES) {
  Deno.test(`hooks check --fix puts right ${what}, and no other byte`, () => {
    const file = { ...fileOf({ place }), text: before };
    const [found] = checkHookFile(HOST, file).findings;
    const text = changedText(before, found!.fix!);
    assertEquals(text, after);
    assertEquals(checkHookFile(HOST, { ...file, text }).findings, []);
  });
}

Deno.test("hooks check --fix changes the file, and a file of a plugin only when it is named", async () => {
  const text = JSON.stringify({ hooks: { Stop: [{ matcher: "x", hooks: [] }] } });
  const files = {
    "/my code/.claude/settings.json": text,
    "/h/.claude/settings.json": '{"enabledPlugins": {"plug@m": true}}',
    "/h/.claude/plugins/installed_plugins.json": JSON.stringify({
      version: 2,
      plugins: { "plug@m": [{ scope: "user", installPath: "/plug", version: "1" }] },
    }),
    "/plug/.claude-plugin/plugin.json": '{"name": "plug"}',
    "/plug/hooks/hooks.json": text,
  };
  const host = fakeHost({ files, env: { HOME: "/h", PATH: "/bin" }, cwd: "/my code" });
  const fixed = '{"hooks":{"Stop":[{"hooks":[]}]}}';
  const all = await verb("hooks check")(["--fix"], host);
  assertMatch(all.stderr, /Changed "\/my code\/\.claude\/settings\.json"\n$/);
  assertMatch(all.stdout, /In plugins of others:\n.*hook-matcher-ignored.*\n\n3 files: 0 errors/s);
  const textOf = (path: string) => host.readText(path);
  assertEquals(textOf("/my code/.claude/settings.json"), fixed);
  assertEquals(textOf("/plug/hooks/hooks.json"), text);
  await verb("hooks check")(["--fix", "/plug/hooks/hooks.json"], host);
  assertEquals(textOf("/plug/hooks/hooks.json"), fixed);
});
