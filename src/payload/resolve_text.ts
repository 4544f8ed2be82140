/**
 * Resolves all tokens of a text in one pass (design document 003, section 7.2). What a token becomes
 * is inserted literally and never looked at again.
 */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { nearestWord } from "../base/nearest.ts";
import type { Host } from "../host/host.ts";
import type { Directive } from "../skill/directive.ts";
import type { Replacement } from "../preprocessor/preprocess.ts";
import { type CommandMode, shownCommand } from "./command_outputs.ts";
import { type EnvironmentRule, environmentValue } from "./environment_values.ts";
import { findTokens, type Token, type TokenName } from "./tokens.ts";
import { Includer } from "./include.ts";
import type { Roots } from "./locate_reference.ts";
import type { LeftToken, Resolution } from "./resolution.ts";

/** What tokens become. */
export interface ResolveContext {
  /** The text's file, or a name for it in messages. */
  readonly path: string;
  /** Real path of the file when the text is one: it must not be included in itself. */
  readonly file: string | undefined;
  /** Real paths of directories that references are relative to, tried in turn. */
  readonly bases: readonly string[];
  readonly roots: Roots;
  /** For `{{NAME}}`. */
  readonly values: ReadonlyMap<string, string>;
  /** For `${NAME}`, before the environment is asked. */
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: EnvironmentRule;
  readonly commands: CommandMode;
}

const KINDS: readonly TokenName[] = ["file", "glob", "variable", "environment", "command"];

/**
 * Resolves a text.
 *
 * @param context What tokens become.
 * @returns The text; what has no value stays as written and is named.
 */
export async function resolveText(
  text: string,
  context: ResolveContext,
  host: Host,
): Promise<Resolution> {
  const kinds = context.commands.kind === "text" ? KINDS.slice(0, -1) : KINDS;
  const tokens = findTokens(text, kinds);
  const { commands: mode } = context;
  const directives = tokens.flatMap(({ segment }) => segment?.kind === "directive" ? segment : []);
  const outputs = mode.kind === "run" && directives.length > 0
    ? await mode.outputs.replace(directives, mode.context, host)
    : [];
  const next = outputs[Symbol.iterator]();
  const includer = new Includer(host, context.roots, context.file !== undefined);
  const trail = context.file === undefined ? [] : [context.file];
  const left: LeftToken[] = [];
  const replaced = tokens.map((token) => valueOf(token) ?? token.raw);
  return {
    text: join(text, tokens, replaced),
    left: [...left, ...includer.left],
    included: includer.included,
    commands: mode.kind === "list" ? directives.map(shownCommand) : [],
    warnings: [
      ...includer.warnings,
      ...unresolvedWarnings(left, context),
      ...commandWarnings(directives, outputs, context),
    ],
    failures: [...includer.failures, ...abortFailures(outputs, context)],
  };

  function valueOf(token: Token): string | undefined {
    switch (token.kind) {
      case "file":
      case "glob":
        return includer.resolve(token, context.bases, trail, context.path);
      case "variable":
        return context.values.get(token.name) ?? leave(token, "no value");
      case "environment": {
        if (Object.hasOwn(context.variables, token.name)) return context.variables[token.name];
        const found = environmentValue(host, token.name, context.environment);
        return typeof found === "string" ? leave(token, found) : found.value;
      }
      case "command":
        return commandText(token);
      default:
        return token.kind satisfies never;
    }
  }

  function commandText({ kind, name, raw, segment }: Token): string | undefined {
    if (segment?.kind === "escape") return segment.shown;
    if (segment?.kind === "unclosed") {
      left.push({ kind, raw, name, why: "failed" });
      return undefined;
    }
    if (mode.kind !== "run") return undefined;
    const output = next.next().value!;
    if (output.flaw !== undefined) left.push({ kind, raw: oneLine(raw), name, why: "failed" });
    return output.text;
  }

  function leave({ kind, raw, name }: Token, why: LeftToken["why"]): undefined {
    left.push({ kind, raw, name, why });
    return undefined;
  }
}

function join(text: string, tokens: readonly Token[], values: readonly string[]): string {
  let result = "";
  let at = 0;
  for (const [index, { start, end }] of tokens.entries()) {
    result += text.slice(at, start) + values[index]!;
    at = end;
  }
  return result + text.slice(at);
}

/** One line for each value that is missing, one for all variables that may not be asked for. */
function unresolvedWarnings(
  left: readonly LeftToken[],
  { path, values }: ResolveContext,
): Diagnostic[] {
  const names = (why: LeftToken["why"], kind: TokenName) =>
    [
      ...new Set(
        left.filter((one) => one.why === why && one.kind === kind).map(({ name }) => name),
      ),
    ].sort();
  const warnings = names("no value", "variable").map((name) => {
    const near = nearestWord(name, values.keys());
    return diagnose("token-unresolved", path, `Unresolved token {{${name}}}`, didYouMean(near));
  });
  const unset = names("no value", "environment").map((name) => `\${${name}}`);
  if (unset.length > 0) {
    const message = `Left as written, not set: ${unset.join(", ")}`;
    warnings.push(diagnose("token-unresolved", path, message));
  }
  const refused = names("not allowed", "environment").map((name) => `\${${name}}`);
  if (refused.length > 0) {
    const message = `Left as written, not on the allow list: ${refused.join(", ")}`;
    warnings.push(diagnose("token-refused", path, message));
  }
  if (left.some(({ kind, name }) => kind === "command" && name === "")) {
    const message = "A command block has no closing fence: nothing of it was run";
    warnings.push(diagnose("directive-unclosed", path, message));
  }
  return warnings;
}

function commandWarnings(
  directives: readonly Directive[],
  outputs: readonly Replacement[],
  { path }: ResolveContext,
): Diagnostic[] {
  return outputs.flatMap(({ flaw }, index) =>
    flaw === undefined ? [] : [
      diagnose(
        "command-failed",
        path,
        `No output of ${shownCommand(directives[index]!)}: ${flaw}`,
      ),
    ]
  );
}

/** An author's `on-failure: abort` means: rather nothing than a skill without this output. */
function abortFailures(outputs: readonly Replacement[], { path }: ResolveContext): Diagnostic[] {
  const aborted = outputs.find(({ aborts }) => aborts === true);
  if (aborted === undefined) return [];
  const message = `A command failed whose author chose "on-failure: abort": ${aborted.flaw}`;
  return [diagnose("command-aborted", path, message)];
}

function oneLine(text: string): string {
  return text.split("\n", 1)[0]!;
}
