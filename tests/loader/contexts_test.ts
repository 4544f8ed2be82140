/** First use and later use over a session's life: events, subagents, edits, compaction. */
import { assertEquals } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { runCommand } from "../../src/cli/command.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import type { Host } from "../../src/host/host.ts";

const SKILLS = "/home/ada/.claude/skills";
const FILES = {
  [`${SKILLS}/review/SKILL.md`]: "---\nname: fancy\ndescription: Reviews.\n---\nReview.\n",
  [`${SKILLS}/review-first-use/SKILL.md`]:
    "---\nuser-invocable: false\n---\n<skill>\nBODY $0\n</skill>\n<output>\nOUT ${CLAUDE_SESSION_ID}\n</output>\n",
  [`${SKILLS}/reference.md`]: "REFERENCE\n",
  [`${SKILLS}/plain/SKILL.md`]: "No companion.\n",
  [`${SKILLS}/stub/SKILL.md`]: "---\nname: stub\n---\n!`skillhook load stub`\n",
  [`${SKILLS}/stub-first-use/SKILL.md`]: "STUB BODY\n",
};
const ENV = { HOME: "/home/ada" };

function world(env: Record<string, string> = {}): FakeHost {
  return fakeHost({ files: FILES, env: { ...ENV, ...env } });
}

/** What an event adds to the context; empty for silence. */
async function context(host: Host, event: string, fields: Record<string, unknown>) {
  const input = { hook_event_name: event, session_id: "s1", cwd: "/code", ...fields };
  const { stdout, code } = await answer(JSON.stringify(input), host);
  assertEquals(code, 0);
  // What the summariser is told is plain text, and no context.
  if (stdout === "" || event === "PreCompact") return "";
  const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  assertEquals(hookEventName, event);
  return additionalContext as string;
}

function typed(host: Host, name: string, args = ""): Promise<string> {
  const fields = { expansion_type: "slash_command", command_name: name, command_args: args };
  return context(host, "UserPromptExpansion", fields);
}

function called(host: Host, skill: string, more: Record<string, unknown> = {}): Promise<string> {
  return context(host, "PreToolUse", { tool_name: "Skill", tool_input: { skill }, ...more });
}

async function load(host: FakeHost, ...args: string[]) {
  return await runCommand({ ...host, args: ["load", ...args] });
}

const FIRST = 'Instructions of the skill "review":\n\nBODY x\n\nOUT s1';
const FULL = 'Instructions of the skill "review":\n\nBODY $0\n\nOUT s1';
const LATER =
  'The skill "review" is used again; its instructions came before:\n\nREFERENCE\n\nOUT s1';

Deno.test("UserPromptExpansion and PreToolUse share one first use", async () => {
  const host = world();
  assertEquals(await typed(host, "review", "x y"), FIRST);
  assertEquals(await called(host, "review"), LATER);
  assertEquals(await typed(host, "review", "x y"), LATER);
});

Deno.test("PreToolUse finds a skill by its alias and with a leading slash", async () => {
  const host = world();
  assertEquals(await called(host, "fancy"), FULL);
  assertEquals(await called(host, "/review"), LATER);
});

Deno.test("skill events are silent when there is nothing of ours to say", async () => {
  const host = world();
  const silent: [string, Record<string, unknown>][] = [
    ["UserPromptExpansion", { command_name: "plain" }],
    ["UserPromptExpansion", { command_name: "unknown" }],
    ["UserPromptExpansion", { command_name: "../review" }],
    ["UserPromptExpansion", { command_name: "" }],
    ["UserPromptExpansion", { expansion_type: "mcp_prompt", command_name: "review" }],
    ["UserPromptExpansion", { command_name: "review", session_id: "" }],
    ["UserPromptExpansion", { command_name: "stub" }],
    ["PreToolUse", { tool_name: "Skill", tool_input: { skill: "stub" } }],
    ["PreToolUse", { tool_name: "Bash", tool_input: { skill: "review" } }],
    ["PreToolUse", { tool_name: "Skill", tool_input: null }],
    ["PreToolUse", { tool_name: "Skill", tool_input: { skill: 5 } }],
  ];
  for (const [event, fields] of silent) {
    assertEquals(await context(host, event, fields), "", JSON.stringify(fields));
  }
});

Deno.test("a subagent gets the whole text whatever its parent loaded", async () => {
  const host = world();
  assertEquals(await called(host, "review"), FULL);
  assertEquals(await called(host, "review", { agent_id: "a1" }), FULL);
  assertEquals(await called(host, "review", { agent_id: "a1" }), LATER);
  assertEquals(await called(host, "review", { agent_id: "a2" }), FULL);
  assertEquals(await called(host, "review"), LATER);
});

Deno.test("an edited companion or reference loads in full again, and so does going back", async () => {
  const host = world();
  const companion = `${SKILLS}/review-first-use/SKILL.md`;
  assertEquals(await called(host, "review"), FULL);
  host.change(companion, FILES[companion] + "\nNEW");
  assertEquals((await called(host, "review")).startsWith("Instructions"), true);
  assertEquals((await called(host, "review")).startsWith("The skill"), true);
  host.change(companion, FILES[companion]);
  assertEquals(await called(host, "review"), FULL);
  host.change(`${SKILLS}/reference.md`, "OTHER");
  assertEquals(await called(host, "review"), FULL);
});

