/**
 * A skill text with directives → the text with their outputs. One pass: an output is never scanned
 * again, and no value is filled into it.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { type Directive, DIRECTIVES, type Segment } from "./directive.ts";
import { commandEnvironment } from "./environment.ts";
import { commandLine, errorBlock } from "./error_block.ts";
import { inOrder } from "./in_order.ts";
import { choicesFor, type DirectivePolicy } from "./policy.ts";
import { type CommandArguments, type CommandPlace, runDirective } from "./run_directive.ts";
import { scan } from "./scan.ts";
import type { TrustVerdict } from "./trust.ts";
import { substituteVariables } from "./variables.ts";

/** How many commands of one text are run. */
const MAX_DIRECTIVES = 32;
/** How many run at the same time. */
const MAX_AT_ONCE = 4;

/** What the commands of a text run with. */
export interface PreprocessContext {
  /** Directory commands run in: the project, else the skill's directory. */
  readonly cwd: string;
  /** Known variables; exported to commands, filled in as `${NAME}` in plain text, never pasted into a command. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether this text may run commands; from `judgeTrust`. */
  readonly trust: TrustVerdict;
  /** The author's choices; from `readDirectivePolicy`. */
  readonly policy: DirectivePolicy;
  /** Where slow results and last good outputs may be kept; `undefined`: nowhere. */
  readonly stateDir: string | undefined;
  /** Milliseconds for the whole text. */
  readonly deadlineMs: number;
  /** The skill file, for error blocks. */
  readonly path: string;
  /** The skill's arguments: `$ARGUMENTS` and `$0` to `$9` in commands, through the environment. */
  readonly arguments?: CommandArguments;
  /** Fills variables (and arguments) into plain text; {@linkcode substituteVariables} unless told. */
  readonly expandText?: (text: string) => string;
}

/** The text and what happened. */
export interface PreprocessResult {
  readonly text: string;
  /** Commands that ran, failed ones included. */
  readonly ran: number;
  /** Directives without an output: failed, not allowed, too many. */
  readonly failed: number;
  /** An author's `on-failure: abort` left nothing but the error. */
  readonly aborted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What stands in a directive's place. */
interface Replacement {
  readonly text: string;
  readonly ran: boolean;
  readonly failed: boolean;
  readonly aborts?: boolean;
}

/**
 * Runs the directives of a text and puts their outputs in their places.
 *
 * @param text The text as its author wrote it: variables must not be filled in yet.
 * @param context What commands run with.
 * @param host The machine.
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
  const replacements = directives.length === 0 ? [] : await replaceAll(directives, context, host);
  const abort = replacements.findIndex((replacement) => replacement.aborts);
  const failed = replacements.filter((replacement) => replacement.failed).length;
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

/** Runs what may run, a few at a time; results in the order of the text. */
async function replaceAll(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<Replacement[]> {
  const { trust, variables } = context;
  if (trust.kind === "untrusted") {
    return directives.map((directive) => notAllowed(directive, trust, variables));
  }
  const place = commandPlace(context, host);
  const end = host.monotonic() + context.deadlineMs;
  return await inOrder(directives, MAX_AT_ONCE, (directive, index) => {
    if (index >= MAX_DIRECTIVES) return Promise.resolve(tooMany(directive, context));
    return replace(directive, place, end, context, host);
  });
}

async function replace(
  directive: Directive,
  place: CommandPlace,
  end: number,
  context: PreprocessContext,
  host: Host,
): Promise<Replacement> {
  const choices = choicesFor(context.policy, directive.command);
  const left = end - host.monotonic();
  if (left <= 0) {
    const reason = `Command was not started: the ${
      context.deadlineMs / 1000
    } s for the whole text were over`;
    return failure(directive, { reason, stderr: "" }, false, context);
  }
  const deadlineMs = Math.min(choices.timeoutMs, Math.ceil(left));
  const outcome = await runDirective(directive.command, place, deadlineMs, host);
  if ("output" in outcome) {
    return { text: wrap(outcome.output), ran: true, failed: false };
  }
  return failure(directive, outcome.failure, true, context);
}

function failure(
  directive: Directive,
  { reason, stderr }: { reason: string; stderr: string },
  ran: boolean,
  context: PreprocessContext,
): Replacement {
  const block = errorBlock(directive, { reason, stderr }, context.path, context.variables);
  return { text: block, ran, failed: true };
}

/** The tag says: this is what the command printed. */
function wrap(output: string): string {
  return `<skill-output>\n${output}\n</skill-output>`;
}

function notAllowed(
  directive: Directive,
  trust: Extract<TrustVerdict, { kind: "untrusted" }>,
  variables: Readonly<Record<string, string>>,
): Replacement {
  const text = `[Not run: ${commandLine(directive, variables)} (${trust.why}). ` +
    `To allow it, the user runs: ${trust.howToAllow}]`;
  return { text, ran: false, failed: true };
}

function tooMany(directive: Directive, context: PreprocessContext): Replacement {
  const reason = `Command was not run: a text may hold ${MAX_DIRECTIVES} directives`;
  return failure(directive, { reason, stderr: "" }, false, context);
}

function commandPlace(context: PreprocessContext, host: Host): CommandPlace {
  const { variables, cwd, policy } = context;
  const given = context.arguments ?? { whole: "", words: [] };
  const project = variables.CLAUDE_PROJECT_DIR ?? cwd;
  const env = commandEnvironment(host, variables, project);
  if (context.arguments !== undefined) env.ARGUMENTS = given.whole;
  return {
    shell: policy.shell,
    cwd: firstDirectory(host, cwd, context.path),
    env,
    isKnown: (name) =>
      Object.hasOwn(variables, name) ||
      (context.arguments !== undefined && (name === "ARGUMENTS" || name in given.words)),
    arguments: given,
  };
}

/** The project may be gone, or a name only: then the skill's own directory. */
function firstDirectory(host: Host, cwd: string, path: string): string {
  if (host.stat(cwd)?.kind === "directory") return cwd;
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  const parent = path.slice(0, Math.max(1, end));
  return end > 0 && host.stat(parent)?.kind === "directory" ? parent : "/";
}

function flaws(
  directives: readonly Directive[],
  replacements: readonly Replacement[],
  context: PreprocessContext,
): Diagnostic[] {
  return directives.filter((_, index) => replacements[index]!.failed).map((directive) => ({
    path: context.path,
    message: `No output of ${DIRECTIVES[directive.name].summary.split(",", 1)[0]}: ${
      commandLine(directive, context.variables)
    }`,
  }));
}
