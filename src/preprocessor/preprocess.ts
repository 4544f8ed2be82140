/** A skill text with directives → the text with their outputs, in one pass: no output is scanned or filled in again. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { substituteVariables } from "../base/variables.ts";
import type { Host } from "../host/host.ts";
import { type Directive, scan, type Segment } from "../skill/scan.ts";
import { choicesFor, type DirectiveChoices, directiveStep } from "../trust/directive_policy.ts";
import { commandPlace, type PreprocessContext } from "./context.ts";
import { commandLine, errorBlock, type Failure } from "./output_text.ts";
import { ageText, keepOutput, outputKey, readOutput, type StoredOutput } from "./output_store.ts";
import { type CommandPlace, runDirective } from "./run_directive.ts";

/** In one text. */
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

/**
 * Runs the directives of a text and puts their outputs in their places. The text is as its author
 * wrote it: variables must not be filled in yet. Never throws for what a command does.
 */
export async function preprocess(
  text: string,
  context: PreprocessContext,
  host: Host,
) {
  const segments = scan(text);
  const directives = segments.filter((segment) => segment.kind === "directive");
  const replacements = directives.length === 0
    ? []
    : await replaceDirectives(directives, context, host);
  const abort = replacements.find(({ aborts }) => aborts);
  const failed = replacements.filter(({ flaw }) => flaw !== undefined).length;
  const unclosed = segments.filter(({ kind }) => kind === "unclosed").length;
  const next = replacements[Symbol.iterator]();
  const parts = segments.map((segment) =>
    segment.kind === "directive" ? next.next().value!.text : shown(segment, context)
  );
  return {
    text: abort === undefined ? parts.join("") : `${abort.text}\n`,
    // Commands that ran, failed ones included.
    ran: replacements.filter(({ ran }) => ran).length,
    // Directives without an output: failed, not allowed, too many.
    failed: failed + unclosed,
    aborted: abort !== undefined,
    diagnostics: commandFlaws(directives, replacements, context),
  };
}

function shown(segment: Exclude<Segment, Directive>, context: PreprocessContext): string {
  switch (segment.kind) {
    case "text":
      return context.expandText?.(segment.raw) ??
        substituteVariables(segment.raw, context.variables);
    case "escape":
      return segment.shown;
    case "unclosed":
      return `**Preprocessor Error**: The block below has no closing fence, so nothing of it was run\n${segment.raw}`;
  }
}

/** Runs what may run, a few at a time, within the caps of one text; in the order of the text. */
export async function replaceDirectives(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<Replacement[]> {
  const { trust, variables } = context;
  const place = commandPlace(context, host);
  const refused = directives.map((directive, index) => refusal(directive, index, context));
  const machine = "plan" in trust && refused.includes(undefined)
    ? await (await import("../trust/project_sandbox.ts")).projectHost(
      host,
      variables.CLAUDE_PROJECT_DIR ?? context.cwd,
    )
    : host;
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

/** What stands in the place of a directive that may not run. */
export function refusal(
  directive: Directive,
  index: number,
  { trust, policy, variables, path }: PreprocessContext,
): Replacement | undefined {
  if (trust.kind === "untrusted") {
    return notAllowed(directive, trust.why, trust.howToAllow, variables);
  }
  if ("plan" in trust && !trust.plan.permits(directiveStep(directive.command, policy))) {
    const why = "it is not among the commands that were shown when the file was allowed";
    return notAllowed(directive, why, trust.howToAllow, variables);
  }
  if (index < MAX_DIRECTIVES) return undefined;
  const reason = `Command was not run: a text may hold ${MAX_DIRECTIVES} directives`;
  const text = errorBlock(directive, { reason, stderr: "" }, path, variables);
  return { text, ran: false, flaw: reason };
}

/** One visible line: what would run, why it does not, and how to allow it. */
function notAllowed(
  directive: Directive,
  why: string,
  howToAllow: string,
  variables: PreprocessContext["variables"],
): Replacement {
  const text = `[Not run: ${commandLine(directive, variables)} (${why}). ` +
    `To allow it, the user runs: ${howToAllow}]`;
  return { text, ran: false, flaw: "not allowed", howToAllow };
}

/** Runs a directive, or takes its stored output, until `end` of the monotonic clock; never rejects for what it does. */
async function replaceDirective(
  directive: Directive,
  place: CommandPlace,
  end: number,
  context: PreprocessContext,
  host: Host,
): Promise<Replacement> {
  const { command } = directive;
  const choices = choicesFor(context.policy, command);
  const keeps = choices.cacheSeconds > 0 || choices.onFailure === "last-good";
  const store = keeps && context.stateDir !== undefined
    ? { directory: context.stateDir, key: await outputKey(host, command, place) }
    : undefined;
  const stored = store && readOutput(host, store.directory, store.key);
  if (stored !== undefined && isFresh(stored, choices, host)) {
    const bare = bareOutput(directive, choices, stored.output);
    const text = bare ?? `[${ageText(stored, host)}, kept]\n${wrap(stored.output)}`;
    return { text, ran: false };
  }
  const left = end - host.monotonic();
  const late = `the ${context.deadlineMs / 1000} s for the whole text were over`;
  const outcome = left > 0
    ? await runDirective(command, place, Math.min(choices.timeoutMs, Math.ceil(left)), host)
    : { failure: { reason: `Command was not started: ${late}`, stderr: "" } };
  if ("failure" in outcome) {
    const old = stored && { age: ageText(stored, host), output: stored.output };
    return { ...failed(directive, outcome.failure, choices, old, context), ran: left > 0 };
  }
  if (store !== undefined) keepOutput(host, store.directory, store.key, outcome.output);
  const { output } = outcome;
  return { text: bareOutput(directive, choices, output) ?? wrap(output), ran: true };
}

function failed(
  directive: Directive,
  failure: Failure,
  { onFailure }: DirectiveChoices,
  stored: { readonly age: string; readonly output: string } | undefined,
  { path, variables }: PreprocessContext,
): Omit<Replacement, "ran"> {
  const flaw = failure.reason;
  if (onFailure === "empty") return { text: "", flaw };
  if (onFailure === "last-good" && stored !== undefined) {
    const notice = `[${flaw}: ${
      commandLine(directive, variables)
    }; ${stored.age}, the last good one]`;
    return { text: `${notice}\n${wrap(stored.output)}`, flaw };
  }
  const block = errorBlock(directive, failure, path, variables);
  if (onFailure === "last-good") {
    return { text: `${block}\n(There is no earlier output to fall back on.)`, flaw };
  }
  if (onFailure !== "abort") return { text: block, flaw };
  const rest = `(The rest of the skill is left out: its author chose "on-failure: abort".)`;
  return { text: `${block}\n${rest}`, flaw, aborts: true };
}

function isFresh(stored: StoredOutput, { cacheSeconds }: DirectiveChoices, host: Host): boolean {
  const age = host.now() - stored.at;
  return age >= 0 && age < cacheSeconds * 1000;
}

/** A line of output for the middle of a sentence, where the author wants it without tags. */
function bareOutput(
  { isInSentence }: Directive,
  { isInline }: DirectiveChoices,
  output: string,
): string | undefined {
  return isInline && isInSentence && !output.includes("\n") ? output : undefined;
}

/** The tag says: this is what the command printed. */
function wrap(output: string): string {
  return `<skill-output>\n${output}\n</skill-output>`;
}

/** What is said of directives without a fresh output. */
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
