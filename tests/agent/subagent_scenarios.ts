/** A subagent gets its own skills and nothing of the chain. */
import type { ApiRequest } from "./api_request.ts";
import { has, is, lacks, newIn } from "./check.ts";
import { hookRuns } from "./hook_run.ts";
import type { ToolCall } from "./event_stream.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

/** A call that waits for the subagent, so that its turns come next in the script. */
function startAgent(prompt: string, type = "general-purpose"): ToolCall {
  const input = { description: "look", prompt, subagent_type: type, run_in_background: false };
  return { name: "Agent", input };
}

/** The prompt of the call that the hook names, as a model that follows it would write it. */
function promptOfNextCall(request: ApiRequest): string {
  const { text } = request.messages.findLast((one) => one.text.includes("The next call that"))!;
  const prompt = /prompt: ("(?:[^"\\]|\\.)*")\)/.exec(text)![1]!;
  return JSON.parse(prompt).replace("<the same prompt>", SUBAGENT_PROMPT);
}

/** A skill of the user's own whose companion is brought by the hooks. */
function writeGreet(world: World): void {
  world.write("~/.claude/skills/greet/SKILL.md", "---\ndescription: Greets.\n---\nA stub.\n");
  world.write(
    "~/.claude/skills/greet-first-use/SKILL.md",
    "---\ndescription: All of greet.\nuser-invocable: false\n---\nBow low.\n",
  );
}

const GREET = { name: "Skill", input: { skill: "greet" } };
const SUBAGENT_PROMPT = "Look at the parser.";

