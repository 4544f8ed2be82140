/** The start of a session, touched files and a skill's own command: events over a machine in memory. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";

const TMP = { directory: true, mode: 0o1777, owner: 0 } as const;
const LISTED = "---\nname: known\ndescription: The agent lists it\n---\nx";
const FLAT =
  "---\nname: notes\ndescription: Writes notes\ntrigger: /note\n---\nWrite $ARGUMENTS down.\n";
const REACT = "---\nname: react\ndescription: React ways\ntriggers:\n  files: ['*.tsx']\n---\nx";
const PYTHON = "---\nname: py\ndescription: Python ways\ntriggers:\n  languages: [python]\n---\nx";
const S = "/p/.claude/skills";

function world(files: Readonly<Record<string, string>>, more: FakeWorld = {}): FakeHost {
  const env = { HOME: "/h", CLAUDE_PLUGIN_DATA: "/data" };
  const host = fakeHost({ files: { "/tmp": TMP, ...files }, env, ...more });
  host.advance(10_000);
  return host;
}

/** Context and diagnostics of one event. */
async function fire(host: FakeHost, event: string, fields: object = {}) {
  const input = { hook_event_name: event, session_id: "s1", cwd: "/p", ...fields };
  const { code, stdout, stderr } = await answer(JSON.stringify(input), host);
  assertEquals(code, 0, stderr);
  const text = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  return { text: text as string, stderr };
}

const begin = async (host: FakeHost, source: string, more = {}) =>
  (await fire(host, "SessionStart", { source, ...more })).text;
const touch = async (host: FakeHost, file: string, more = {}) =>
  (await fire(host, "PostToolUse", { tool_name: "Read", tool_input: { file_path: file }, ...more }))
    .text;
const prompt = async (host: FakeHost, text: string, more = {}) =>
  await fire(host, "UserPromptSubmit", { prompt: text, ...more });

Deno.test("SessionStart is silent where the agent lists all skills itself", async () => {
  const host = world({ [`${S}/known/SKILL.md`]: LISTED, "/h/.claude/skills/b/SKILL.md": LISTED });
  for (const source of ["startup", "resume", "clear", "compact", "fork", "new"]) {
    assertEquals(await begin(host, source), "", source);
  }
});

Deno.test("SessionStart lists the skills that the agent does not, with their files", async () => {
  const host = world({
    [`${S}/known/SKILL.md`]: LISTED,
    [`${S}/notes.md`]: FLAT,
    [`${S}/hidden.md`]: FLAT.replace("notes", "hidden").replace(
      "trigger:",
      "disable-model-invocation: true\nx:",
    ),
    "/p/.agents/skills/team/SKILL.md": LISTED.replace("known", "team"),
  });
  assertEquals(
    await begin(host, "startup"),
    "More skills of this place, listed by skillhook; read a skill's file before use:\n" +
      "- notes: Writes notes (/note, .claude/skills/notes.md)\n" +
      "- team: The agent lists it (.agents/skills/team/SKILL.md)",
  );
});

Deno.test("SessionStart lists all skills, or none, where skillhook.yaml says so", async () => {
  const files = { [`${S}/known/SKILL.md`]: LISTED, [`${S}/notes.md`]: FLAT };
  const settings = "/p/.claude/skillhook.yaml";
  assertEquals(
    await begin(world({ ...files, [settings]: "index: {session-start: true}" }), "startup"),
    "Skills of this place, listed by skillhook; where a file is named, read it before use:\n" +
      "- known: The agent lists it\n- notes: Writes notes (/note, .claude/skills/notes.md)",
  );
  const off = world({ ...files, [settings]: "index: {session-start: false}" });
  assertEquals(await begin(off, "startup"), "");
  const small = world({ ...files, [settings]: "index: {session-start: true, budget: 40}" });
  assertStringIncludes(
    await begin(small, "startup"),
    '(2 more skills are hidden: run "skillhook skill index"',
  );
});

Deno.test("SessionStart repeats nothing that is still in the context", async () => {
  const host = world({ [`${S}/notes.md`]: FLAT });
  const index = await begin(host, "startup");
  assertEquals(index === "", false);
  assertEquals(await begin(host, "resume"), "");
  assertEquals(await begin(host, "compact"), index);
  assertEquals(await begin(host, "resume"), "");
  assertEquals(await begin(host, "clear"), index);
  assertEquals(await begin(host, "startup", { session_id: "s2" }), index);
  assertEquals(await begin(host, "fork", { session_id: "s3" }), "");
  host.change(`${S}/notes.md`, FLAT.replace("Writes", "Keeps"));
  host.advance(10_000);
  assertStringIncludes(await begin(host, "resume"), "Keeps notes");
  assertEquals(await begin(host, "startup", { agent_id: "a1" }), "");
});

