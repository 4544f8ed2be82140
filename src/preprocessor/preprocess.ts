/** A skill text with directives → the text with their outputs, in one pass: no output is scanned or filled in again. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { substituteVariables } from "../base/variables.ts";
import type { Host } from "../host/host.ts";
import { type Directive, scan } from "../skill/scan.ts";
import { choicesFor, directiveStep } from "../trust/directive_policy.ts";
import { type CommandPlace, commandPlace, type PreprocessContext } from "./context.ts";
import { ageText, commandLine, errorBlock, storedOutput } from "./output.ts";
import { OUTPUT_CAP, runDirective } from "./run_directive.ts";

const MAX_DIRECTIVES = 32;
const MAX_AT_ONCE = 4;

/** What stands in a directive's place: its output in the success tag, or what its author chose for a failure. */
export interface Replacement {
  readonly text: string;
  readonly ran: boolean;
  /** Why there is no fresh output; absent for a success. */
  readonly flaw?: string;
  /** The command with which the user allows it, where that is why. */
  readonly howToAllow?: string;
  /** Whether the author wants nothing but this. */
  readonly aborts?: boolean;
}

/** The text is as its author wrote it: variables must not be filled in yet. Never throws for what a command does. */
export async function preprocess(text: string, context: PreprocessContext, host: Host) {
  const segments = scan(text);
  const directives = segments.filter((segment) => segment.kind === "directive");
  const replacements = await replaceDirectives(directives, context, host);
  const abort = replacements.find(({ aborts }) => aborts);
  const failed = replacements.filter(({ flaw }) => flaw !== undefined).length;
  const unclosed = segments.filter(({ kind }) => kind === "unclosed").length;
  const next = replacements[Symbol.iterator]();
  const parts = segments.map((segment) => {
    const { kind, raw } = segment;
    if (kind === "directive") return next.next().value!.text;
    if (kind === "escape") return segment.shown;
    if (kind === "text") {
      return context.expandText?.(raw) ?? substituteVariables(raw, context.variables);
    }
    const why = "The block below has no closing fence, so nothing of it was run";
    return `**Preprocessor Error**: ${why}\n${raw}`;
  });
  return {
    text: abort === undefined ? parts.join("") : `${abort.text}\n`,
    ran: replacements.filter(({ ran }) => ran).length,
    // Directives without an output: failed, not allowed, too many.
    failed: failed + unclosed,
    aborted: abort !== undefined,
    diagnostics: commandFlaws(directives, replacements, context),
  };
}

/** Runs what may run, a few at a time; answers in the order of the text. */
export async function replaceDirectives(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<Replacement[]> {
  const { trust, variables } = context;
  const place = commandPlace(context, host);
  const refused = directives.map((directive, index) => refusal(directive, index, context));
  let machine = host;
  if ("plan" in trust && refused.includes(undefined)) {
    const { projectHost } = await import("../trust/project_sandbox.ts");
    machine = await projectHost(host, variables.CLAUDE_PROJECT_DIR ?? context.cwd);
  }
  const end = host.monotonic() + context.deadlineMs;
  const results = new Array<Replacement>(directives.length);
  let next = 0;
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, directives.length) }, worker));
  return results;

  async function worker(): Promise<void> {
    while (next < directives.length) {
      const index = next++;
      results[index] = refused[index] ??
        await replaceDirective(directives[index]!, place, end, context, machine);
    }
  }
}

function refusal(
  directive: Directive,
  index: number,
  { trust, policy, variables, path }: PreprocessContext,
): Replacement | undefined {
  const isUnseen = "plan" in trust && !trust.plan.permits(directiveStep(directive.command, policy));
  if (isUnseen || trust.kind === "untrusted") {
    const { howToAllow } = trust;
    const why = isUnseen
      ? "it is not among the commands that were shown when the file was allowed"
      : trust.why;
    const text = `[Not run: ${commandLine(directive, variables)} (${why}). ` +
      `To allow it, the user runs: ${howToAllow}]`;
    return { text, ran: false, flaw: "not allowed", howToAllow };
  }
  if (index < MAX_DIRECTIVES) return undefined;
  const reason = `Command was not run: a text may hold ${MAX_DIRECTIVES} directives`;
  const text = errorBlock(directive, { reason, stderr: "" }, path, variables);
  return { text, ran: false, flaw: reason };
}

