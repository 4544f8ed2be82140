/** Skills, subagents and compaction in a session. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { calls, played, type PlayWorld, specific } from "./played.ts";

const DIRECTORY = "/code/.claude/skills";
const skill = (head: string, body: string) => `---\n${head}\n---\n${body}\n`;
const FILES = {
  [`${DIRECTORY}/greet/SKILL.md`]: skill(
    "description: Greets people.",
    "# Greet\n\nSay hello to $ARGUMENTS.",
  ),
  [`${DIRECTORY}/gated/SKILL.md`]: skill(
    "description: Is gated.\nallowed-tools: Bash(echo *)",
    "# Gated",
  ),
  [`${DIRECTORY}/forky/SKILL.md`]: skill(
    "description: Forks.\ncontext: fork\nagent: Explore",
    "Do $ARGUMENTS.",
  ),
  [`${DIRECTORY}/hidden/SKILL.md`]: skill(
    "description: Hides.\ndisable-model-invocation: true",
    "# Hidden",
  ),
  [`${DIRECTORY}/silent/SKILL.md`]: skill(
    "description: Is not typed.\nuser-invocable: false",
    "# Silent",
  ),
  "/code/.claude/agents/reviewer.md": "---\nname: reviewer\n---\nReview strictly.\n",
};
const ECHO = calls("Bash", { command: "echo a" });
const DONE = { text: "Done." };
const DENY = JSON.stringify({ decision: "block", reason: "no" });
const agent = (prompt: string, subagent_type = "general-purpose") =>
  calls("Agent", { description: "look", prompt, subagent_type, run_in_background: false });
const play = (world: PlayWorld) => played({ files: FILES, ...world });

Deno.test("a typed skill is expanded, with its words in their place", async () => {
  const { order, shown, fired } = await play({
    prompts: ["/greet the  world"],
    turns: [DONE],
    hooks: { UserPromptExpansion: specific("UserPromptExpansion", { additionalContext: "hm" }) },
  });
  assertEquals(order.slice(1, -1), ["UserPromptSubmit", "UserPromptExpansion", "Stop"]);
  assertEquals(shown(0), [
    "user: <command-message>greet</command-message>\n<command-name>/greet</command-name>\n" +
    "<command-args>the  world</command-args>\n" +
    `Base directory for this skill: ${DIRECTORY}/greet\n\n# Greet\n\nSay hello to the  world.`,
    "system: UserPromptExpansion hook additional context: hm",
  ]);
  const { command_name, command_args, command_source, prompt } = fired[2]!;
  assertEquals(
    [command_name, command_args, command_source, prompt],
    ["greet", "the  world", "projectSettings", "/greet the  world"],
  );
});

Deno.test("a name that no skill has, or that is not typed, is a prompt like any other", async () => {
  for (const prompt of ["/nope x", "/silent x", "please /greet", "/"]) {
    const { order, shown } = await play({ prompts: [prompt], turns: [DONE] });
    assertEquals(order.slice(1, -1), ["UserPromptSubmit", "Stop"]);
    assertEquals(shown(0), [`user: ${prompt}`]);
  }
});

Deno.test("an expansion that is refused is not answered", async () => {
  const { result, requests } = await play({
    prompts: ["/greet x"],
    turns: [],
    hooks: { UserPromptExpansion: DENY },
  });
  assertEquals(requests, []);
  assertEquals(
    result.result,
    "UserPromptExpansion operation blocked by hook:\nno\n\nOriginal prompt: /greet x",
  );
});

Deno.test("the Skill tool brings a text once, then only what is new", async () => {
  const use = (args: string) => calls("Skill", { skill: "/greet", args });
  const { order, shown, result } = await play({ turns: [use("a"), use("a"), use("b"), DONE] });
  const head = "user: result: Launching skill: greet\n";
  const text = (args: string) =>
    `Base directory for this skill: ${DIRECTORY}/greet\n\n# Greet\n\nSay hello to ${args}.`;
  assertEquals(order.slice(2, 5), ["PreToolUse", "PostToolUse", "PostToolBatch"]);
  assertEquals(shown(1).slice(1), [head + text("a")]);
  assertEquals(shown(2).slice(1), [
    head + "Skill /greet is already loaded above; instructions unchanged. Arguments: a",
  ]);
  assertMatch(shown(3)[1]!, /\(Re-invocation of \/greet .*\)\nBase directory.*hello to b\.$/s);
  assertEquals(result.num_turns, 8);
});

Deno.test("a skill that there is not, or that the model may not use, is an error that no hook hears", async () => {
  for (const [name, error] of [["gret", "Did you mean greet?"], ["hidden", "disable-model"]]) {
    const { order, shown } = await play({ turns: [calls("Skill", { skill: name }), DONE] });
    assertEquals(order.slice(1, -1), ["UserPromptSubmit", "PostToolBatch", "Stop"]);
    assertStringIncludes(shown(1)[1]!, error!);
  }
});

Deno.test("what a skill may use is asked when the model starts it, and granted for the turn that types it", async () => {
  const asked = await play({ turns: [calls("Skill", { skill: "gated" }), DONE] });
  assertEquals(asked.order[3], "PermissionRequest");
  assertEquals(asked.result.permission_denials.length, 1);
  const typed = await play({ prompts: ["/gated", "again"], turns: [ECHO, DONE, ECHO, DONE] });
  const results = typed.events.flatMap((event) =>
    event.type === "user"
      ? event.message.content.flatMap((one) => one.type === "tool_result" ? [one.content] : [])
      : []
  );
  assertEquals(results[0], "ran echo a");
  assertStringIncludes(results[1]!, "haven't granted it yet");
});

Deno.test("a skill that forks is a subagent's first message, called or typed", async () => {
  const text = `Base directory for this skill: ${DIRECTORY}/forky\n\nDo it.`;
  const called = await play({
    turns: [calls("Skill", { skill: "forky", args: "it" }), { text: "Sub." }, DONE],
  });
  assertEquals(called.order.slice(1, -1), [
    ...["UserPromptSubmit", "PreToolUse", "SubagentStart", "SubagentStop"],
    ...["PostToolUse", "PostToolBatch", "Stop"],
  ]);
  assertEquals(called.fired[3]!.agent_type, "Explore");
  assertEquals(called.shown(1), [`user: ${text}`]);
  assertStringIncludes(
    called.shown(2).join("\n"),
    "completed (forked execution).\n\nResult:\nSub.",
  );
  const typed = await play({ prompts: ["/forky it"], turns: [{ text: "Sub." }] });
  assertEquals(typed.order.slice(1, -1), [
    ...["UserPromptExpansion", "UserPromptSubmit", "SubagentStart", "SubagentStop", "Stop"],
  ]);
  assertEquals(typed.result.result, "Sub.");
});

Deno.test("/help lists what can be typed, without a model and without hooks", async () => {
  const { result, order } = await play({ prompts: ["/help"], turns: [] });
  assertEquals(order, ["SessionStart", "SessionEnd"]);
  assertStringIncludes(result.result, "  /greet - Greets people.");
  assert(!result.result.includes("silent"));
});

Deno.test("the system prompt holds the index and the active texts, within the budget", async () => {
  const { requests } = await play({
    turns: [{ ...DONE, expect: { system: ["- greet: Greets people.", "# Active Skills"] } }],
  });
  const [{ system }] = requests as [typeof requests[number]];
  assertStringIncludes(system, "Say hello to");
  assert(!system.includes("Hides."));
  const small = await play({
    turns: [DONE],
    files: {
      ...FILES,
      "/home/ada/.claude/skillhook.yaml": "budget:\n  total: 120\n",
      [`${DIRECTORY}/long/SKILL.md`]: skill("description: Is long.", "so on ".repeat(2000)),
    },
  });
  assert(small.requests[0]!.system.length < 120 * 4 + 400);
});

Deno.test("a subagent has its own conversation, and the session's hooks, skills and permissions", async () => {
  const { fired, order, shown, result, requests } = await play({
    turns: [agent("Look.", "reviewer"), ECHO, { text: "Seen." }, DONE],
    allow: ["Bash"],
    hooks: { SubagentStart: specific("SubagentStart", { additionalContext: "careful" }) },
  });
  assertEquals(order.slice(1, -1), [
    ...["UserPromptSubmit", "PreToolUse", "SubagentStart", "PreToolUse", "PostToolUse"],
    ...["PostToolBatch", "SubagentStop", "PostToolUse", "PostToolBatch", "Stop"],
  ]);
  const inside = fired.slice(3, 8);
  const [{ agent_id }] = inside as [typeof fired[number]];
  for (const event of inside) {
    assertEquals([event.agent_id, event.agent_type], [agent_id, "reviewer"]);
    assertEquals(event.session_id, fired[0]!.session_id);
  }
  for (const event of [...fired.slice(0, 3), ...fired.slice(8)]) assert(!("agent_id" in event));
  assertEquals(shown(1), [
    "user: Look.",
    "system: SubagentStart hook additional context: careful",
  ]);
  assertEquals(requests[1]!.system, "Review strictly.");
  assertMatch(shown(3).join("\n"), /user: result: Seen\.\nagentId: a[0-9a-f]+$/);
  assertEquals([result.result, result.num_turns], ["Done.", 2]);
  assertMatch(String(inside.at(-1)!.agent_transcript_path), /\/subagents\/agent-a\w+\.jsonl$/);
});

Deno.test("a subagent's stop and its calls can be refused", async () => {
  const stopped = await play({
    turns: [agent("Look."), { text: "A." }, { text: "B." }, DONE],
    hooks: { SubagentStop: [DENY] },
  });
  assertEquals(stopped.order.filter((name) => name === "SubagentStop").length, 2);
  assertStringIncludes(stopped.shown(3).join("\n"), "B.\nagentId");
  const denied = await play({
    turns: [agent("Look."), ECHO, { text: "A." }, DONE],
    allow: ["Bash"],
    hooks: { PreToolUse: ["", { code: 2, stderr: "not you" }] },
  });
  assertEquals(denied.shown(2)[1], "user: error: Hook blocked tool execution: not you");
});

Deno.test("a compaction is told to hooks, and leaves a summary and the skills in use", async () => {
  const { order, fired, shown, events, requests } = await play({
    prompts: ["/greet you", "/compact keep it", "two"],
    turns: [{ text: "One." }, { summary: "<analysis>x</analysis><summary>S.</summary>" }, DONE],
    hooks: { PreCompact: "and this\n", SessionStart: ["", "back\n"] },
  });
  const compaction = ["PreCompact", "SubagentStop", "SessionStart", "PostCompact"];
  assertEquals(order.slice(4, -1), [...compaction, "UserPromptSubmit", "Stop"]);
  const [before, writer, start, after] = fired.slice(4, 8);
  assertEquals([writer!.agent_type, writer!.last_assistant_message], ["", after!.compact_summary]);
  assertEquals([before!.trigger, before!.custom_instructions], ["manual", "keep it"]);
  assertEquals([start!.source, start!.model], ["compact", "script"]);
  assertEquals(after!.compact_summary, "<analysis>x</analysis><summary>S.</summary>");
  assertMatch(
    shown(1).at(-1)!,
    /call no tool\.\n\nAdditional Instructions:\nkeep it\n\nand this$/,
  );
  const [summary, command, prompt, brought] = shown(2);
  assertMatch(summary!, /^user: This session is being continued .*\n\nSummary:\nS\.$/s);
  assertMatch(
    brought!,
    /### Skill: greet\n\nBase directory.*hello to you\.\n\nSessionStart:compact/s,
  );
  assertMatch(
    command!,
    /<command-args>keep it<\/command-args>\n<local-command-stdout>Compacted PreCompact \[hook PreCompact\] completed successfully: and this\nPostCompact \[hook PostCompact\] completed successfully<\/local-command-stdout>$/,
  );
  assertEquals(prompt, "user: two");
  assertEquals(requests.map(({ purpose }) => purpose), ["turn", "summary", "turn"]);
  assertEquals(
    events.filter((one) => one.type === "system" && one.subtype === "compact_boundary").length,
    1,
  );
});

Deno.test("a hook can keep a compaction from happening; a full context brings one about", async () => {
  const kept = await play({
    prompts: ["one", "/compact", "two"],
    turns: [{ text: "One." }, DONE],
    hooks: { PreCompact: DENY },
  });
  assertEquals(kept.requests.length, 2);
  assertMatch(kept.shown(1).join("\n"), /<local-command-stderr>Compaction blocked by .*: no<\//);
  const full = await play({ turns: [{ ...ECHO, in: 950_000 }, DONE], allow: ["Bash"] });
  const at = full.order.indexOf("PreCompact");
  assertEquals(full.order.slice(at - 1, at + 3), [
    ...["PostToolBatch", "PreCompact", "SubagentStop", "SessionStart"],
  ]);
  assertEquals(full.fired[at]!.trigger, "auto");
  assertStringIncludes(full.shown(2)[0]!, "The script has no summary here.");
  assertEquals(full.order.slice(at + 3, -1), ["PostCompact", "Stop"]);
});
