/** What stands in a directive's place: its output in the success tag, or what its author chose for a failure. */
import type { Host } from "../host/host.ts";
import type { PreprocessContext } from "./context.ts";
import type { Directive } from "../skill/directive.ts";
import { commandLine, errorBlock, type Failure } from "./output_text.ts";
import { ageText, keepOutput, outputKey, readOutput, type StoredOutput } from "./output_store.ts";
import { directiveStep } from "../trust/directive_step.ts";
import { choicesFor, type DirectiveChoices } from "../trust/directive_policy.ts";
import { type CommandPlace, runDirective } from "./run_directive.ts";
import type { TrustVerdict } from "../trust/judge_trust.ts";

/** What stands in a directive's place. */
export interface Replacement {
  readonly text: string;
  /** Whether the command was run now. */
  readonly ran: boolean;
  /** Why there is no fresh output; absent for a success. */
  readonly flaw?: string;
  /** Whether the author wants nothing but this. */
  readonly aborts?: boolean;
}

/**
 * Runs a directive, or takes its stored output.
 *
 * @param place Where its command runs.
 * @param end When the time of the whole text is over, on the monotonic clock.
 * @returns What stands in its place; never rejects for what the command does.
 */
export async function replaceDirective(
  directive: Directive,
  place: CommandPlace,
  end: number,
  context: PreprocessContext,
  host: Host,
): Promise<Replacement> {
  const choices = choicesFor(context.policy, directive.command);
  const keeps = choices.cacheSeconds > 0 || choices.onFailure === "last-good";
  const store = keeps && context.stateDir !== undefined
    ? { directory: context.stateDir, key: await outputKey(host, directive.command, place) }
    : undefined;
  const stored = store === undefined ? undefined : readOutput(host, store.directory, store.key);
  if (stored !== undefined && isFresh(stored, choices, host)) {
    return { text: `[${ageText(stored, host)}, kept]\n${wrap(stored.output)}`, ran: false };
  }
  const left = end - host.monotonic();
  if (left <= 0) {
    const seconds = context.deadlineMs / 1000;
    const reason = `Command was not started: the ${seconds} s for the whole text were over`;
    return failed(directive, { reason, stderr: "" }, choices, stored, false, context, host);
  }
  const deadlineMs = Math.min(choices.timeoutMs, Math.ceil(left));
  const outcome = await runDirective(directive.command, place, deadlineMs, host);
  if ("failure" in outcome) {
    return failed(directive, outcome.failure, choices, stored, true, context, host);
  }
  if (store !== undefined) keepOutput(host, store.directory, store.key, outcome.output);
  return { text: wrap(outcome.output), ran: true };
}

/** What stands in its place when the approval does not show it; `undefined` when it may run. */
export function notPlanned(
  directive: Directive,
  { trust, policy, variables }: PreprocessContext,
): Replacement | undefined {
  if (!("plan" in trust) || trust.plan.permits(directiveStep(directive.command, policy))) {
    return undefined;
  }
  const why = "it is not among the commands that were shown when the file was allowed";
  return notAllowed(directive, { ...trust, kind: "untrusted", why }, variables);
}

/** One visible line: what would run, why it does not, and how to allow it. */
export function notAllowed(
  directive: Directive,
  trust: Extract<TrustVerdict, { kind: "untrusted" }>,
  variables: Readonly<Record<string, string>>,
): Replacement {
  const text = `[Not run: ${commandLine(directive, variables)} (${trust.why}). ` +
    `To allow it, the user runs: ${trust.howToAllow}]`;
  return { text, ran: false, flaw: "not allowed" };
}

export function tooMany(
  directive: Directive,
  limit: number,
  context: PreprocessContext,
): Replacement {
  const reason = `Command was not run: a text may hold ${limit} directives`;
  const text = errorBlock(directive, { reason, stderr: "" }, context.path, context.variables);
  return { text, ran: false, flaw: reason };
}

function failed(
  directive: Directive,
  failure: Failure,
  { onFailure }: DirectiveChoices,
  stored: StoredOutput | undefined,
  ran: boolean,
  context: PreprocessContext,
  host: Host,
): Replacement {
  const flaw = failure.reason;
  if (onFailure === "empty") return { text: "", ran, flaw };
  if (onFailure === "last-good" && stored !== undefined) {
    const line = commandLine(directive, context.variables);
    const notice = `[${flaw}: ${line}; ${ageText(stored, host)}, the last good one]`;
    return { text: `${notice}\n${wrap(stored.output)}`, ran, flaw };
  }
  const block = errorBlock(directive, failure, context.path, context.variables);
  if (onFailure === "last-good") {
    return { text: `${block}\n(There is no earlier output to fall back on.)`, ran, flaw };
  }
  if (onFailure !== "abort") return { text: block, ran, flaw };
  const text =
    `${block}\n(The rest of the skill is left out: its author chose "on-failure: abort".)`;
  return { text, ran, flaw, aborts: true };
}

function isFresh(stored: StoredOutput, { cacheSeconds }: DirectiveChoices, host: Host): boolean {
  const age = host.now() - stored.at;
  return age >= 0 && age < cacheSeconds * 1000;
}

/** The tag says: this is what the command printed. */
function wrap(output: string): string {
  return `<skill-output>\n${output}\n</skill-output>`;
}
