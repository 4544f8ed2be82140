/** After a compaction the texts that are needed come back at once, and no others. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sessions } from "../progress/session.ts";

const SKILLS = "/p/.claude/skills";
const EXITS = { design: [], "plan-adhoc": [], commit: [] };

function companion(name: string, more = "", text = `TEXT OF ${name}.`): Record<string, string> {
  return {
    [`${SKILLS}/${name}-first-use/SKILL.md`]: `---\nuser-invocable: false\n---\n${text}\n`,
    ...more === ""
      ? {}
      : { [`${SKILLS}/${name}/SKILL.md`]: `---\ndescription: x\n${more}\n---\nStub.\n` },
  };
}

function typed(sessions: Sessions, skill: string, prompt_id: string) {
  return sessions.fire("s", "UserPromptExpansion", { command_name: skill, prompt_id });
}

/** What the start of the session says after a compaction within a prompt. */
async function afterCompaction(sessions: Sessions, prompt_id: string): Promise<string> {
  await sessions.fire("s", "PreCompact", { trigger: "auto", prompt_id });
  return (await sessions.fire("s", "SessionStart", { source: "compact", prompt_id })).context;
}

for (
  const [lifecycle, prompt, comes] of [
    ["lifecycle: pinned", "later", true],
    ['lifecycle: "pinned" # always', "later", true],
    ["lifecycle: once", "first", false],
    ["lifecycle: sometimes", "later", false],
    ["version: 1.0.0", "later", false],
    ["version: 1.0.0", "first", true],
  ] as const
) {
  Deno.test(`a skill with ${lifecycle}, compacted in its ${prompt} prompt, ${comes ? "comes" : "does not come"} back`, async () => {
    const sessions = new Sessions({}, companion("guide", lifecycle));
    assertStringIncludes((await typed(sessions, "guide", "first")).context, "TEXT OF guide.");
    const context = await afterCompaction(sessions, prompt);
    assertEquals(context.split("TEXT OF guide.").length - 1, comes ? 1 : 0, context);
    const again = (await typed(sessions, "guide", "third")).context;
    assertEquals(again.includes("TEXT OF guide."), !comes, "once in a context");
  });
}

Deno.test("of a chain the step in progress comes back, not those that are done or open", async () => {
  const files = Object.assign({}, ...Object.keys(EXITS).map((name) => companion(name)));
  const sessions = new Sessions(EXITS, files);
  await sessions.prompt("s", "/design plans/foo, /plan-adhoc and /commit");
  await typed(sessions, "design", "prompt-1");
  await sessions.skill("s", "plan-adhoc");
  const context = await afterCompaction(sessions, "prompt-1");
  assertStringIncludes(
    context,
    'The skill "plan-adhoc" is in use. Its instructions:\n\nTEXT OF plan-adhoc.',
  );
  assertEquals(context.match(/TEXT OF /g)?.length, 1);
  assert(context.startsWith("[CONTINUATION-PASSING] Unfinished chain, step 2/3"));
});

Deno.test("a text that does not fit is named with its file, and those behind it still come", async () => {
  const long = companion("long", "lifecycle: pinned", "word ".repeat(2_500));
  const sessions = new Sessions({}, { ...companion("guide", "lifecycle: pinned"), ...long });
  await typed(sessions, "guide", "first");
  await typed(sessions, "long", "first");
  const context = await afterCompaction(sessions, "later");
  assertStringIncludes(context, `"${SKILLS}/long-first-use/SKILL.md": read them before going on`);
  assertStringIncludes(context, "TEXT OF guide.");
  assert(context.length < 10_000, String(context.length));
});

Deno.test("another session's skills, and a subagent's, do not come back", async () => {
  const sessions = new Sessions({}, companion("guide", "lifecycle: pinned"));
  await sessions.skill("other", "guide");
  await sessions.skill("s", "guide", "", { agent_id: "a1" });
  assertEquals((await afterCompaction(sessions, "later")).includes("TEXT OF"), false);
});
