/** A skill's whole text once per context, afterwards its reference and fresh output. */
import { has, lacks, newIn, type Seen } from "./check.ts";
import { copyPlugin } from "./our_skills.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

/** A sentence of the companion, and one of the reference. */
const WHOLE = "Says where the project stands, from the output below.";
const REFERENCE = "The instructions of this skill are in this conversation already, further up.";

/** What a compaction leaves behind, and what our hook adds to it. */
const COMPACTED = "This session is being continued from a previous conversation";
const AGAIN = "SessionStart hook additional context: Skills in use earlier in this session: " +
  "skillhook:status. The text of each loads again on its next use.";

const TYPED = "/skillhook:status";

/** Without a rule the agent asks before the model may use a skill that has `allowed-tools`. */
const ALLOWED = ["--allowedTools", "Skill(skillhook:status)"];
const CALLED = { name: "Skill", input: { skill: "skillhook:status" } };

function isWhole(seen: Seen): void {
  has(seen, [WHOLE, "<skill-output>\nProject: "], 1);
  lacks(seen, [REFERENCE]);
}

function isReference(seen: Seen): void {
  has(seen, [REFERENCE, "<skill-output>\nProject: "], 1);
  lacks(seen, [WHOLE]);
}

/** Without the copy of the last use that the agent itself attaches "for context only". */
function afterCompaction({ where, text }: Seen): Seen {
  const end = text.indexOf("The following skills were invoked EARLIER");
  return { where, text: end === -1 ? text : text.slice(0, end) };
}

function writeTask(world: World, task: string): void {
  world.write(
    "session.md",
    `# Session notes\n\n## Pending\n\n- [ ] ${task}\n\n## In progress\n\n## Done\n\n## Notes\n`,
  );
}

