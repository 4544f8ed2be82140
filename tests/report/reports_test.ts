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
    { commands: [FILTERS, [GIT, { durationMs: 500 }]] },
    "not known, git status took longer than 50 ms",
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

const TRANSCRIPT = [
  `{"type":"user","timestamp":"2026-01-15T10:00:00Z","message":{"role":"user","content":"hello"}}`,
  `{"type":"user","message":{"role":"user","content":"<command-message>x</command-message>\\n<command-name>/review</command-name>"}}`,
  `{"type":"user","isMeta":true,"message":{"role":"user","content":"the body"}}`,
  `{"type":"user","message":{"role":"user","content":"<local-command-stdout>x</local-command-stdout>"}}`,
  `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Skill","input":{"skill":"p:x"}}]}}`,
  `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"2","name":"Bash","input":{}}]}}`,
  `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"2","is_error":true,"content":"exit 1\\nno such file"}]}}`,
  `{"type":"system","subtype":"compact_boundary"}`,
  `{"type":"new-kind","message":null}`,
  `not json`,
  `{"type":"user","timestamp":"2026-01-15T11:30:00Z","message":{"content":[null,5,{"type":"tool_result","is_error":true}]}}`,
  `{"type":"assistant","mess`,
].join("\n");

Deno.test("report retrospective counts what the transcript holds", async () => {
  const path = "/home/ada/.claude/projects/-project/s1.jsonl";
  const env = { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s1" };
  assertEquals(
    await report({ env, files: { [path]: TRANSCRIPT } }, "retrospective"),
    `Transcript: ${path} (all of it)
Time: 2026-01-15 10:00 to 2026-01-15 11:30 UTC, 1 h 30 min
Prompts: 2, tool calls: 2, compactions: 1

Skills used:
- review: 1 time
- p:x: 1 time

Failed tool calls:
- Bash: 1 time, last: exit 1 no such file
- unknown tool: 1 time
`,
  );
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

Deno.test("report names its reports when it does not know one", async () => {
  const host: FakeHost = fakeHost({ args: ["report", "weather"] });
  const { stderr, code } = await runCommand(host);
  assertEquals(code, 64);
  assertStringIncludes(stderr, "status, retrospective, statusline");
});
