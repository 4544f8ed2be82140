/** What the model and the user are told about a chain in progress. */
import { cutWhole, oneLine } from "../base/fitted_text.ts";
import type { AgentWays } from "../host/host.ts";
import { slashText } from "../continuation/chain.ts";
import { printArgs, printCall, printEntries } from "../continuation/suffix.ts";
import { positionText, type Progress, type Step } from "./progress.ts";

/** UTF-16 units: what comes back after a compaction leaves room for the work. */
const MAX_POSITION = 400;
const MAX_USER_LINE = 300;
const MAX_STEP = 40;
const HEADER = "[CONTINUATION-PASSING]";

/** The call or the reading that begins a step; one line. */
export function callText({ steps, until }: Progress, index: number, ways?: AgentWays): string {
  const step = steps[index]!;
  const rest = steps.slice(index + 1, until);
  if (step.file === undefined) return printCall(step, rest, ways);
  const args = printArgs(step.args, rest);
  if (ways !== undefined && args === "") return `read ${step.file} and follow it`;
  return `read ${step.file} and follow it with the arguments ${JSON.stringify(args)}`;
}

/** Beside a skill of the chain that is about to run. */
export function stepText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next, until } = progress;
  const head = `${HEADER}\nCurrent: ${shown(steps[current]!)} (step ${positionText(progress)})`;
  const skipped = steps.flatMap((step, index) =>
    step.state === "skipped" && index < current
      ? [
        `\nStep ${index + 1} was passed over: ${shown(step)}. If it is needed, first: ${
          callText(progress, index, ways)
        }`,
      ]
      : []
  ).join("");
  if (next >= steps.length) {
    return `${head}\nContinuation: (empty): this is the last step.${skipped}`;
  }
  const waiting = until >= steps.length
    ? ""
    : `\nWaiting for the user's word: ${printEntries(steps.slice(until))}`;
  if (next >= until) {
    return `${head}\nContinuation: (empty)${waiting}${skipped}

When this skill is complete, ask the user whether these shall run; invoke none of them unasked.`;
  }
  return `${head}\nContinuation: ${printEntries(steps.slice(next, until))}${waiting}${skipped}

When this skill is complete, the next call is:
  ${callText(progress, next, ways)}`;
}

/** Why the turn is not over. */
export function nudgeText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next } = progress;
  return `${HEADER} The turn ended with step ${
    next + 1
  } of ${steps.length} open. The user asked for ${steps.map(shown).join(", then ")}. If ${
    shown(steps[current]!)
  } is complete, the next call is:
  ${callText(progress, next, ways)}
If it is not, complete it first. To end the chain here for good, run: skillhook chain cancel`;
}

/** The user wants the chain to go on. */
export function resumeText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next } = progress;
  const head = `[SHORTCUT r: resume] The user asks to go on with the chain ${
    steps.map(shown).join(", then ")
  }. Step ${positionText(progress)}, ${shown(steps[current]!)}, is in progress`;
  if (next >= steps.length) return `${head}; it is the last one. Complete it.`;
  return `${head}. If it is not complete, complete it first. Then the next call is:
  ${callText(progress, next, ways)}`;
}

/** Where the chain stands, for a context that has lost it: under 400 UTF-16 units. */
export function positionInContext(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next, until } = progress;
  const head = `${HEADER} Unfinished chain, step ${positionText(progress)}, in progress: `;
  if (next >= steps.length) return cutWhole(head + shown(steps[current]!), MAX_POSITION - 1);
  const call = callText(progress, next, ways);
  const after = next >= until
    ? ". What follows waits for the user's word: ask before it runs"
    : call.length <= 200
    ? `. Next: ${call}`
    : ". Next: run `skillhook chain resume`, it prints the call";
  return `${head}${
    oneLine(slashText(steps[current]!), MAX_POSITION - 1 - head.length - after.length)
  }${after}`;
}

/** For the model that writes the summary: what it must not leave out. Empty when there is nothing. */
export function summaryText(progress: Progress | undefined, skills: readonly string[]): string {
  const position = progress === undefined
    ? ""
    : `Keep in the summary: the user's chain of skills stands at step ${userLine(progress)}; step ${
      progress.current + 1
    } is in progress, the steps after it have not been started. `;
  const used = skills.slice(0, 8).map((skill) => oneLine(skill, 40)).join(", ");
  return position + (used === "" ? "" : `Skills in use: ${used}.`);
}

/** `1/3 /design plans/foo → /plan-adhoc → /commit`, for the user. */
export function userLine(progress: Progress): string {
  const names = progress.steps.map((step) => oneLine(slashText(step), MAX_STEP));
  return oneLine(`${positionText(progress)} ${names.join(" → ")}`, MAX_USER_LINE);
}

function shown(step: Step): string {
  return oneLine(slashText(step), 80);
}
