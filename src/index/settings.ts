/**
 * The `index:` section of `skillhook.yaml`:
 *
 * ```yaml
 * index:
 *   session-start: true   # list all skills at the start of a session; false: none (else: those the agent does not list)
 *   budget: 1000          # tokens for the list
 * ```
 */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { type BudgetLayer, isTokens } from "../budget/settings.ts";

/** Which skills the start of a session lists. */
export type StartList = "all" | "unlisted" | "none";

/** What the user decided, with defaults for the rest. */
export interface IndexSettings {
  readonly sessionStart: StartList;
  /** Tokens. */
  readonly budget: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Tokens for the list at the start of a session. */
export const INDEX_BUDGET = 1_000;
const KEYS = ["session-start", "budget"];

/**
 * Reads the section out of the settings files, key by key.
 *
 * @param layers Strongest first; a key found in one is not looked for in the next.
 * @returns The settings; a wrong value is a diagnostic and counts as absent.
 */
export function indexSettings(layers: readonly BudgetLayer[]): IndexSettings {
  let sessionStart: StartList | undefined;
  let budget: number | undefined;
  const diagnostics: Diagnostic[] = [];
  for (const { path, fields } of layers) {
    const section = Object.hasOwn(fields, "index") ? fields.index : undefined;
    if (section === undefined || section === null) continue;
    const flaw = (message: string) => diagnostics.push(diagnose("settings-value", path, message));
    if (!isFields(section)) {
      flaw(`Cannot use "index": expected "key: value" lines: got a ${jsonType(section)}`);
      continue;
    }
    for (const [key, value] of Object.entries(section)) {
      if (key === "session-start") {
        if (typeof value === "boolean") sessionStart ??= value ? "all" : "none";
        else {flaw(
            `Cannot use "index.session-start": expected true or false: got a ${jsonType(value)}`,
          );}
      } else if (key === "budget") {
        if (isTokens(value)) budget ??= value;
        else {flaw(
            `Cannot use "index.budget": expected a whole number of tokens: got ${shown(value)}`,
          );}
      } else {
        const near = nearestWord(key, KEYS);
        diagnostics.push(
          diagnose("settings-unknown-key", path, `Unknown key "index.${key}"`, didYouMean(near)),
        );
      }
    }
  }
  return {
    sessionStart: sessionStart ?? "unlisted",
    budget: budget ?? INDEX_BUDGET,
    diagnostics,
  };
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : `a ${jsonType(value)}`;
}
