/**
 * Models that only know what the hook told them last: they make the call it names, or do one of the things with a
 * chain that real models do. What they did is read from what the skills received.
 */
import { type Random, seededRandom } from "../support/random.ts";
import { textOf } from "./api_request.ts";
import { newIn } from "./check.ts";
import type { Turn } from "./messages_api.ts";
import type { AgentRun, World } from "./world.ts";

/** Out of ten. */
interface Habits {
  /** Steps after which the turn ends. */
  readonly stops?: number;
  /** Calls without what follows. */
  readonly drops?: number;
  /** Calls made a second time. */
  readonly repeats?: number;
}

/** A call as our texts write it; a skill's own text may show one with a placeholder. */
const CALL = /Skill\(skill: ("(?:[^"\\<]|\\.)*"), args: ("(?:[^"\\<]|\\.)*")\)/;
const OURS = /\[CONTINUATION-PASSING\](?=\n| The turn| Unfinished)|\[SHORTCUT r/g;
/** What a step received; at its second use the agent repeats the arguments alone. */
const GOT =
  /^(?:The step |Skill \/)(\S+)(?: got:| is already loaded above; instructions unchanged\. Arguments:) (.*)$/gm;
const SUFFIX = / ?\[CONTINUATION:.*/s;

/** The call that our last text names, if any. */
function namedCall(text: string): { skill: string; args: string } | undefined {
  const call = CALL.exec(text.slice([...text.matchAll(OURS)].at(-1)?.index ?? text.length));
  return call === null ? undefined : { skill: JSON.parse(call[1]!), args: JSON.parse(call[2]!) };
}

/** A model that makes the call it was told, but for its habits. */
export function chainModel(habits: Habits = {}, seed = 1): Turn {
  const random: Random = seededRandom(seed);
  const does = (tenths = 0) => random.below(10) < tenths;
  let again: { skill: string; args: string } | undefined;
  return (request) => {
    const said = 1 + request.messages.findLastIndex(({ role }) => role === "assistant");
    const text = textOf(request, said);
    const call = again ?? namedCall(text);
    const isReminded = text.includes("The turn ended with step");
    again = undefined;
    if (call === undefined) return { text: "All is done." };
    if (!isReminded && does(habits.stops)) return { text: "This step is done." };
    const args = does(habits.drops) ? call.args.replace(SUFFIX, "") : call.args;
    if (does(habits.repeats)) again = { ...call, args };
    return { tools: [{ name: "Skill", input: { skill: call.skill, args } }] };
  };
}

/** Skills that say what they received. */
export function writeSteps(world: World, names: readonly string[]): void {
  for (const name of names) {
    world.write(
      `.claude/skills/${name}/SKILL.md`,
      `---\ndescription: Does ${name}.\ncontinuation:\n  cooperative: true\n---\n` +
        `The step ${name} got: $ARGUMENTS.\n`,
    );
  }
}

/** The skills that ran, in order, each with its own arguments; called twice in a row counts once. */
export function stepsOf(run: AgentRun): string[] {
  const ran = run.requests.flatMap(({ messages: [first] }, index) => {
    // A subagent's conversation is another one.
    const before = run.requests.slice(0, index).findLast(({ messages }) =>
      messages[0]?.text === first?.text
    );
    const { text } = newIn(run, index, before);
    // After a compaction the agent repeats them "for context only".
    const [fresh = ""] = text.split("The following skills were invoked EARLIER");
    return [...fresh.matchAll(GOT)].map(([, name, args]) => {
      return `${name} ${args!.replace(SUFFIX, "").replace(/\.$/, "")}`.trim();
    });
  });
  return ran.filter((step, index) => step !== ran[index - 1]);
}

/** `finished`, `suspended` …, of each chain that was begun here, the latest first. */
export async function chainStates(world: World, cwd = "."): Promise<string[]> {
  const chains = JSON.parse(await world.skillhook(["chain", "list", "--json"], "", { cwd }));
  return chains.map(({ state }: { state: string }) => state);
}