/** Where its output is kept; nowhere when its author does not want that. */
async function storeOf(
  directive: Directive,
  { policy, stateDir }: PreprocessContext,
  place: CommandPlace,
  host: Host,
) {
  const { cacheSeconds, onFailure } = choicesFor(policy, directive.command);
  const keeps = cacheSeconds > 0 || onFailure === "last-good";
  if (!keeps || stateDir === undefined) return undefined;
  const env = Object.entries(place.env).sort(([a], [b]) => a < b ? -1 : 1);
  const { shell, cwd, arguments: given } = place;
  return await storedOutput(host, stateDir, [directive.command, shell, cwd, env, given]);
}

/** Runs a directive until `end` of the monotonic clock, or takes its stored output. */
async function replaceDirective(
  directive: Directive,
  place: CommandPlace,
  end: number,
  context: PreprocessContext,
  host: Host,
): Promise<Replacement> {
  const { command, isInSentence } = directive;
  const { cacheSeconds, timeoutMs, onFailure, isInline } = choicesFor(context.policy, command);
  // A line for the middle of a sentence, where the author wants it without tags.
  const isBare = (output: string) => isInline && isInSentence && !output.includes("\n");
  const store = await storeOf(directive, context, place, host);
  const stored = store?.stored;
  const seconds = stored === undefined ? -1 : (host.now() - stored.at) / 1000;
  if (stored !== undefined && seconds >= 0 && seconds < cacheSeconds) {
    const { output } = stored;
    const aged = `[${ageText(stored, host)}, kept]\n${wrap(output)}`;
    return { text: isBare(output) ? output : aged, ran: false };
  }
  const left = end - host.monotonic();
  const late = `the ${context.deadlineMs / 1000} s for the whole text were over`;
  const outcome = left > 0
    ? await runDirective(command, place, Math.min(timeoutMs, Math.ceil(left)), host)
    : { reason: `Command was not started: ${late}`, stderr: "" };
  if ("output" in outcome) {
    const { output } = outcome;
    store?.keep(output);
    return { text: isBare(output) ? output : wrap(output), ran: true };
  }
  const flaw = outcome.reason;
  const failed = { ran: left > 0, flaw };
  if (onFailure === "empty") return { ...failed, text: "" };
  const { path, variables } = context;
  if (onFailure === "last-good" && stored !== undefined) {
    const what = `${flaw}: ${commandLine(directive, variables)}; ${ageText(stored, host)}`;
    return { ...failed, text: `[${what}, the last good one]\n${wrap(stored.output)}` };
  }
  const block = errorBlock(directive, outcome, path, variables);
  if (onFailure === "last-good") {
    return { ...failed, text: `${block}\n(There is no earlier output to fall back on.)` };
  }
  if (onFailure !== "abort") return { ...failed, text: block };
  const rest = `(The rest of the skill is left out: its author chose "on-failure: abort".)`;
  return { ...failed, text: `${block}\n${rest}`, aborts: true };
}

/** No output costs more by any estimate than so many of the dearest characters; tags and notices are paid with it. */
export const LARGEST_OUTPUT = "a\n".repeat((OUTPUT_CAP + 1024) / 2);

/** What directives would bring: for each a text of the same cost or more, and what it is. */
export async function expectedOutputs(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<{ text: string; says: string }[]> {
  const place = commandPlace(context, host);
  return await Promise.all(directives.map(async (directive, index) => {
    const refused = refusal(directive, index, context);
    if (refused !== undefined) return { text: refused.text, says: "not allowed to run" };
    const kept = (await storeOf(directive, context, place, host))?.stored;
    // What is said of its age, or of the failure that it stands in for.
    const words = "a\n".repeat(128 + directive.raw.length);
    return kept === undefined
      ? { text: LARGEST_OUTPUT, says: `counted as ${OUTPUT_CAP} bytes, the most it may print` }
      : { text: `${words}${kept.output}`, says: "counted as its last kept output" };
  }));
}

function wrap(output: string): string {
  return `<skill-output>\n${output}\n</skill-output>`;
}

export function commandFlaws(
  directives: readonly Directive[],
  replacements: readonly Replacement[],
  { path, variables }: PreprocessContext,
): Diagnostic[] {
  return directives.flatMap((directive, index) => {
    const { flaw, howToAllow } = replacements[index]!;
    if (flaw === undefined) return [];
    const message = `No output of ${commandLine(directive, variables)}: ${flaw}`;
    if (howToAllow === undefined) return [diagnose("command-failed", path, message)];
    return [diagnose("directive-untrusted", path, message, `Run "${howToAllow}"`)];
  });
}