export const LOAD_SCENARIOS: readonly Scenario[] = [
  {
    name: "a typed stub brings its text once, then a reference and fresh output",
    async play(world) {
      writeTask(world, "Water the plants");
      const run = await world.run({
        prompts: [TYPED, TYPED],
        turns: [() => {
          writeTask(world, "Feed the cat");
          return { text: "Plants." };
        }, { text: "Cat." }],
      });
      isWhole(newIn(run, 0));
      has(newIn(run, 0), ["Water the plants"]);
      isReference(newIn(run, 1));
      has(newIn(run, 1), ["Feed the cat"]);
      lacks(newIn(run, 1), ["Water the plants"]);
    },
  },
  {
    name: "a chain skill typed twice brings its instructions once, and its arguments every time",
    async play(world) {
      const run = await world.run({
        prompts: ["/skillhook:plan-adhoc one", "/skillhook:plan-adhoc two"],
        turns: [{ text: "Go on?" }, { text: "Go on?" }],
      });
      const whole = "## What the arguments mean";
      has(newIn(run, 0), ["\n# Plan\n", "Received: one\n", whole], 1);
      has(newIn(run, 1), ["\n# Plan\n", "Received: two\n", REFERENCE], 1);
      lacks(newIn(run, 1), [whole]);
    },
  },
  {
    name: "the Skill tool and typing share one context: the text comes once, whoever calls",
    async play(world) {
      const run = await world.run({
        prompts: ["what is open?", TYPED],
        turns: [{ tools: [CALLED] }, { tools: [CALLED] }, { text: "Two." }, { text: "Three." }],
        args: ALLOWED,
      });
      isWhole(newIn(run, 1));
      isReference(newIn(run, 2));
      isReference(newIn(run, 3));
    },
  },
  {
    name: "after /compact the whole text comes again, once",
    async play(world) {
      const run = await world.run({
        prompts: [TYPED, "/compact", TYPED, TYPED],
        turns: [{ text: "One." }, { text: "Two." }, { text: "Three." }],
      });
      isWhole(newIn(run, 0));
      has(newIn(run, 1), [COMPACTED, AGAIN]);
      isWhole(afterCompaction(newIn(run, 1)));
      isReference(newIn(run, 2));
    },
  },
  {
    name: "after an automatic compaction the whole text comes again",
    async play(world) {
      const run = await world.run({
        prompts: [TYPED, "go on", "and on", TYPED],
        turns: [{ text: "One." }, { text: "Two.", inputTokens: 990_000 }, { text: "Three." }, {
          text: "Four.",
        }],
      });
      isWhole(newIn(run, 0));
      has(newIn(run, 2), [COMPACTED, AGAIN]);
      isWhole(newIn(run, 3));
    },
  },
  {
    // The agent renders a typed skill, then compacts, then asks the model.
    name: "typed in the prompt that makes the agent compact, the whole text comes with the summary",
    async play(world) {
      const run = await world.run({
        prompts: [TYPED, "go on", TYPED, TYPED],
        turns: [{ text: "One." }, { text: "Two.", inputTokens: 990_000 }, { text: "Three." }, {
          text: "Four.",
        }],
      });
      has(newIn(run, 2), [
        COMPACTED,
        AGAIN,
        'The skill "skillhook:status" is in use. Its instructions:',
        WHOLE,
      ], 1);
      isReference(newIn(run, 3));
    },
  },
  {
    name: "after /clear the whole text comes again",
    async play(world) {
      const run = await world.run({
        prompts: [TYPED, "/clear", TYPED],
        turns: [{ text: "One." }, { text: "Two." }],
      });
      isWhole(newIn(run, 0));
      isWhole(newIn(run, 1));
    },
  },
  {
    name: "after --resume the whole text comes again, once",
    async play(world) {
      const first = await world.run({ prompts: [TYPED], turns: [{ text: "One." }] });
      const again = await world.run({
        prompts: [TYPED, TYPED],
        turns: [{ text: "Two." }, { text: "Three." }],
        args: ["--resume", first.sessionId],
      });
      isWhole(newIn(first, 0));
      isWhole(newIn(again, 0, first.requests.at(-1)));
      isReference(newIn(again, 1));
    },
  },
  {
    name: "after an edit of the skill the whole new text comes, once",
    async play(world) {
      const plugin = copyPlugin(world, "ours");
      const companion = `${plugin}/skills/status-first-use/SKILL.md`;
      const run = await world.run({
        prompts: [TYPED, TYPED, TYPED],
        turns: [
          () => {
            const text = Deno.readTextFileSync(companion);
            Deno.writeTextFileSync(companion, text.replace("# Status", "# Status, edited"));
            return { text: "One." };
          },
          { text: "Two." },
          { text: "Three." },
        ],
        plugin,
      });
      isWhole(newIn(run, 0));
      lacks(newIn(run, 0), ["# Status, edited"]);
      isWhole(newIn(run, 1));
      has(newIn(run, 1), ["# Status, edited"], 1);
      isReference(newIn(run, 2));
    },
  },
  {
    name:
      "a stub without a directive gets its companion from the hook, typed and by the Skill tool",
    async play(world) {
      world.write("~/.claude/skills/greet/SKILL.md", "---\ndescription: Greets.\n---\nA stub.\n");
      world.write(
        "~/.claude/skills/greet-first-use/SKILL.md",
        "---\ndescription: All of greet.\nuser-invocable: false\n---\n<skill>\nBow low.\n</skill>\n" +
          "<output>\n!`echo $((40 + 2)) guests`\n</output>\n",
      );
      const call = { name: "Skill", input: { skill: "greet" } };
      const run = await world.run({
        prompts: ["/greet", "again"],
        turns: [{ text: "One." }, { tools: [call] }, { text: "Two." }],
      });
      const output = "<skill-output>\n42 guests\n</skill-output>";
      has(newIn(run, 0), ["UserPromptExpansion hook additional context: ", "Bow low.", output], 1);
      has(newIn(run, 2), ["PreToolUse:Skill hook additional context: ", output], 1);
      lacks(newIn(run, 2), ["Bow low."]);
    },
  },
];
