/** What becomes of a chain in the hands of models that forget, and in sessions that do not run straight through. */
import { chainModel, chainStates, stepsOf, writeSteps } from "./chain_model.ts";
import { has, is, lacks, newIn } from "./check.ts";
import { hookRuns } from "./hook_run.ts";
import type { Scenario } from "./scenario.ts";
import type { AgentRun, World } from "./world.ts";

const NAMES = ["sketch", "slice", "build", "check", "ship"];
const PROMPT = "/sketch plans/foo, /slice fast, /build and /check --all, /ship it";
/** The agent hands the first skill the whole rest of the line. */
const FIRST = `sketch ${PROMPT.slice("/sketch ".length)}`;
const LATER = ["slice fast", "build", "check --all", "ship it"];
const literal = chainModel();

/** The steps, all of them and in order, and a record that says so. */
async function ended(world: World, run: AgentRun, steps = [FIRST, ...LATER]): Promise<void> {
  is("the steps that ran", stepsOf(run), steps);
  is("the chain's end", await chainStates(world), ["finished"]);
}

/** What a hook showed the user. */
function messages(run: AgentRun, event: string): string[] {
  return hookRuns(run.stdout).filter((one) => one.event === event && one.stdout.startsWith("{"))
    .map(({ stdout }) => JSON.parse(stdout).systemMessage ?? "").filter((text) => text !== "");
}

