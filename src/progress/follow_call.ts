/** The model calls a skill: whether that is a step of the session's chain, and what the call should have been. */
import type { Invocation } from "../continuation/chain.ts";
import { peel, printArgs, printEntries } from "../continuation/suffix.ts";
import { isUnfinished, type Progress, progressOf } from "./progress.ts";
import type { Happening, Line } from "./record.ts";

/** A call that is a step. */
export interface FollowedCall {
  readonly happenings: readonly Happening[];
  /** How far the chain has come with it. */
  readonly progress: Progress;
  /** What the call's arguments must be instead. */
  readonly args?: string;
}

/** @returns `undefined` when the call, as the model made it, is no step of an unfinished chain. */
export function followCall(
  lines: readonly Line[],
  call: Invocation,
  prompt: string | undefined,
): FollowedCall | undefined {
  const before = progressOf(lines);
  if (!isUnfinished(before)) return undefined;
  const step = stepOf(before, call.skill);
  if (step === undefined) return undefined;
  const begun: Happening = { is: "begun", step, ...(prompt === undefined ? {} : { prompt }) };
  const happenings = [...stepsTo(before, step), begun];
  const progress = progressOf([...lines, ...happenings.map((one) => ({ ...one, at: before.at }))])!;
  const args = argsOf(progress, step, call.args);
  return { happenings, progress, ...(args === call.args ? {} : { args }) };
}

/** An open step first: a chain may name a skill twice. Then the current one, called again, or one that was passed over. */
function stepOf({ steps, current, next }: Progress, skill: string): number | undefined {
  const is = (index: number) => steps[index] !== undefined && isSame(steps[index].skill, skill);
  for (let index = next; index < steps.length; index++) {
    if (steps[index]!.state === "open" && is(index)) return index;
  }
  if (is(current)) return current;
  const passedOver = steps.findIndex(({ state }, index) => state === "skipped" && is(index));
  return passedOver < 0 || passedOver > current ? undefined : passedOver;
}

/** `plugin:design` and `design` are one skill where the model leaves the plugin out, or a leading slash in. */
function isSame(planned: string, called: string): boolean {
  const name = called.trim().replace(/^\//, "");
  return planned === name || planned.endsWith(`:${name}`) || name.endsWith(`:${planned}`);
}

/** Files that were to be read are not seen to be read: they count as done. */
function stepsTo({ steps, current }: Progress, to: number): Happening[] {
  if (to <= current) return [];
  const happenings: Happening[] = [{ is: "done", step: current }];
  for (let index = current + 1; index < to; index++) {
    if (steps[index]!.state !== "open") continue;
    happenings.push({ is: steps[index]!.file === undefined ? "skipped" : "done", step: index });
  }
  return happenings;
}

/**
 * The model's own arguments stay, where it gave any; what follows is the user's chain, whole. A skill that runs in a
 * context of its own gets none of it: the main agent goes on with the chain.
 */
function argsOf({ steps, next, until }: Progress, step: number, given: string): string {
  const { args, entries } = peel(given);
  const isFork = steps[step]!.isFork === true;
  const rest = isFork ? [] : steps.slice(next, until);
  const own = args === "" ? steps[step]!.args : args;
  // A skill may put steps of its own before what follows.
  const kept = entries.slice(Math.max(0, entries.length - rest.length));
  if (args === own && printEntries(isFork ? entries : kept) === printEntries(rest)) return given;
  return printArgs(own, rest);
}