const IN_USE = "Skills in use earlier in this session: review. " +
  "The text of each loads again on its next use.";

for (
  const [event, fields, forgets] of [
    ["PreCompact", { trigger: "auto" }, true],
    ["SessionStart", { source: "clear" }, true],
    ["SessionStart", { source: "compact" }, true],
    ["SessionStart", { source: "resume" }, true],
    ["SessionStart", { source: "startup" }, false],
    ["SessionEnd", { reason: "other" }, true],
    ["PreCompact", { trigger: "auto", session_id: "s2" }, false],
    ["PreCompact", { trigger: "auto", agent_id: "a1" }, false],
    ["PreCompact", { trigger: "auto", session_id: "../s1" }, false],
  ] as [string, Record<string, unknown>, boolean][]
) {
  Deno.test(`${event} ${JSON.stringify(fields)} ${forgets ? "forgets" : "keeps"} what was loaded`, async () => {
    const host = world();
    await called(host, "review");
    const goesOn = fields.source === "compact" || fields.source === "resume";
    assertEquals(await context(host, event, fields), goesOn ? IN_USE : "");
    assertEquals(await called(host, "review"), forgets ? FULL : LATER);
  });
}

Deno.test("PreCompact of a subagent forgets that subagent only", async () => {
  const host = world();
  for (const agent_id of [undefined, "a1", "a2"]) await called(host, "review", { agent_id });
  await context(host, "PreCompact", { agent_id: "a1" });
  assertEquals(await called(host, "review"), LATER);
  assertEquals(await called(host, "review", { agent_id: "a1" }), FULL);
  assertEquals(await called(host, "review", { agent_id: "a2" }), LATER);
});

Deno.test("hooks clear what a directive recorded, which knows no plugin data directory", async () => {
  const host = world();
  assertEquals((await load(host, "review", "--session", "s1")).stdout, "BODY $0\n\nOUT s1\n");
  assertEquals((await load(host, "review", "--session", "s1")).stdout, "REFERENCE\n\nOUT s1\n");
  const hook = {
    ...host,
    env: (name: string) => name === "CLAUDE_PLUGIN_DATA" ? "/data" : host.env(name),
  };
  await context(hook, "PreCompact", {});
  assertEquals((await load(host, "review", "--session", "s1")).stdout, "BODY $0\n\nOUT s1\n");
});

Deno.test("skillhook clear reaches what a hook recorded in the plugin's data directory", async () => {
  const data = "/home/ada/.claude/plugins/data/skillhook-market";
  const host = world();
  const hook = {
    ...host,
    env: (name: string) => name === "CLAUDE_PLUGIN_DATA" ? data : host.env(name),
  };
  await called(hook, "review");
  assertEquals(await called(hook, "review"), LATER);
  const { code } = await runCommand({ ...host, args: ["clear", "--session", "s1"] });
  assertEquals(code, 0);
  assertEquals(await called(hook, "review"), FULL);
});

Deno.test("a directive in a subagent loads for the subagent that its hook named", async () => {
  const host = world();
  const stub = () => load(host, "stub", "--session", "s1").then(({ stdout }) => stdout);
  await called(host, "stub");
  assertEquals(await stub(), "STUB BODY\n");
  assertEquals(await stub(), "REFERENCE\n");
  await called(host, "stub", { agent_id: "a1" });
  assertEquals(await stub(), "STUB BODY\n", "the subagent's first use");
  await called(host, "stub", { agent_id: "a1" });
  assertEquals(await stub(), "REFERENCE\n", "the subagent's second use");
  assertEquals(await stub(), "REFERENCE\n", "the parent's");
});

Deno.test("a directive that may be of two callers loads in full", async () => {
  const host = world();
  const stub = () => load(host, "stub", "--session", "s1").then(({ stdout }) => stdout);
  await stub();
  await called(host, "stub");
  await called(host, "stub", { agent_id: "a1" });
  assertEquals([await stub(), await stub()], ["STUB BODY\n", "STUB BODY\n"]);
  host.advance(60_000);
  assertEquals(await stub(), "REFERENCE\n");
});

Deno.test("without hooks a directive is the main context's: its second use is a reference", async () => {
  const host = world({ CLAUDE_CODE_SESSION_ID: "s1" });
  assertEquals((await load(host, "stub")).stdout, "STUB BODY\n");
  assertEquals((await load(host, "stub")).stdout, "REFERENCE\n");
});

Deno.test("a directive that no hook announced loads in full for nobody else: a subagent preloads the stub", async () => {
  const host = world({ CLAUDE_CODE_SESSION_ID: "s1" });
  await context(host, "SessionStart", { source: "startup" });
  for (let time = 0; time < 2; time++) {
    assertEquals((await load(host, "stub")).stdout, "STUB BODY\n");
  }
  assertEquals(await typed(host, "stub"), "");
  assertEquals((await load(host, "stub")).stdout, "STUB BODY\n");
  assertEquals(await typed(host, "stub"), "");
  assertEquals((await load(host, "stub")).stdout, "REFERENCE\n");
});