export const CHAIN_KEEPING_SCENARIOS: readonly Scenario[] = [
  {
    name: "chain kept: a literal model is told each step and the next call, and is not reminded",
    async play(world) {
      writeSteps(world, NAMES);
      const run = await world.run({ prompts: [PROMPT], turns: [], model: literal });
      await ended(world, run);
      has(newIn(run, 1), [
        "PreToolUse:Skill hook additional context: [CONTINUATION-PASSING]\n" +
        "Current: /slice fast (step 2/5)\nContinuation: /build, /check --all, /ship it\n",
      ], 1);
      has(newIn(run, 4), ["(step 5/5)\nContinuation: (empty)"], 1);
      is("requests", run.requests.length, 5);
      is("lines for the user", messages(run, "UserPromptSubmit"), [
        "skillhook: chain 1/5 /sketch plans/foo → /slice fast → /build → /check --all → /ship it",
      ]);
    },
  },
  {
    name: "chain kept: a model that stops, drops the rest and repeats steps ends 20 of 20 chains",
    async play(world) {
      writeSteps(world, NAMES);
      const notEnded: number[] = [];
      for (let seed = 1; seed <= 20; seed++) {
        const model = chainModel({ stops: 6, drops: 6, repeats: 3 }, seed);
        const run = await world.run({ prompts: [PROMPT], turns: [], model });
        if (stepsOf(run).join() !== [FIRST, ...LATER].join()) notEnded.push(seed);
      }
      is("seeds whose chain did not end", notEnded, []);
      is("ends", (await chainStates(world)).filter((state) => state !== "finished"), []);
    },
  },
  {
    name: "chain kept: what the model dropped from a call, the skill receives all the same",
    async play(world) {
      writeSteps(world, NAMES);
      const call = { name: "Skill", input: { skill: "slice", args: "fast" } };
      const run = await world.run({
        prompts: [PROMPT],
        turns: [{ tools: [call] }],
        model: literal,
      });
      has(newIn(run, 1), [
        "The step slice got: fast [CONTINUATION: /build, /check --all, /ship it].",
      ], 1);
      await ended(world, run);
    },
  },
  {
    name: "chain kept: an eager model is told which step it passed over, and goes back to it",
    async play(world) {
      writeSteps(world, NAMES);
      const call = { name: "Skill", input: { skill: "build", args: "" } };
      const run = await world.run({
        prompts: [PROMPT],
        turns: [{ tools: [call] }],
        model: literal,
      });
      has(newIn(run, 1), ["Step 2 was passed over: /slice fast. If it is needed, first: Skill("]);
      await ended(world, run, [FIRST, "build", ...LATER]);
    },
  },
  {
    name: "chain kept: a model that does not obey is reminded once, and then the user is told",
    async play(world) {
      writeSteps(world, NAMES);
      const run = await world.run({ prompts: [PROMPT], turns: [], model: { text: "No." } });
      is("requests", run.requests.length, 2);
      has(
        newIn(run, 1),
        ["Stop hook additional context: [CONTINUATION-PASSING] The turn ended"],
        1,
      );
      is("lines for the user", messages(run, "Stop"), [
        "skillhook: the chain stopped at 1/5 /sketch plans/foo → /slice fast → /build → " +
        "/check --all → /ship it: type r to go on with it",
      ]);
      is("the chain's state", await chainStates(world), ["suspended"]);
    },
  },
  {
    name: "chain kept: after a compaction in the middle of step 2 the model goes on with step 3",
    async play(world) {
      writeSteps(world, NAMES);
      const busy = { name: "Bash", input: { command: "echo busy" } };
      const run = await world.run({
        prompts: [PROMPT],
        turns: [literal, { tools: [busy], inputTokens: 990_000 }],
        model: literal,
      });
      const summary = world.api.requests.find(({ kind }) => kind === "summary");
      has({ where: "what the summariser reads", text: summary?.messages.at(-1)?.text ?? "" }, [
        "the user's chain of skills stands at step 2/5 /sketch plans/foo",
        "Skills in use: slice",
      ], 1);
      has(newIn(run, 2), [
        "SessionStart hook additional context: [CONTINUATION-PASSING] Unfinished chain, step 2/5, " +
        'in progress: /slice fast. Next: Skill(skill: "build", args: "[CONTINUATION: /check',
      ], 1);
      await ended(world, run);
    },
  },
  {
    name: "chain kept: a question waits for its answer, and a resumed session knows the next call",
    async play(world) {
      writeSteps(world, NAMES);
      const first = await world.run({
        prompts: [PROMPT],
        turns: [literal, { text: "Shall I build it?" }],
      });
      is("the chain's state", await chainStates(world), ["waiting"]);
      const args = ["--resume", first.sessionId];
      const run = await world.run({ prompts: ["yes"], turns: [], model: literal, args });
      has(newIn(run, 0, first.requests.at(-1)), ["Unfinished chain, step 2/5"], 1);
      await ended(world, { ...run, requests: [...first.requests, ...run.requests] });
    },
  },
  {
    name: "chain kept: a forked session goes on with a chain of its own",
    async play(world) {
      writeSteps(world, NAMES);
      const first = await world.run({
        prompts: [PROMPT],
        turns: [literal, { text: "Shall I build it?" }],
      });
      const args = ["--resume", first.sessionId, "--fork-session"];
      const run = await world.run({
        prompts: ["yes"],
        turns: [{ text: "Yes." }],
        model: literal,
        args,
      });
      is("two sessions", run.sessionId === first.sessionId, false);
      is("lines for the user", messages(run, "SessionStart").length, 1);
      has(newIn(run, 1), ["Stop hook additional context: ", "step 3 of 5 open"], 1);
      is("the steps", stepsOf({ ...run, requests: [...first.requests, ...run.requests] }), [
        FIRST,
        ...LATER,
      ]);
      is("the chains' states", await chainStates(world), ["finished", "waiting"]);
    },
  },
  {
    name:
      "chain kept: after /clear the user is told of the chain and the model is not; r takes it up",
    async play(world) {
      writeSteps(world, NAMES);
      const run = await world.run({
        prompts: [PROMPT, "/clear", "hello", "r"],
        turns: [literal, { text: "Shall I build it?" }, { text: "Hello." }],
        model: literal,
      });
      lacks(newIn(run, 2), ["[CONTINUATION", "Unfinished chain"]);
      is("lines for the user", messages(run, "SessionStart"), [
        "skillhook: a chain is unfinished here: 2/5 /sketch plans/foo → /slice fast → /build → " +
        "/check --all → /ship it: type r to go on with it",
      ]);
      is("the steps", stepsOf(run), [FIRST, ...LATER]);
    },
  },
  {
    name: "chain kept: a subagent in between gets nothing of it, and the main agent goes on",
    async play(world) {
      writeSteps(world, NAMES);
      const input = {
        description: "look",
        prompt: "Look at a.",
        subagent_type: "general-purpose",
        run_in_background: false,
      };
      const build = { name: "Skill", input: { skill: "build", args: "" } };
      const run = await world.run({
        prompts: [PROMPT],
        turns: [
          literal,
          { tools: [{ name: "Agent", input }] },
          { tools: [build] },
          { text: "Seen." },
          { text: "The step is done." },
        ],
        model: literal,
      });
      has(newIn(run, 3), ["The step build got: ."], 1);
      lacks(newIn(run, 2, undefined), ["[CONTINUATION"]);
      lacks(newIn(run, 3), ["[CONTINUATION"]);
      has(newIn(run, 5), ["Stop hook additional context: ", "step 3 of 5 open"], 1);
      is("the chain's end", await chainStates(world), ["finished"]);
    },
  },
  {
    name: "chain kept: two sessions at once in one project never mix",
    async play(world) {
      writeSteps(world, NAMES);
      const prompts = [["/sketch one, /slice a and /ship"], ["/sketch two, /build b and /check"]];
      const runs = await Promise.all(
        prompts.map((prompts) => world.run({ prompts, turns: [], model: literal })),
      );
      const later = [["slice a", "ship"], ["build b", "check"]];
      for (const [index, run] of runs.entries()) {
        const own = prompts[index]![0]!.slice(1);
        const requests = run.requests.filter(({ messages }) =>
          messages.some(({ text }) => text.includes(`got: ${own.slice("sketch ".length)}.`))
        );
        is(`the steps of ${own}`, stepsOf({ ...run, requests }), [own, ...later[index]!]);
      }
      is("the chains' ends", await chainStates(world), ["finished", "finished"]);
    },
  },
  {
    name: "chain kept: a question of the user's in between is no step, and r goes on",
    async play(world) {
      writeSteps(world, NAMES);
      const run = await world.run({
        prompts: [PROMPT, "what is a monad", "r"],
        turns: [{ text: "No." }, { text: "No." }, { text: "A monoid." }],
        model: literal,
      });
      lacks(newIn(run, 2), ["[CONTINUATION", "Stop hook"]);
      has(newIn(run, 3), ["[SHORTCUT r: resume] The user asks to go on with the chain"], 1);
      await ended(world, run);
    },
  },
  {
    name: "chain kept: a start in a subdirectory is the same",
    async play(world) {
      writeSteps(world, NAMES);
      world.write("deep/down/file.txt", "");
      const model = chainModel({ stops: 10, drops: 10 });
      const run = await world.run({ prompts: [PROMPT], turns: [], model, cwd: "deep/down" });
      is("the steps that ran", stepsOf(run), [FIRST, ...LATER]);
      is("the chain's end", await chainStates(world, "deep/down"), ["finished"]);
    },
  },
  {
    name: "chain kept: /a, /b starts although the agent takes the comma into the name",
    async play(world) {
      writeSteps(world, NAMES);
      const run = await world.run({ prompts: ["/sketch, /slice"], turns: [], model: literal });
      has(newIn(run, 0), ["The agent has not started the current skill."], 1);
      await ended(world, run, ["sketch", "slice"]);
    },
  },
  {
    name: "chain kept: a skill in a context of its own gets no chain, and the main agent goes on",
    async play(world) {
      writeSteps(world, NAMES);
      world.write(
        ".claude/skills/slice/SKILL.md",
        "---\ndescription: Slices.\ncontext: fork\ncontinuation:\n  cooperative: true\n---\n" +
          "The step slice got: $ARGUMENTS.\n",
      );
      const run = await world.run({
        prompts: ["/sketch a, /slice b, /ship"],
        turns: [],
        model: literal,
      });
      for (const request of run.requests.filter(({ messages }) => messages.length === 1)) {
        const [message] = request.messages;
        if (!message!.text.includes("got: b")) continue;
        lacks({ where: "the fork's prompt", text: message!.text }, ["[CONTINUATION"]);
      }
      await ended(world, run, ["sketch a, /slice b, /ship", "slice b", "ship"]);
    },
  },
];
