/** Resolves all tokens of a text in one pass. What a token becomes is inserted literally and never looked at again. */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { nearestWord } from "../base/nearest.ts";
import type { Host } from "../host/host.ts";
import type { PreprocessContext } from "../preprocessor/context.ts";
import type { Replacement } from "../preprocessor/preprocess.ts";
import type { Directive } from "../skill/scan.ts";
import { type EnvironmentRule, environmentValue } from "./given_values.ts";
import { type IncludedFile, includer, type LeftToken } from "./include.ts";
import { findTokens, replaceTokens, type Token, TOKEN_NAMES, type TokenName } from "./tokens.ts";

export interface ResolveContext {
  /** The text's file, or a name for it in messages. */
  readonly path: string;
  /** Real path of the file when the text is one: it must not be included in itself. */
  readonly file?: string | undefined;
  /** Real paths of directories that references are relative to, tried in turn. */
  readonly bases: readonly string[];
  /** Real paths of directories out of which no reference may lead. */
  readonly roots: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  /** For `${NAME}`, before the environment is asked. */
  readonly variables: Readonly<Record<string, string>>;
  readonly environment?: EnvironmentRule | undefined;
  /**
   * Commands run, as far as the text is trusted, once for all texts with the same `outputs`; when dry they are listed,
   * and what they may bring takes their place. Absent: they are text. The context is asked for only where one stands.
   */
  readonly commands?: {
    readonly context: () => Promise<PreprocessContext>;
    readonly outputs: Map<string, Replacement>;
    readonly isDry?: boolean | undefined;
  } | undefined;
  /** Only the text up to there is wanted, and of a token across it nothing: a UTF-16 index. */
  readonly end?: number | undefined;
}

/** What has no value stays as written and is named in `left`. */
export interface Resolution {
  readonly text: string;
  readonly left: readonly LeftToken[];
  readonly included: readonly IncludedFile[];
  /** Commands that were found and, in a dry run, not run. */
  readonly commands: readonly string[];
  readonly warnings: readonly Diagnostic[];
  /** Why the text cannot be used, such as a circle of references. */
  readonly failures: readonly Diagnostic[];
}

export async function resolveText(text: string, context: ResolveContext, host: Host) {
  const { file, path, end = Infinity } = context;
  const kinds = TOKEN_NAMES.filter((kind) => kind !== "command" || context.commands !== undefined);
  const found = findTokens(text, kinds);
  const stop = found.find((token) => token.start < end && token.end > end)?.start ?? end;
  const tokens = found.filter((token) => token.end <= stop);
  const directives = tokens.flatMap(({ segment }) => segment?.kind === "directive" ? segment : []);
  const { replacements, commands, flaws } = await commandsOf(directives, context, host);
  const next = replacements[Symbol.iterator]();
  const trail = file === undefined ? [] : [file];
  const references = includer(host, context.roots, trail.length);
  const { left, included, warnings, failures } = references;
  const resolved = replaceTokens(text.slice(0, stop), tokens, valueOf);
  const aborted = replacements.find(({ aborts }) => aborts === true);
  if (aborted !== undefined) {
    // The author wants rather nothing than a skill without this output.
    const message = `A command failed whose author chose "on-failure: abort": ${aborted.flaw}`;
    failures.push(diagnose("command-aborted", path, message));
  }
  return {
    text: resolved,
    left,
    included,
    commands,
    warnings: [...warnings, ...unresolvedWarnings(left, context), ...flaws],
    failures,
  };

  function valueOf(token: Token): string | undefined {
    switch (token.kind) {
      case "file":
      case "glob":
        return references.resolve(token, context.bases, trail, path);
      case "variable":
        return context.values.get(token.name) ?? leave(token);
      case "environment": {
        if (Object.hasOwn(context.variables, token.name)) return context.variables[token.name];
        const { value, isRefused } = environmentValue(host, token.name, context.environment);
        return value ?? leave(token, isRefused);
      }
      case "command":
        return commandText(token);
      default:
        return token.kind satisfies never;
    }
  }

  function commandText(token: Token): string | undefined {
    const { segment } = token;
    if (segment?.kind === "escape") return segment.shown;
    if (segment?.kind === "unclosed") return leave(token);
    const output = next.next().value;
    const [raw] = token.raw.split("\n", 1);
    if (output?.flaw !== undefined) leave({ ...token, raw: raw! });
    return output?.text;
  }

  function leave({ kind, raw, name }: Token, isRefused = false): undefined {
    left.push({ kind, raw, name, isRefused });
    return undefined;
  }
}

/** Most texts hold no command, and load nothing that runs one. */
async function commandsOf(
  directives: readonly Directive[],
  { commands: mode, path }: ResolveContext,
  host: Host,
): Promise<{ replacements: Replacement[]; commands: string[]; flaws: Diagnostic[] }> {
  if (directives.length === 0 || mode === undefined) {
    return { replacements: [], commands: [], flaws: [] };
  }
  const context = await mode.context();
  if (mode.isDry) {
    const { commandLine } = await import("../preprocessor/output.ts");
    const { expectedOutputs } = await import("../preprocessor/preprocess.ts");
    const expected = await expectedOutputs(directives, context, host);
    const replacements = expected.map(({ text }) => ({ text, ran: false }));
    const commands = expected.map(({ says }, at) =>
      `${commandLine(directives[at]!, {})} (${says})`
    );
    return { replacements, commands, flaws: [] };
  }
  const { commandFlaws, replaceDirectives } = await import("../preprocessor/preprocess.ts");
  const keyOf = ({ raw, isInSentence }: Directive) => `${path}\n${isInSentence}\n${raw}`;
  const fresh = directives.filter((directive) => !mode.outputs.has(keyOf(directive)));
  const made = await replaceDirectives(fresh, context, host);
  for (const [index, output] of made.entries()) mode.outputs.set(keyOf(fresh[index]!), output);
  const replacements = directives.map((directive) => mode.outputs.get(keyOf(directive))!);
  return { replacements, commands: [], flaws: commandFlaws(directives, replacements, context) };
}

/** One line for each value that is missing, one for all variables that may not be asked for. */
function unresolvedWarnings(left: readonly LeftToken[], { path, values }: ResolveContext) {
  const names = (kind: TokenName, isRefused = false) => {
    const found = left.filter((one) => one.kind === kind && one.isRefused === isRefused);
    return [...new Set(found.map(({ name }) => name))].sort();
  };
  const warnings = names("variable").map((name) => {
    const hint = didYouMean(nearestWord(name, values.keys()));
    return diagnose("token-unresolved", path, `Unresolved token {{${name}}}`, hint);
  });
  for (const isRefused of [false, true]) {
    const shown = names("environment", isRefused).map((name) => `\${${name}}`).join(", ");
    const [code, why] = isRefused
      ? ["token-refused", "not on the allow list"] as const
      : ["token-unresolved", "not set"] as const;
    if (shown !== "") warnings.push(diagnose(code, path, `Left as written, ${why}: ${shown}`));
  }
  if (left.some(({ kind, name }) => kind === "command" && name === "")) {
    const message = "A command block has no closing fence: nothing of it was run";
    warnings.push(diagnose("directive-unclosed", path, message));
  }
  return warnings;
}
