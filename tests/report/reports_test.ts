import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runCommand } from "../../src/cli/command.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";

const GIT = /^git -c core\.fsmonitor=false .* status --porcelain/;
/** The filters of the configuration: none. */
const FILTERS = [/^git config --name-only/, { code: 1 }] as const;

async function report(world: FakeWorld, ...args: string[]): Promise<string> {
  const host = fakeHost({ cwd: "/project", ...world, args: ["report", ...args] });
  const { stdout, stderr, code } = await runCommand(host);
  assertEquals([stderr, code], ["", 0]);
  return stdout;
}

Deno.test("report status works in a bare directory without a session, outside git", async () => {
  assertEquals(
    await report({}, "status"),
    `Project: /project
Branch: none, this is no git repository

Plans: none

Tasks: none, there is no session.md

Loaded skills: not known outside of a session
`,
  );
});

Deno.test("report status shows plans, tasks, branch, tree and loaded skills", async () => {
  const text = await report({
    env: { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s1" },
    files: {
      "/project/.git/HEAD": "ref: refs/heads/topic/x\n",
      "/project/plans/auth/design.md": "x",
      "/project/plans/auth/plan.md": "- [ ] a\n",
      "/project/plans/auth/progress.md": "- [x] a\n- [ ] b\n  - [X] c\n",
      "/project/plans/empty": { directory: true },
      "/project/session.md":
        "## Pending\n- [ ] first\x1b[31m\n- [x] old\n- [ ] second\n## In progress\n- [ ] now\n",
      "/home/ada/.local/state/skillhook/sessions/session-s1/main/skill-x@1.2":
        `digest\n{"session":"s1","agent":null,"skill":"p:x","path":"/x","since":1}\n`,
      "/home/ada/.local/state/skillhook/sessions/session-s1/agent-a/skill-y@1.2":
        `digest\n{"session":"s1","agent":"a","skill":"y","path":"/y","since":2}\n`,
      "/home/ada/.local/state/skillhook/sessions/session-s1/main/skill-z@1.2": "broken",
    },
    commands: [FILTERS, [GIT, " M a\n?? b\n?? c\n"]],
  }, "status");
  assertEquals(
    text,
    `Project: /project
Branch: topic/x
Working tree: 1 changed file, 2 untracked

Plans:
- auth: design, plan, progress; 2 of 3 tasks done
  - next: b
- empty: no files yet

In progress: now
Pending tasks:
- first [31m
- second

Loaded skills: p:x, y (in a subagent)
`,
  );
});

const TREES: readonly [title: string, world: FakeWorld, expected: string][] = [
  ["clean", { commands: [FILTERS, [GIT, ""]] }, "Working tree: clean"],
  [
    "slow",
    { commands: [FILTERS, [GIT, { durationMs: 5_000 }]] },
    "not known, git status took longer than 3000 ms",
  ],
  [
    "late, on a busy machine",
    { commands: [FILTERS, [GIT, { durationMs: 2_900, stdout: " M a\n" }]] },
    "1 changed file, 0 untracked",
  ],
  [
    "broken",
    { commands: [FILTERS, [GIT, { code: 128, stderr: "no" }]] },
    "not known, git status failed",
  ],
];

for (const [title, world, expected] of TREES) {
  Deno.test(`report status says so when the working tree is ${title}`, async () => {
    const files = { "/project/.git/HEAD": "ref: refs/heads/main\n" };
    assertStringIncludes(await report({ ...world, files }, "status"), expected);
  });
}

Deno.test("report status reads the branch of a worktree, and a commit without a branch", async () => {
  const commands: FakeWorld["commands"] = [FILTERS, [GIT, ""]];
  const worktree = {
    "/project/.git": "gitdir: /repo/.git/worktrees/w\n",
    "/repo/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
  };
  assertStringIncludes(await report({ files: worktree, commands }, "status"), "Branch: w\n");
  const detached = { "/.git/HEAD": "0123456789abcdef\n" };
  const text = await report({ files: detached, commands }, "status");
  assertStringIncludes(text, "Branch: no branch, at 01234567\n");
});

const call = (id: string, name: string, input: unknown) =>
  line({ type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } });
const failed = (tool_use_id: string, content: unknown, toolUseResult?: unknown) =>
  line({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id, is_error: true, content }] },
    toolUseResult,
  });
const said = (content: unknown, more = {}) =>
  line({ type: "user", message: { role: "user", content }, ...more });
const usage = (id: string, read: number, cached: number, written: number) => ({
  id,
  content: [],
  usage: {
    ...{ input_tokens: read, cache_read_input_tokens: cached, output_tokens: written },
    cache_creation_input_tokens: 0,
  },
});

function line(fields: unknown): string {
  return JSON.stringify(fields);
}

const TRANSCRIPT = [
  said("hello", { timestamp: "2026-01-15T10:00:00Z" }),
  said("<command-message>x</command-message>\n<command-name>/review</command-name>"),
  said("the body", { isMeta: true }),
  said("what was said before", { isCompactSummary: true }),
  said("<local-command-stdout>x</local-command-stdout>"),
  said("<task-notification>done</task-notification>"),
  said([{ type: "text", text: "[Request interrupted by user]" }]),
  call("1", "Skill", { skill: "p:x" }),
  call("2", "Bash", { command: "cd /x && CI=1 npm run test -- --all" }),
  failed("2", "Exit code 1\nno such file"),
  call("3", "Bash", { command: "npm run test" }),
  failed("3", [{ type: "text", text: "Exit code 2" }]),
  call("4", "Bash", { command: "python3 -u tools/x.py" }),
  failed("4", "Exit code 9"),
  call("5", "Edit", {}),
  failed("5", "String to replace not found in file."),
  call("6", "Bash", { command: "rm x" }),
  failed("6", "The user doesn't want to proceed with this tool use. It was rejected"),
  call("7", "Bash", { command: "rm y" }),
  failed("7", "PreToolUse:Bash hook error: [guard]: no rm"),
  call("8", "Write", {}),
  failed("8", "Permission to use Write has been denied."),
  ...[1, 2, 3].map((at) => call(`r${at}`, "Read", { file_path: "/p/a.ts" })),
  ...[10, 20, 30].map((offset) => call("r", "Read", { file_path: "/p/b.ts", offset })),
  call("a", "Agent", { subagent_type: "explorer" }),
  line({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "a", content: "ok" }] },
    toolUseResult: { totalDurationMs: 12_345, totalTokens: 31_000 },
  }),
  line({ type: "assistant", message: usage("m1", 100, 900, 50) }),
  line({ type: "assistant", message: usage("m1", 100, 900, 60) }),
  line({ type: "assistant", message: usage("m2", 500, 1_500, 40) }),
  ...[20, 90].map((durationMs) =>
    line({
      type: "attachment",
      attachment: { type: "hook_success", hookEvent: "PreToolUse", command: "guard", durationMs },
    })
  ),
  line({
    type: "attachment",
    attachment: { type: "hook_additional_context", hookEvent: "PreToolUse", content: ["x"] },
  }),
  line({
    type: "attachment",
    attachment: { type: "hook_non_blocking_error", hookEvent: "Stop", command: "end", exitCode: 1 },
  }),
  line({
    type: "system",
    subtype: "stop_hook_summary",
    hookInfos: [{ command: "notify", durationMs: 15_400 }],
  }),
  line({ type: "system", subtype: "compact_boundary" }),
  line({ type: "new-kind", message: null }),
  "not json",
  line({
    type: "user",
    timestamp: "2026-01-15T11:30:00Z",
    message: { content: [null, 5, { type: "tool_result", is_error: true }] },
  }),
  `{"type":"assistant","mess`,
].join("\n");

