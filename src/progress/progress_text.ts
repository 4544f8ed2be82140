/** What the model and the user are told about a chain in progress. */
import { cutWhole, oneLine } from "../base/fitted_text.ts";
import type { AgentWays } from "../host/host.ts";
import { printArgs, printCall, printEntries, slashText } from "../continuation/chain.ts";
import { positionText, type Progress, type Step } from "./progress.ts";

/** UTF-16 units: what comes back after a compaction leaves room for the work. */
const MAX_POSITION = 400;
const HEADER = "[CONTINUATION-PASSING]";

/** The call or the reading that begins a step; one line. */
export function callText({ steps, until }: Progress, index: number, ways?: AgentWays): string {
  const step = steps[index]!;
  const rest = steps.slice(index + 1, until);
  if (step.file === undefined) return printCall(step, rest, ways);
  const args = printArgs(step.args, rest);
  const how = ways && args === "" ? "" : ` with the arguments ${JSON.stringify(args)}`;
  return `read ${step.file} and follow it${how}`;
}

export function stepText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next, until } = progress;
  const head = `${HEADER}\nCurrent: ${shown(steps[current]!)} (step ${positionText(progress)})`;
  const skipped = steps.slice(0, current).map((step, index) => {
    if (step.state !== "skipped") return "";
    const call = callText(progress, index, ways);
    return `\nStep ${index + 1} was passed over: ${shown(step)}. If it is needed, first: ${call}`;
  }).join("");
  const isLast = next >= steps.length;
  if (isLast) return `${head}\nContinuation: (empty): this is the last step.${skipped}`;
  const rest = printEntries(steps.slice(next, until)) || "(empty)";
  const waiting = until >= steps.length
    ? ""
    : `\nWaiting for the user's word: ${printEntries(steps.slice(until))}`;
  const then = next >= until
    ? "ask the user whether these shall run; invoke none of them unasked."
    : `the next call is:\n  ${callText(progress, next, ways)}`;
  return `${head}\nContinuation: ${rest}${waiting}${skipped}\n\nWhen this skill is complete, ${then}`;
}

export function nudgeText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next } = progress;
  const open = `The turn ended with step ${next + 1} of ${steps.length} open`;
  const asked = `The user asked for ${steps.map(shown).join(", then ")}`;
  return `${HEADER} ${open}. ${asked}. If ${shown(steps[current]!)} is complete, the next call is:
  ${callText(progress, next, ways)}
If it is not, complete it first. To end the chain here for good, run: skillhook chain cancel`;
}

export function resumeText(progress: Progress, ways?: AgentWays): string {
  const { steps, current, next } = progress;
  const chain = steps.map(shown).join(", then ");
  const step = `Step ${positionText(progress)}, ${shown(steps[current]!)}, is in progress`;
  const head = `[SHORTCUT r: resume] The user asks to go on with the chain ${chain}. ${step}`;
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
    : `. Next: ${call.length <= 200 ? call : "run `skillhook chain resume`, it prints the call"}`;
  const room = MAX_POSITION - 1 - head.length - after.length;
  return `${head}${oneLine(slashText(steps[current]!), room)}${after}`;
}

/** For the model that writes the summary: what it must not leave out. Empty when there is nothing. */
export function summaryText(progress: Progress | undefined, skills: readonly string[]): string {
  const used = skills.slice(0, 8).map((skill) => oneLine(skill, 40)).join(", ");
  const end = used === "" ? "" : `Skills in use: ${used}.`;
  if (progress === undefined) return end;
  const step = `step ${progress.current + 1} is in progress`;
  const position = `the user's chain of skills stands at step ${userLine(progress)}; ${step}`;
  return `Keep in the summary: ${position}, the steps after it have not been started. ${end}`;
}

/** `1/3 /design plans/foo → /plan-adhoc → /commit`, for the user. */
export function userLine(progress: Progress): string {
  const names = progress.steps.map((step) => oneLine(slashText(step), 40));
  return oneLine(`${positionText(progress)} ${names.join(" → ")}`, 300);
}

function shown(step: Step): string {
  return oneLine(slashText(step), 80);
}
