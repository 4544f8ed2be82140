import { assertEquals, assertMatch } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { wantedEntries } from "../../src/install/own_places.ts";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const explainVerb = verb("explain");

const HOME_SETTINGS = "/home/ada/.claude/settings.json";
const hooks = Object.fromEntries(
  wantedEntries("/opt/skillhook").map(({ event, group }) => [event, [group]]),
);
const FILES = {
  [HOME_SETTINGS]: JSON.stringify({ hooks }, null, 2),
  "/tmp": { directory: true, mode: 0o1777, owner: 0 },
  "/code/.claude/skillhook.yaml": "# ours\nshortcuts:\n  t: Run the tests\n  s: off\n",
  "/code/.claude/skills/design/SKILL.md":
    "---\nname: design\ncontinuation:\n  cooperative: true\n  default-exit: [/commit]\n---\n",
  "/code/.claude/skills/commit/SKILL.md":
    "---\nname: commit\ncontinuation: {cooperative: true}\n---\n",
  "/code/.claude/skills/rev/SKILL.md": "---\nname: rev\n---\nstub\n",
  "/code/.claude/skills/rev-first-use/SKILL.md":
    "---\nname: rev-first-use\n---\nReview.\n\n!`date`\n",
  "/home/ada/.claude/skills/big/SKILL.md": "---\nname: big\n---\nstub\n",
  "/home/ada/.claude/skills/big-first-use/SKILL.md": `---\nname: b\n---\n${
    "Word by word\n".repeat(2000)
  }`,
} as const;

const prompt = (text: string, more = {}) => ({
  hook_event_name: "UserPromptSubmit",
  prompt: text,
  session_id: "s1",
  cwd: "/code",
  ...more,
});
const use = (skill: string) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Skill",
  tool_input: { skill },
  session_id: "s1",
  cwd: "/code",
});

function world(event: unknown, args: readonly string[] = []) {
  return fakeHost({
    files: FILES,
    env: { HOME: "/home/ada", CLAUDE_PROJECT_DIR: "/code" },
    cwd: "/code",
    args,
    stdin: typeof event === "string" ? event : JSON.stringify(event),
  });
}

/** Event → lines that the explanation holds. */
const ROWS: readonly (readonly [string, unknown, readonly RegExp[]])[] = [
  ["ordinary text", prompt("How are you"), [
    /^wired +\/home\/ada\/\.claude\/settings\.json:\d+ {2}\(10 s\)$/m,
    /^why +tier +It fits no tier/m,
    /^read +nothing$/m,
    /^answer +silence$/m,
  ]],
  ["a project's shortcut", prompt("t"), [
    /shortcut +"t" \(shortcuts\): the project's {2}\(\/code\/\.claude\/skillhook\.yaml:3\)/,
    /^answer +\{.*Run the tests/m,
  ]],
  ["a built-in shortcut", prompt("xc"), [/shortcut +"xc" \(shortcuts\): built in/]],
  ["a directive", prompt("d: think"), [/shortcut +"d:" \(directives\): built in/]],
  ["a shortcut that is off", prompt("s"), [/shortcut +There is no such entry/]],
  ["a chain", prompt("/design x"), [
    /chain +single: \/design x, \/commit/,
    /\/design: project {2}\(\/code\/\.claude\/skills\/design\/SKILL\.md:3\)/,
    /\/design ends the typed chain: .*design\/SKILL\.md:5\)/,
    /\/commit: project {2}\(.*commit\/SKILL\.md:3\)/,
    /registry +Skills looked up: \d+; snapshot: miss/,
  ]],
  ["no chain", prompt("/nothing x"), [/chain +"\/nothing" is no cooperative skill/]],
  ["a subagent", prompt("/design x", { agent_id: "a" }), [/tier +A subagent gets no chain/]],
  ["a skill's first use", use("rev"), [
    /skill +"rev" {2}\(.*rev\/SKILL\.md:2\)/,
    /marker +First use here: the whole text \(.*sessions\/session-s1\/main\)/,
    /trust +untrusted: .*rev-first-use\/SKILL\.md:6\)/,
    /commands +0 ran, 1 without an output/,
    /^ +\/home\/ada\/\.local\/state/m,
  ]],
  ["a long skill", use("big"), [
    /budget +26000 characters|budget +2\d{4} characters, cut into pages/,
  ]],
  ["a skill that is none of ours", use("design"), [/no companion "design-first-use"/]],
  ["an unknown skill", use("nobody"), [/skill +"nobody" is no skill of/]],
  ["a lost context", { hook_event_name: "PreCompact", session_id: "s1" }, [
    /marker +Forgotten: what was loaded in the session/,
  ]],
  ["another event", { hook_event_name: "Notification" }, [
    /^row +none: skillhook answers .* silence$/m,
  ]],
  ["no JSON", "{nonsense}", [
    /^event +\(none\)$/m,
    /^stderr +skillhook: .*not valid JSON/m,
    /^exit +1$/m,
  ]],
];

for (const [name, event, lines] of ROWS) {
  Deno.test(`explainVerb() explains ${name}`, async () => {
    const host = world(event);
    const before = { ...host.files };
    const { stdout, code } = await explainVerb([], host);
    assertEquals(code, 0);
    for (const line of lines) assertMatch(stdout, line);
    assertEquals(host.files, before, "nothing is written");
    // The answer is the hook's own, byte for byte.
    const { answer: said } = JSON.parse((await explainVerb(["--json"], world(event))).stdout);
    const text = typeof event === "string" ? event : JSON.stringify(event);
    assertEquals(said, await answer(text, world(event)));
  });
}

Deno.test("explainVerb() says that a string was cut", async () => {
  const long = `/design ${"x".repeat(12_000)}`;
  const { stdout } = await explainVerb(["--json"], world(prompt(long)));
  const { cut } = JSON.parse(stdout);
  assertEquals(cut.length, 1);
  assertMatch(cut[0], /^context: … \(\d+ more characters: they are in the user's prompt\)$/);
});

Deno.test("explainVerb() --last needs the log", async () => {
  const { code, stderr } = await explainVerb(["--last"], world(""));
  assertEquals(code, 1);
  assertMatch(stderr, /SKILLHOOK_LOG=1/);
});