Deno.test("report retrospective groups what the transcript holds by cause", async () => {
  const path = "/home/ada/.claude/projects/-project/s1.jsonl";
  const env = { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s1" };
  assertEquals(
    await report({ env, files: { [path]: TRANSCRIPT } }, "retrospective"),
    `Transcript: ${path} (all of it)
Time: 2026-01-15 10:00 to 2026-01-15 11:30 UTC, 1 h 30 min
Prompts: 2, tool calls: 15, compactions: 1, interruptions by you: 1
Tokens: 100 written, 3,000 read (80 % from the cache), largest context 2,000

Skills used:
- review: 1 time
- p:x: 1 time

Commands that failed:
- npm run test: 2 times, last: Exit code 2
- python3 x.py: 1 time, last: Exit code 9

Other tool calls that failed:
- Edit: 1 time, last: String to replace not found in file.
- unknown tool: 1 time

Denied:
- Bash, by you: 1 time, last: The user doesn't want to proceed with this tool use. It was rejected
- Bash, by a hook: 1 time, last: PreToolUse:Bash hook error: [guard]: no rm
- Write, by permissions: 1 time, last: Permission to use Write has been denied.

Read again and again:
- /p/a.ts: 3 times

Subagents:
- explorer: 1 time, 31,000 tokens, 12 s

Hooks, by the time they took:
- Stop: notify: 1 time, 15 s together, 15,400 ms at most
- PreToolUse: guard: 2 times, 0.1 s together, 90 ms at most
- Stop: end: 1 time, 0.0 s together, 0 ms at most, 1 failed
`,
  );
});

Deno.test("report retrospective --since adds up all sessions of the project from then on", async () => {
  const folder = "/home/ada/.claude/projects/-project";
  const now = Date.UTC(2026, 0, 15, 12);
  const hour = 3_600_000;
  const prompts = (...hours: number[]) =>
    hours.map((ago) => said("hi", { timestamp: new Date(now - ago * hour).toISOString() }))
      .join("\n");
  const files = {
    [`${folder}/s1.jsonl`]: { text: prompts(30, 20), mtime: now - 20 * hour },
    [`${folder}/s2.jsonl`]: { text: prompts(3, 2, 1), mtime: now - hour },
    [`${folder}/s3.jsonl`]: { text: prompts(90, 80), mtime: now - 80 * hour },
    "/home/ada/.claude/projects/-else/s4.jsonl": { text: prompts(1), mtime: now - hour },
  };
  const world = { env: { HOME: "/home/ada" }, files, now };
  const text = await report(world, "retrospective", "--since", "1d");
  assertStringIncludes(
    text,
    "Transcripts: 2 sessions of this project since 2026-01-14 12:00 UTC\n",
  );
  assertStringIncludes(text, "Time: 2026-01-14 16:00 to 2026-01-15 11:00 UTC\n");
  assertStringIncludes(text, "Prompts: 4,");
  const all = await report(world, "retrospective", "--since", "2026-01-01");
  assertStringIncludes(all, "Transcripts: 3 sessions");
  const none = await report(world, "retrospective", "--since", "1h", "--project", "/home");
  assertStringIncludes(none, "Transcript: none, the agent has written none for this project since");
});

Deno.test("report retrospective says how far the chains of the sessions came", async () => {
  const folder = "/home/ada/.claude/projects/-project";
  const chains = "/home/ada/.local/state/skillhook/chains";
  const step = (skill: string) => ({ skill, args: "" });
  const record = (...happened: object[]) =>
    [
      { is: "planned", steps: ["design", "orchestrate", "commit"].map(step), project: "" },
      ...happened,
    ]
      .map((one) => line({ at: 1, ...one })).join("\n");
  const files = {
    ...Object.fromEntries(["s1", "s2", "s3"].map((id) => [`${folder}/${id}.jsonl`, said("hi")])),
    [`${chains}/s1`]: record({ is: "done", step: 0 }, { is: "begun", step: 1 }),
    [`${chains}/s2`]: record({ is: "finished" }),
  };
  const text = await report(
    { env: { HOME: "/home/ada" }, files },
    "retrospective",
    "--since",
    "9w",
  );
  assertStringIncludes(text, "Chains: 2, 1 to their end, 0 cancelled, 1 unfinished:\n");
  assertStringIncludes(text, "\n- at 2/3, in /orchestrate\n");
});

Deno.test("report retrospective finds a session below another project's folder", async () => {
  const files = { "/home/ada/.claude/projects/-else/s1.jsonl": TRANSCRIPT };
  const env = { HOME: "/home/ada" };
  assertStringIncludes(await report({ env, files }, "retrospective", "--session", "s1"), "-else");
  const nothing = await report({ env, files }, "retrospective", "--session", "../s1");
  assertStringIncludes(nothing, "Transcript: none");
});

Deno.test("report retrospective reads only the end of a long transcript", async () => {
  const long = `${`{"type":"system","subtype":"compact_boundary"}\n`.repeat(60_000)}`;
  const text = await report({ files: { "/t": long } }, "retrospective", "--transcript", "/t");
  assertStringIncludes(text, "its last 2 MB");
  const count = Number(/compactions: (\d+)/.exec(text)?.[1]);
  assert(count > 40_000 && count < 50_000, String(count));
});

const LINES: readonly [stdin: string, expected: string][] = [
  ["", "project\n"],
  ["nonsense", "project\n"],
  ["[]", "project\n"],
  [`{"model":{"display_name":"Opus"},"workspace":{"project_dir":"/a/b"}}`, "Opus · b\n"],
  [
    `{"model":{"id":"m\\u001b]0;x\\u0007\\n"},"context_window":{"used_percentage":41.6}}`,
    "m ]0;x · project · 42 % context\n",
  ],
  [`{"model":5,"context_window":null,"cwd":7}`, "project\n"],
  [`{"model":"${"m".repeat(500)}"}`, `${"m".repeat(49)}… · project\n`],
];

for (const [stdin, expected] of LINES) {
  Deno.test(`report statusline draws one line for ${JSON.stringify(stdin.slice(0, 60))}`, async () => {
    assertEquals(await report({ stdin: stdin }, "statusline"), expected);
  });
}

Deno.test("report statusline shows branch, changes and the task in progress", async () => {
  const files = {
    "/project/.git/HEAD": "ref: refs/heads/main\n",
    "/project/session.md": "## In progress\n- [ ] parser\n",
  };
  const world = { files, commands: [FILTERS, [GIT, " M a\n?? b\n"]] as FakeWorld["commands"] };
  assertEquals(
    await report({ ...world, stdin: "" } as FakeWorld, "statusline"),
    "project · main +1 ?1 · parser\n",
  );
});

Deno.test("report statusline shows the plan that the task in progress names", async () => {
  const files = {
    "/project/plans/auth/progress.md": "- [x] Step 1: a\n- [!] Step 2: b\n- [ ] Step 3: c\n",
    "/project/plans/other/progress.md": "- [ ] Step 1: a\n",
    "/project/session.md": "## In progress\n- [ ] log in (plans/auth/plan.md)\n",
  };
  const text = await report({ files, stdin: "" } as FakeWorld, "statusline");
  assertEquals(text, "project · auth 1/3 !1 · log in (plans/auth/plan.md)\n");
});

Deno.test("report names its reports when it does not know one", async () => {
  const host: FakeHost = fakeHost({ args: ["report", "weather"] });
  const { stderr, code } = await runCommand(host);
  assertEquals(code, 64);
  assertStringIncludes(stderr, "status, plans, retrospective, statusline");
});

for (const args of [["retrospective", "--since", "soon"], ["status", "auth"]]) {
  Deno.test(`report ${args.join(" ")} is wrong usage`, async () => {
    assertEquals((await runCommand(fakeHost({ args: ["report", ...args] }))).code, 64);
  });
}

Deno.test("report statusline shows the step of the session's chain, and nothing of one that is over", async () => {
  const at = 1_000;
  const steps = ["design", "plan-tdd", "orchestrate", "commit"].map((skill) => ({
    skill,
    args: "",
  }));
  const lines = [
    { at, is: "planned", steps, project: "/project" },
    { at, is: "begun", step: 1 },
    { at, is: "begun", step: 2 },
  ];
  const drawn = (more: object[]) => {
    const record = [...lines, ...more].map((line) => JSON.stringify(line)).join("\n");
    const files = { "/home/.local/state/skillhook/chains/s1": record };
    return report(
      { files, stdin: '{"session_id":"s1"}', env: { HOME: "/home" } } as FakeWorld,
      "statusline",
    );
  };
  assertEquals(await drawn([]), "project · 3/4 orchestrate\n");
  assertEquals(await drawn([{ at, is: "cancelled" }]), "project\n");
});
