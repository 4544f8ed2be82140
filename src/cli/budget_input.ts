/** What verbs share that read a file or standard input, JSON, or how tokens are counted. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Estimate } from "../budget/estimate.ts";
import { estimateNamed } from "../budget/estimates.ts";
import { type BudgetSettings, budgetSettings } from "../budget/settings.ts";
import { loadConfig } from "../config/config_file.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { projectOption } from "./project_option.ts";
import { readAllStdin } from "./text_operand.ts";
import { failure, type HasText } from "./verb.ts";

/** Options of a verb that takes one operand at most. */
interface OneOperand {
  readonly operands: readonly (string | undefined)[];
}

/** Text of the file that the operand names, or of standard input for `-` or none. */
export async function fileOperand(
  { operands: [path = "-"] }: OneOperand,
  host: Host,
): Promise<string | { error: Outcome }> {
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

/** What the JSON in that file or on standard input says. */
export async function jsonOperand(
  options: OneOperand,
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

/** Settings of the project and the user, with the option on top; flaws as lines for standard error. */
export async function budgetInput(
  options: HasText<"estimate" | "project">,
  host: Host,
): Promise<{ settings: BudgetSettings; stderr: string }> {
  const config = await loadConfig(host, projectOption(options, host));
  const settings = budgetSettings(config.layers);
  const flaws = [...config.diagnostics, ...settings.diagnostics].map(formatDiagnostic);
  return {
    settings: { ...settings, estimate: estimateOption(options) ?? settings.estimate },
    stderr: flaws.map((line) => `skillhook: ${line}\n`).join(""),
  };
}

/** `undefined` when the option is absent. */
export function estimateOption(options: HasText<"estimate">): Estimate | undefined {
  return estimateNamed(options.text("estimate") ?? "");
}