Deno.test("SessionStart names the skills in use after a compaction or a resume, in one line", async () => {
  const host = world({ [`${S}/known/SKILL.md`]: LISTED, [`${S}/notes.md`]: FLAT });
  await begin(host, "startup");
  await fire(host, "PreToolUse", { tool_name: "Skill", tool_input: { skill: "known" } });
  host.advance(1_000);
  await prompt(host, "/note x");
  await fire(host, "PreToolUse", { tool_name: "Skill", tool_input: { skill: "none" } });
  const line = "Skills in use earlier in this session: notes, known. " +
    "The text of each loads again on its next use.";
  assertEquals((await begin(host, "compact")).split("\n\n")[0], line);
  await fire(host, "SessionEnd", { reason: "other" });
  assertEquals(await begin(host, "resume"), "", "it was said in this context");
  await fire(host, "PreToolUse", { tool_name: "Skill", tool_input: { skill: "known" } });
  assertStringIncludes(await begin(host, "resume"), "session: known, notes.");
  assertEquals((await begin(host, "clear")).includes("in use"), false);
  assertEquals((await begin(host, "compact")).includes("in use"), false);
  assertEquals((await begin(host, "resume", { session_id: "s2" })).includes("in use"), false);
});

Deno.test("SessionStart puts the recently used first", async () => {
  const files = { [`${S}/a.md`]: FLAT.replace("notes", "a"), [`${S}/notes.md`]: FLAT };
  const host = world(files);
  assertStringIncludes(
    await begin(host, "startup"),
    "- a: Writes notes (/note, .claude/skills/a.md)\n- notes",
  );
  await prompt(host, "/note x");
  const used = world(files);
  await recordNotes(used);
  assertStringIncludes(await begin(used, "startup", { session_id: "s9" }), "- notes: Writes notes");
  async function recordNotes(host: FakeHost) {
    host.change(`${S}/a.md`, files[`${S}/a.md`]!.replace("trigger: /note\n", ""));
    host.advance(10_000);
    await prompt(host, "/note x");
    const text = await begin(host, "startup", { session_id: "s8" });
    assertEquals(text.split("\n")[1]!.startsWith("- notes:"), true, text);
  }
});

Deno.test("PostToolUse names a skill at the first file it waits for, once per session and context", async () => {
  const host = world({
    [`${S}/react/SKILL.md`]: REACT,
    [`${S}/py.md`]: PYTHON,
    [`${S}/known/SKILL.md`]: LISTED,
  });
  const react = 'The skill "react" is for files like src/App.tsx (*.tsx): React ways. ' +
    'To use it: Skill(skill: "react")';
  assertEquals(await touch(host, "/p/README.md"), "");
  assertEquals(await touch(host, "/p/src/App.tsx"), react);
  assertEquals(await touch(host, "/p/src/App.tsx"), "");
  assertEquals(await touch(host, "/p/other.tsx"), "");
  assertEquals(await touch(host, "/p/src/App.tsx", { agent_id: "a1" }), react);
  assertEquals(await touch(host, "/p/src/App.tsx", { session_id: "s2" }), react);
  assertEquals(
    await touch(host, "/elsewhere/x.py", { tool_name: "Edit" }),
    'The skill "py" is for files like x.py (python): Python ways. To use it: read /p/.claude/skills/py.md',
  );
  for (const tool_name of ["Bash", "Grep", "NotebookEdit", 7]) {
    assertEquals(await touch(host, "/p/new.tsx", { tool_name, session_id: "s3" }), "");
  }
  assertEquals(await touch(host, "/p/new.tsx", { tool_input: null, session_id: "s3" }), "");
  await begin(host, "clear");
  assertEquals(await touch(host, "/p/src/App.tsx"), react, "a cleared context was told nothing");
});

Deno.test("PostToolUse looks at no skill for a minute after somebody did and none waits", async () => {
  const host = world({ [`${S}/known/SKILL.md`]: LISTED });
  await begin(host, "startup");
  host.forget();
  assertEquals(await touch(host, "/p/a.tsx"), "");
  // What the session has touched, and whether anybody waits.
  assertEquals([host.calls.glance, host.calls.stat, host.calls.linkStat, host.calls.readText], [
    2,
    0,
    0,
    0,
  ]);
  host.makeDirectory(`${S}/react`);
  host.writeText(`${S}/react/SKILL.md`, REACT);
  assertEquals(await touch(host, "/p/a.tsx"), "");
  host.advance(61_000);
  assertStringIncludes(await touch(host, "/p/a.tsx"), '"react"');
});

Deno.test("PostToolUse says so where it cannot remember, and does not repeat itself", async () => {
  const host = world({ [`${S}/react/SKILL.md`]: REACT }, { env: {} });
  const { text, stderr } = await fire(host, "PostToolUse", {
    tool_name: "Write",
    tool_input: { file_path: "/p/a.tsx" },
  });
  assertEquals(text, "");
  assertStringIncludes(stderr, "Cannot remember that the skill was named");
});