export const SUBAGENT_SCENARIOS: readonly Scenario[] = [
  {
    name: "a subagent sees nothing of the chain, and a suffix in its prompt is taken out",
    async play(world) {
      const leaked = `${SUBAGENT_PROMPT} [CONTINUATION: /skillhook:handoff, /skillhook:commit]`;
      const run = await world.run({
        prompts: ["/skillhook:design plans/foo"],
        turns: [{ tools: [startAgent(leaked)] }, { text: "Seen." }, { text: "Done." }],
      });
      has(newIn(run, 0), ["[CONTINUATION-PASSING]\nCurrent: /skillhook:design plans/foo"], 1);
      const sub = newIn(run, 1, undefined);
      has(sub, [SUBAGENT_PROMPT], 1);
      lacks(sub, ["[CONTINUATION", "Continuation:"]);
      const said = hookRuns(run.stdout).find(({ event }) => event === "PreToolUse");
      const message = JSON.parse(said?.stdout ?? "{}").systemMessage;
      is(
        "the message for the user",
        message,
        "skillhook: took a continuation chain out of a subagent's prompt: a chain belongs to the main agent",
      );
      has(newIn(run, 2), ["result: ", "Seen."]);
    },
  },
  {
    name: "a clean prompt of a subagent is passed on as it is, and the hook is silent",
    async play(world) {
      const run = await world.run({
        prompts: ["/skillhook:design plans/foo"],
        turns: [{ tools: [startAgent(SUBAGENT_PROMPT)] }, { text: "Seen." }, { text: "Done." }],
      });
      has(newIn(run, 1, undefined), [SUBAGENT_PROMPT], 1);
      lacks(newIn(run, 1, undefined), ["[CONTINUATION", "SubagentStart hook"]);
      const said = hookRuns(run.stdout).filter(({ event }) => event === "PreToolUse");
      is("what the hook printed", said.map(({ stdout }) => stdout.trim()), [""]);
    },
  },
  {
    name: "a subagent starts with the skills that skillhook.yaml gives to agents of its type",
    async play(world) {
      world.write(
        ".claude/skillhook.yaml",
        "subagents:\n  agents:\n    Explore:\n      skills: [map-code]\n",
      );
      world.write(
        ".claude/skills/map-code/SKILL.md",
        "---\nname: map-code\ndescription: Maps code.\n---\n# Map code\n\nDraw the modules first.\n",
      );
      const run = await world.run({
        prompts: ["look around"],
        turns: [
          { tools: [startAgent("Look at a.", "Explore")] },
          { text: "Seen." },
          { tools: [startAgent("Look at b.")] },
          { text: "Seen." },
          { text: "Done." },
        ],
      });
      has(newIn(run, 1, undefined), [
        "SubagentStart hook additional context: Skills that this project's skillhook.yaml gives",
        "Draw the modules first.",
      ], 1);
      lacks(newIn(run, 3, undefined), ["SubagentStart hook", "Draw the modules first."]);
    },
  },
  {
    name:
      "what the main agent has loaded counts for nothing in a subagent, and the other way round",
    async play(world) {
      writeGreet(world);
      const run = await world.run({
        prompts: ["/greet"],
        turns: [
          { tools: [startAgent("Greet them.")] },
          { tools: [GREET] },
          { tools: [GREET] },
          { text: "Seen." },
          { tools: [GREET] },
          { text: "Done." },
        ],
      });
      has(newIn(run, 0), ["Bow low."], 1);
      has(newIn(run, 2), ["Bow low."], 1);
      lacks(newIn(run, 3), ["Bow low."]);
      lacks(newIn(run, 5, run.requests[4]), ["PreToolUse:Skill hook additional context: Instr"]);
    },
  },
  {
    name: "a compaction inside a subagent makes it load again, and the main agent not",
    async play(world) {
      writeGreet(world);
      const busy = { name: "Bash", input: { command: "echo busy" } };
      const run = await world.run({
        prompts: ["/greet"],
        turns: [
          { tools: [startAgent("Greet them.")] },
          { tools: [GREET] },
          { tools: [busy], inputTokens: 990_000 },
          { tools: [GREET] },
          { text: "Seen." },
          { tools: [GREET] },
          { text: "Done." },
        ],
      });
      has(newIn(run, 0), ["Bow low."], 1);
      has(newIn(run, 2), ["Bow low."], 1);
      has(newIn(run, 3), ["This session is being continued from a previous conversation"]);
      has(newIn(run, 4), ["Bow low."], 1);
      lacks(newIn(run, 6, run.requests[5]), ["Bow low."]);
    },
  },
  {
    name: "a directive that loads a skill brings the whole text in a subagent, too",
    async play(world) {
      const status = { name: "Skill", input: { skill: "skillhook:status" } };
      const run = await world.run({
        prompts: ["/skillhook:status"],
        turns: [
          { tools: [startAgent("Say what is open.")] },
          { tools: [status] },
          { text: "Seen." },
          { tools: [status] },
          { text: "Done." },
        ],
        args: ["--allowedTools", "Skill(skillhook:status)"],
      });
      const whole = "Says where the project stands, from the output below.";
      has(newIn(run, 0), [whole], 1);
      has(newIn(run, 2), [whole], 1);
      lacks(newIn(run, 4, run.requests[3]), [whole]);
    },
  },
  ...["status-first-use", "status"].map((skill): Scenario => ({
    name: `a subagent that preloads ${skill} has all of it, and nobody else has it loaded`,
    async play(world) {
      world.write(
        ".claude/agents/reporter.md",
        `---\nname: reporter\ndescription: Reports.\nskills: skillhook:${skill}\n---\nReport.\n`,
      );
      const run = await world.run({
        prompts: ["report", "/skillhook:status"],
        turns: [{ tools: [startAgent("Report.", "reporter")] }, { text: "Seen." }, {
          text: "Done.",
        }, { text: "Done." }],
      });
      const whole = "# Status\n\nSays where the project stands";
      has(newIn(run, 1, undefined), [whole, "Project: "], 1);
      lacks(newIn(run, 1, undefined), ["skill-output>` tags"]);
      has(newIn(run, 3, run.requests[2]), [whole], 1);
    },
  })),
  {
    name: "a subagent that asks for a skill and a file gets them on the next spawn",
    async play(world) {
      world.write(".claude/skillhook.yaml", "subagents:\n  by-name: true\n");
      world.write("docs/spec.md", "Ticks are even.\n");
      world.write(
        ".claude/skills/find-out/SKILL.md",
        "---\nname: find-out\ndescription: Finds things out.\n---\n# Find out\n\nCite every source.\n",
      );
      const run = await world.run({
        prompts: ["look around"],
        turns: [
          { tools: [startAgent(SUBAGENT_PROMPT)] },
          { text: "Stopped.\n\nneed skill: find-out\n@docs/spec.md" },
          (request) => ({ tools: [startAgent(promptOfNextCall(request))] }),
          { text: "Seen." },
          { text: "Done." },
        ],
      });
      has(newIn(run, 2, run.requests[0]), [
        'skillhook: The subagent "look" asks for the skill find-out and the file docs/spec.md. ' +
        "The next call that brings it: Agent(",
      ], 1);
      has(newIn(run, 3, undefined), ["Cite every source.", "Ticks are even.", SUBAGENT_PROMPT], 1);
    },
  },
  {
    name: "a subagent that asks for the same skill again and again gets it twice, then it is said",
    async play(world) {
      world.write(".claude/skillhook.yaml", "subagents:\n  by-name: true\n");
      world.write(
        "skills/find-out/SKILL.md",
        "---\nname: find-out\ndescription: Finds things out.\n---\n# Find out\n\nCite every source.\n",
      );
      const asks = { text: "Stopped.\n\nneed skill: find-out" };
      const again = (request: ApiRequest) => ({ tools: [startAgent(promptOfNextCall(request))] });
      const run = await world.run({
        prompts: ["look around"],
        turns: [
          { tools: [startAgent(SUBAGENT_PROMPT)] },
          asks,
          again,
          asks,
          again,
          asks,
          { text: "Done." },
        ],
      });
      for (const index of [3, 5]) has(newIn(run, index, undefined), ["Cite every source."], 1);
      has(newIn(run, 4, run.requests[2]), ["The next call that brings it: Agent("], 1);
      const last = newIn(run, 6, run.requests[4]);
      has(last, ["for the third time: starting it again with the same would change nothing"], 1);
      lacks(last, ["The next call"]);
    },
  },
];
