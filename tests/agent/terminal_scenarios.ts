/**
 * Chains, and what the user is told, in a terminal, as far as it differs from a run without one: keys that the agent takes for itself, what is on
 * the screen, `/clear` and `/compact` as they are typed, Escape, and a prompt typed while the model works. What the
 * model is told, how calls are put right, subagents, forks, resumed sessions, two sessions and subdirectories are the
 * same hooks with the same input (`chain_keeping_scenarios.ts`): they are not played twice.
 */
import { chainModel, chainStates, stepsOf, writeSteps } from "./chain_model.ts";
import { has, is, lacks, newIn } from "./check.ts";
import type { Scenario } from "./scenario.ts";
import { cannotType } from "./terminal.ts";
import type { Turn } from "./messages_api.ts";
import type { TerminalSession, World } from "./world.ts";

const PROMPT = "/sketch plans/foo, /slice fast, /build and /check --all, /ship it";
const ALL = "/sketch plans/foo → /slice fast → /build → /check --all → /ship it";
const STEPS = [PROMPT.slice(1), "slice fast", "build", "check --all", "ship it"];
const literal = chainModel();

async function start(
  world: World,
  turns: readonly Turn[],
  model: Turn = literal,
  settings: object = {},
): Promise<TerminalSession> {
  writeSteps(world, ["sketch", "slice", "build", "check", "ship"]);
  const args = ["--settings", JSON.stringify(settings)];
  const session = await world.terminal({ turns, model, args });
  await session.see("manual mode on");
  return session;
}

/** All steps ran once, in order, the record says so, and no hook failed. */
async function ended(world: World, session: TerminalSession, before: readonly string[] = []) {
  const wanted = ["finished", ...before].join();
  await session.until(
    `chains: ${wanted}`,
    async () => (await chainStates(world)).join() === wanted,
  );
  is("the steps that ran", stepsOf(session.soFar()), STEPS);
  lacks(await session.screen(), ["hook error"]);
}