Deno.test("UserPromptSubmit brings the text of a skill whose command the agent does not know", async () => {
  const host = world({ [`${S}/notes.md`]: FLAT });
  const { text } = await prompt(host, "/note buy milk\nand bread");
  assertEquals(
    text,
    'The prompt calls the skill "notes" by its command /note. Its instructions:\n\n' +
      "Write buy milk\nand bread down.",
  );
  for (const silent of ["/notes x", "/Note x", "/note/x", "note x", " x /note", "/", "/notex"]) {
    assertEquals((await prompt(host, silent)).text, "", silent);
  }
  assertEquals((await prompt(host, "/note x", { agent_id: "a1" })).text, "");
});

Deno.test("UserPromptSubmit adds words that the text does not ask for, and cuts long texts with a word", async () => {
  const plain = FLAT.replace("Write $ARGUMENTS down.", "Write it down.");
  const { text } = await prompt(world({ [`${S}/notes.md`]: plain }), "/note a b");
  assertStringIncludes(text, "Write it down.\n\nARGUMENTS: a b");
  const long = FLAT + "Some sentence of instructions.\n".repeat(1_000);
  const cut = (await prompt(world({ [`${S}/notes.md`]: long }), "/note a")).text;
  assertStringIncludes(cut, "left out to stay within the context budget]");
  assertStringIncludes(cut, "all of them are in /p/.claude/skills/notes.md");
  assertEquals(cut.length < 9_500, true);
});

Deno.test("UserPromptSubmit pays a skill's text from the whole budget too", async () => {
  const long = FLAT + "Some sentence of instructions.\n".repeat(100);
  const withBudget = async (budget: string) => {
    const files = { [`${S}/notes.md`]: long, "/p/.claude/skillhook.yaml": `budget: {${budget}}\n` };
    return (await prompt(world(files), "/note a")).text;
  };
  const cut = await withBudget("total: 100");
  assertStringIncludes(cut, "[skillhook:");
  assertEquals(cut.length < 600, true);
  const whole = await withBudget("total: 0, per-skill: 100");
  assertEquals(whole.includes("[skillhook:"), false, "no budget at all");
});

Deno.test("UserPromptSubmit leaves a command to the agent that knows it", async () => {
  const files = { [`${S}/notes.md`]: FLAT };
  for (
    const path of [
      "/p/.claude/commands/note.md",
      `${S}/note/SKILL.md`,
      "/h/.claude/commands/note.md",
    ]
  ) {
    assertEquals((await prompt(world({ ...files, [path]: "x" }), "/note x")).text, "", path);
  }
  const builtin = world({ [`${S}/notes.md`]: FLAT.replace("/note", "/compact") });
  const { text, stderr } = await prompt(builtin, "/compact x");
  assertEquals(text, "");
  assertStringIncludes(
    stderr,
    'Trigger "/compact" does not reach this skill: the agent\'s own command',
  );
});

Deno.test("UserPromptSubmit runs no command of a project's skill that nobody allowed", async () => {
  const host = world({ [`${S}/notes.md`]: FLAT + "\n!`rm -rf /`\n" });
  const { text } = await prompt(host, "/note x");
  assertEquals(host.ran, []);
  assertStringIncludes(text, "skillhook trust allow");
});

Deno.test("UserPromptSubmit loads a triggered skill's companion once in a context", async () => {
  const host = world({
    [`${S}/go/SKILL.md`]:
      "---\nname: go\ndescription: d\ntriggers: {commands: [/sprint]}\n---\nstub",
    [`${S}/go-first-use/SKILL.md`]: "---\nname: go-first-use\ndescription: d\n---\nAll of it.",
    [`${S}/reference.md`]: "As before.",
  });
  assertStringIncludes((await prompt(host, "/sprint x")).text, "Its instructions:\n\nAll of it.");
  assertStringIncludes((await prompt(host, "/sprint x")).text, "Its instructions:\n\nAs before.");
});

Deno.test("UserPromptSubmit names the file that has all of a companion it cuts", async () => {
  const host = world({
    [`${S}/go/SKILL.md`]:
      "---\nname: go\ndescription: d\ntriggers: {commands: [/sprint]}\n---\nstub",
    [`${S}/go-first-use/SKILL.md`]: "A sentence of instructions.\n".repeat(1_000),
  });
  const { text } = await prompt(host, "/sprint x");
  assertStringIncludes(text, `all of them are in ${S}/go-first-use/SKILL.md`);
});

Deno.test("SessionStart does not repeat a list because a skill in it was used", async () => {
  const host = world({ [`${S}/a.md`]: LISTED.replace("known", "a"), [`${S}/notes.md`]: FLAT });
  assertStringIncludes(await begin(host, "startup"), "- a:");
  await prompt(host, "/note x");
  const again = await begin(host, "resume");
  assertStringIncludes(again, "Skills in use earlier in this session: notes.");
  assertEquals(again.includes("- a:"), false);
});

Deno.test("SessionStart says so where the budget has no room for one skill", async () => {
  const host = world({
    [`${S}/notes.md`]: FLAT,
    "/p/.claude/skillhook.yaml": "index: {budget: 5}\n",
  });
  const { text, stderr } = await fire(host, "SessionStart", { source: "startup" });
  assertEquals(text, "");
  assertStringIncludes(stderr, "No room in the budget for 1 skill");
});
