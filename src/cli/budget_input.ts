/** What the subverbs of `budget` share: a file or standard input, JSON from it, numbers and settings. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Estimate } from "../budget/estimate.ts";
import { estimateNamed } from "../budget/estimates.ts";
import { type BudgetSettings, budgetSettings, oneOfEstimates } from "../budget/settings.ts";
import { loadConfig } from "../config/config_file.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import type { Options } from "./options.ts";
import { readAllStdin } from "./text_operand.ts";
import { failure, usageError } from "./verb.ts";

/** The name usage errors point to. */
const VERB = "budget";

/**
 * @param options The subverb's options; the first operand counts.
 * @param host The machine.
 * @returns Text of the file the operand names, or of standard input for `-` or none.
 */
export async function fileOperand(
  options: Options,
  host: Host,
): Promise<string | { error: Outcome }> {
  const [path = "-"] = options.operands;
  if (path === "-") return await readAllStdin(host);
  try {
    const text = host.readText(path);
    if (text !== undefined) return text;
    return { error: failure(`Cannot read "${path}": no such file`) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: failure(`Cannot read "${path}": ${error.code}`) };
  }
}

/**
 * @param options The subverb's options; the first operand counts.
 * @param host The machine.
 * @returns What the JSON in the file or standard input says.
 */
export async function jsonOperand(
  options: Options,
  host: Host,
): Promise<{ value: unknown } | { error: Outcome }> {
  const text = await fileOperand(options, host);
  if (typeof text !== "string") return text;
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { error: failure(`Cannot read JSON: ${error.message}`) };
  }
}

/**
 * @param options The subverb's options.
 * @param name An option that takes a number of tokens.
 * @param verb Who asks, for usage errors.
 * @returns The number, `undefined` when the option was not given, or the usage error to end with.
 */
export function tokensOption(
  options: Options,
  name: string,
  verb: string = VERB,
): number | undefined | { error: Outcome } {
  const text = options.text(name);
  if (text === undefined) return undefined;
  const isWhole = text !== "" && [...text].every((digit) => digit >= "0" && digit <= "9");
  if (isWhole && Number.isSafeInteger(Number(text))) return Number(text);
  return {
    error: usageError(verb, `Option "--${name}" needs a whole number of tokens: got "${text}"`),
  };
}

/**
 * @param options The subverb's options: `--estimate`, `--project`.
 * @param host The machine.
 * @returns Settings of the project and the user with the option on top; flaws as lines for standard error.
 */
export async function budgetInput(
  options: Options,
  host: Host,
): Promise<{ settings: BudgetSettings; stderr: string } | { error: Outcome }> {
  const chosen = estimateOption(options, VERB);
  if (chosen !== undefined && "error" in chosen) return chosen;
  const project = options.text("project") ?? host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
  const config = await loadConfig(host, project);
  const settings = budgetSettings(config.layers);
  const flaws = [...config.diagnostics, ...settings.diagnostics].map(formatDiagnostic);
  return {
    settings: chosen === undefined ? settings : { ...settings, estimate: chosen },
    stderr: flaws.map((line) => `skillhook: ${line}\n`).join(""),
  };
}

/**
 * @param options The verb's options: `--estimate`.
 * @param verb Who asks, for usage errors.
 * @returns The estimate, `undefined` when the option was not given, or the usage error to end with.
 */
export function estimateOption(
  options: Options,
  verb: string,
): Estimate | undefined | { error: Outcome } {
  const name = options.text("estimate");
  if (name === undefined) return undefined;
  const chosen = estimateNamed(name);
  if (chosen !== undefined) return chosen;
  return { error: usageError(verb, `Unknown estimate "${name}": ${oneOfEstimates()}`) };
}