const SCENARIOS: readonly Omit<Scenario, "notHere">[] = [
  {
    name:
      "in a terminal: a typed chain is on the screen, its step in the status line, and one reminder ends it",
    async play(world) {
      const command = `${world.lab.plugin}/bin/skillhook report statusline`;
      const asks = [literal, { text: "Shall I build it?" }, { text: "Built." }];
      const session = await start(world, asks, literal, {
        statusLine: { type: "command", command },
      });
      await session.send(PROMPT);
      await session.see(
        `UserPromptSubmit says: skillhook: chain 1/5 ${ALL}`,
        "Shall I build it?",
        "· 2/5 slice",
      );
      await session.send("yes");
      await session.see("All is done.");
      await ended(world, session);
      has(await session.screen(), [
        "Stop hook says: [CONTINUATION-PASSING] The turn ended with step 3 of 5 open.",
      ], 1);
    },
  },
  {
    name:
      "in a terminal: a model that does not obey is reminded once, and the user reads where it stopped",
    async play(world) {
      const session = await start(world, [], { text: "No." });
      await session.send(PROMPT);
      const line = `Stop says: skillhook: the chain stopped at 1/5 ${ALL}: type r to go on with it`;
      await session.see(line);
      has(await session.screen(), [line, "Stop hook says: [CONTINUATION-PASSING]"], 1);
      is("requests", session.soFar().requests.length, 2);
      is("the chain's state", await chainStates(world), ["suspended"]);
    },
  },
  {
    name:
      "in a terminal: after /clear the line is on the screen, the model is not told, and r takes it up",
    async play(world) {
      const session = await start(world, [
        literal,
        { text: "Shall I build it?" },
        { text: "Hello." },
      ]);
      await session.send(PROMPT);
      await session.see("Shall I build it?");
      await session.send("/clear");
      await session.see(
        `says: skillhook: a chain is unfinished here: 2/5 ${ALL}: type r to go on with it`,
      );
      await session.send("hello");
      await session.see("Hello.");
      lacks(newIn(session.soFar(), 2), ["[CONTINUATION", "Unfinished chain"]);
      await session.send("r");
      await session.see(`says: skillhook: resuming the chain at 2/5 ${ALL}`, "All is done.");
      await ended(world, session, ["moved"]);
    },
  },
  {
    name:
      "in a terminal: the agent keeps ? for itself, h? shows the list, and s a line and no instructions",
    async play(world) {
      const session = await start(world, [], { text: "Good." });
      await session.press("?");
      await session.see("! for shell mode");
      await session.press("Escape");
      await session.send("h?");
      await session.see(
        "says: Shortcuts (the whole prompt):",
        "the same, where the agent keeps ? for itself",
        "/sketch Does sketch.",
        "Good.",
      );
      await session.send("s");
      await session.see("says: skillhook: s = status: list pending tasks, then wait");
      await session.until(
        "two requests",
        () => Promise.resolve(session.soFar().requests.length === 2),
      );
      lacks(await session.screen(), ["[SHORTCUT"]);
      has(newIn(session.soFar(), 1), ["[SHORTCUT s"]);
    },
  },
  {
    name: "in a terminal: Escape in a step and another question lose nothing, and r goes on",
    async play(world) {
      let leave = () => {};
      const left = new Promise<void>((resolve) => leave = resolve);
      const slow = async () => (await left, { text: "Nobody hears this." });
      const session = await start(world, [literal, slow, { text: "A monoid." }]);
      await session.send(PROMPT);
      await session.until(
        "step 2 at work",
        () => Promise.resolve(session.soFar().requests.length === 2),
      );
      await session.press("Escape");
      await session.see("Interrupted");
      leave();
      await session.send("what is a monad");
      await session.see("A monoid.");
      lacks(newIn(session.soFar(), 2), ["The turn ended with", "Unfinished chain"]);
      await session.send("r");
      await session.see("All is done.");
      await ended(world, session);
    },
  },
  {
    name:
      "in a terminal: what is typed while a step is at work is read between steps, and the chain goes on",
    async play(world) {
      let finish = () => {};
      const finished = new Promise<void>((resolve) => finish = resolve);
      const slow = async () => (await finished, { text: "Step two is done." });
      const session = await start(world, [literal, slow]);
      await session.send(PROMPT);
      await session.until(
        "step 2 at work",
        () => Promise.resolve(session.soFar().requests.length === 2),
      );
      await session.send("what is a monad");
      await session.see("Queued");
      finish();
      await session.see("All is done.");
      await ended(world, session);
      has({
        where: "the last request",
        text: session.soFar().requests.at(-1)!.messages.map(({ text }) => text).join("\n"),
      }, [
        "what is a monad",
      ]);
    },
  },
  {
    name:
      "in a terminal: /compact in step 2 shows what the summary must hold, and the answer goes on with step 3",
    async play(world) {
      const session = await start(world, [literal, { text: "Shall I build it?" }]);
      await session.send(PROMPT);
      await session.see("Shall I build it?");
      await session.send("/compact");
      await session.see(`the user's chain of skills stands at step 2/5 ${ALL}`, "Compacted");
      await session.send("yes");
      await session.see("All is done.");
      await ended(world, session);
    },
  },
  {
    name: "in a terminal: what is wrong with your files is on the screen once, with its cure",
    async play(world) {
      const program = `${world.lab.plugin}/bin/skillhook`;
      const skill = (name: string, rest: string) =>
        world.write(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${rest}`);
      world.write(".claude/skillhook.yaml", "shortcuts:\n  a b: x\n");
      skill("broken", "[a\n---\nx\n");
      skill("rep", `x\nallowed-tools: Bash(${program} load *)\n---\n!\`${program} load rep\`\n`);
      skill("rep-first-use", "x\n---\n<output>\n!`make report`\n</output>\n");
      const session = await start(world, [], { text: "Good." });
      const lines = [
        'skillhook.yaml:2:3: Cannot use "shortcuts.a b"',
        "broken/SKILL.md:3:14: Invalid YAML in frontmatter",
      ];
      await session.see(...lines);
      for (const times of [1, 2]) {
        await session.send("/rep");
        await session.until(
          `request ${times}`,
          () => Promise.resolve(session.soFar().requests.length === times),
        );
        has(newIn(session.soFar(), times - 1), ["[Not run: !`make report`"]);
      }
      const refused = 'No output of !`make report`: not allowed: run "skillhook trust allow';
      await session.see(refused);
      await session.send("/sketch x, /slise and /build");
      const unknown = 'skillhook: "/slise" is no skill here: did you mean "/slice"?';
      await session.see(unknown, "waits for your word at 1/2");
      has(await session.screen(), [...lines, refused, unknown], 1);
    },
  },
];

export const TERMINAL_SCENARIOS: readonly Scenario[] = SCENARIOS.map((one) => ({
  ...one,
  notHere: cannotType,
}));
