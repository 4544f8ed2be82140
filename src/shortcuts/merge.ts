/**
 * The built-in entries with what `skillhook.yaml` adds, replaces or turns off:
 *
 *     shortcuts:
 *       t: Run the tests and report          # text, or { text, summary }
 *       xc: off                              # off, false or null turns one off
 *     directives:
 *       q: Answer in one paragraph
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { Config, ConfigLayer } from "../config/config_file.ts";
import { cutWhole } from "../base/cut_text.ts";
import { BUILTIN_DIRECTIVES, BUILTIN_SHORTCUTS, HELP_SHORTCUT } from "./builtin.ts";
import { DIRECTIVE_PATTERN, type Shortcut, SHORTCUT_PATTERN, type Shortcuts } from "./shortcut.ts";

/** UTF-16 units of one entry's text: both strings of the answer stay under the agent's cap. */
const MAX_TEXT = 4_000;

/** Which tier an entry belongs to, and what its key must look like. */
const TIERS = [
  {
    key: "shortcuts",
    builtin: BUILTIN_SHORTCUTS,
    pattern: SHORTCUT_PATTERN,
    rule: "one word of at most 32 characters that does not begin with / ! # @ or <",
  },
  {
    key: "directives",
    builtin: BUILTIN_DIRECTIVES,
    pattern: DIRECTIVE_PATTERN,
    rule: "letters, digits, - and _, at most 32, beginning with a letter",
  },
] as const;

/**
 * Merges the layers over the built-in entries; a project's entry wins over the user's.
 *
 * @param config The settings.
 * @returns Both tiers, and a diagnostic for each bad entry (the others still count).
 */
export function mergeShortcuts(config: Config): Shortcuts & { diagnostics: Diagnostic[] } {
  const diagnostics = [...config.diagnostics];
  const [shortcuts, directives] = TIERS.map((tier) => {
    const entries = new Map<string, Shortcut>(Object.entries(tier.builtin));
    for (const layer of config.layers.toReversed()) mergeLayer(entries, layer, tier, diagnostics);
    return entries;
  });
  return { shortcuts: shortcuts!, directives: directives!, diagnostics };
}

function mergeLayer(
  entries: Map<string, Shortcut>,
  { path, fields }: ConfigLayer,
  tier: typeof TIERS[number],
  diagnostics: Diagnostic[],
): void {
  const section = Object.hasOwn(fields, tier.key) ? fields[tier.key] : undefined;
  if (section === undefined || section === null) return;
  if (!isFields(section)) {
    const message = `Cannot read "${tier.key}": expected a mapping: got a ${jsonType(section)}`;
    diagnostics.push(diagnose("settings-value", path, message));
    return;
  }
  for (const [name, value] of Object.entries(section)) {
    const flaw = mergeEntry(entries, name, value, tier);
    if (flaw !== undefined) {
      diagnostics.push(
        diagnose("settings-value", path, `Cannot use "${tier.key}.${cutWhole(name, 60)}": ${flaw}`),
      );
    }
  }
}

/** Puts one entry in its place, or says why not. */
function mergeEntry(
  entries: Map<string, Shortcut>,
  name: string,
  value: unknown,
  tier: typeof TIERS[number],
): string | undefined {
  if (!tier.pattern.test(name)) return `the name must be ${tier.rule}`;
  if (value === null || value === false || value === "off") {
    entries.delete(name);
    return undefined;
  }
  if (name === HELP_SHORTCUT) return "the help shows what is installed and can only be turned off";
  const entry = typeof value === "string" ? { text: value } : isFields(value) ? value : undefined;
  if (entry === undefined) return `expected a text, a mapping or off: got a ${jsonType(value)}`;
  const text = field(entry, "text");
  if (text === undefined || text.trim() === "") return `"text" must be a text that is not empty`;
  if (text.length > MAX_TEXT) return `"text" is over ${MAX_TEXT} characters: ${text.length}`;
  const summary = field(entry, "summary") ?? cutWhole(text.trim().split("\n", 1)[0]!, 100);
  entries.set(name, { text: text.trim(), summary });
  return undefined;
}

function field(entry: Fields, name: string): string | undefined {
  const value = Object.hasOwn(entry, name) ? entry[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
