/**
 * A skill text with directives → the text with their outputs. One pass: an output is never scanned
 * again, and no value is filled into it.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { substituteVariables } from "../base/variables.ts";
import type { Host } from "../host/host.ts";
import type { Directive, Segment } from "../skill/directive.ts";
import { scan } from "../skill/scan.ts";
import { commandPlace, type PreprocessContext } from "./context.ts";
import { commandLine } from "./output_text.ts";
import {
  notAllowed,
  notPlanned,
  replaceDirective,
  type Replacement,
  tooMany,
} from "./replacement.ts";

/** How many commands of one text are run. */
const MAX_DIRECTIVES = 32;
/** How many run at the same time. */
const MAX_AT_ONCE = 4;

export type { PreprocessContext };

/** The text and what happened. */
interface PreprocessResult {
  readonly text: string;
  /** Commands that ran, failed ones included. */
  readonly ran: number;
  /** Directives without an output: failed, not allowed, too many. */
  readonly failed: number;
  /** An author's `on-failure: abort` left nothing but the error. */
  readonly aborted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs the directives of a text and puts their outputs in their places.
 *
 * @param text The text as its author wrote it: variables must not be filled in yet.
 * @returns The text; never throws for what a command does.
 */
export async function preprocess(
  text: string,
  context: PreprocessContext,
  host: Host,
): Promise<PreprocessResult> {
  const expand = context.expandText ??
    ((plain: string) => substituteVariables(plain, context.variables));
  const segments = scan(text);
  const directives = segments.filter((segment) => segment.kind === "directive");
  const replacements = directives.length === 0
    ? []
    : await replaceDirectives(directives, context, host);
  const abort = replacements.findIndex((replacement) => replacement.aborts);
  const failed = replacements.filter((replacement) => replacement.flaw !== undefined).length;
  const unclosed = segments.filter((segment) => segment.kind === "unclosed").length;
  const counts = {
    ran: replacements.filter((replacement) => replacement.ran).length,
    failed: failed + unclosed,
    aborted: abort >= 0,
    diagnostics: flaws(directives, replacements, context),
  };
  if (abort >= 0) return { text: `${replacements[abort]!.text}\n`, ...counts };
  const next = replacements[Symbol.iterator]();
  const parts = segments.map((segment) =>
    segment.kind === "directive" ? next.next().value!.text : shown(segment, expand)
  );
  return { text: parts.join(""), ...counts };
}

function shown(
  segment: Exclude<Segment, Directive>,
  expand: (text: string) => string,
): string {
  switch (segment.kind) {
    case "text":
      return expand(segment.raw);
    case "escape":
      return segment.shown;
    case "unclosed":
      return `**Preprocessor Error**: The block below has no closing fence, so nothing of it was run\n${segment.raw}`;
  }
}

/**
 * Runs what may run, a few at a time, within the caps of one text.
 *
 * @returns What stands in their places, in the order of the text.
 */
export async function replaceDirectives(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<Replacement[]> {
  const { trust, variables } = context;
  if (trust.kind === "untrusted") {
    return directives.map((directive) => notAllowed(directive, trust, variables));
  }
  const place = commandPlace(context, host);
  const machine = "plan" in trust && directives.length > 0
    ? await (await import("../trust/project_sandbox.ts")).projectHost(
      host,
      variables.CLAUDE_PROJECT_DIR ?? context.cwd,
    )
    : host;
  const end = host.monotonic() + context.deadlineMs;
  return await inOrder(directives, MAX_AT_ONCE, (directive, index) => {
    const refused = notPlanned(directive, context);
    if (refused !== undefined) return Promise.resolve(refused);
    if (index >= MAX_DIRECTIVES) {
      return Promise.resolve(tooMany(directive, MAX_DIRECTIVES, context));
    }
    return replaceDirective(directive, place, end, context, machine);
  });
}

function flaws(
  directives: readonly Directive[],
  replacements: readonly Replacement[],
  context: PreprocessContext,
): Diagnostic[] {
  return directives.flatMap((directive, index) => {
    const { flaw } = replacements[index]!;
    if (flaw === undefined) return [];
    const message = `No output of ${commandLine(directive, context.variables)}: ${flaw}`;
    return [diagnose("command-failed", context.path, message)];
  });
}

/**
 * @param work Does one; must not reject.
 * @returns The results in the order of the items.
 */
async function inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!, index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
