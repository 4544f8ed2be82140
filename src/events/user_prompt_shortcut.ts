/** Tiers 1 and 2: shortcuts and directives, answered to the model and shown to the user. */
import { type Config, findConfig } from "../config/config_file.ts";
import type { Host, NotePlace } from "../host/host.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import { HELP_SHORTCUT, mergeShortcuts, type Shortcuts } from "../shortcuts/builtin.ts";
import { matchShortcut } from "../shortcuts/match.ts";

/** The entry's text, twice: for the model and for the user; silence when there is no such entry. */
export async function answerShortcut(
  prompt: string,
  projectDir: string | undefined,
  host: Host,
): Promise<Verdict> {
  const config = await findConfig(host, projectDir);
  const diagnostics = config?.diagnostics ?? [];
  const installed = mergeShortcuts(config?.settings);
  const match = matchShortcut(prompt, installed);
  host.note?.("shortcut", ...noteOn(match?.typed, config));
  if (match === undefined) return { ...SILENCE, diagnostics };
  const { text, flaws } = match.typed === HELP_SHORTCUT
    ? await help(installed, projectDir, host)
    : { text: match.shortcut.text, flaws: [] };
  const decision = { kind: "context", context: text, systemMessage: text } as const;
  return { decision, diagnostics: [...diagnostics, ...flaws] };
}

/** Which entry it is, and whose: the strongest file that has it. */
function noteOn(typed: string | undefined, config: Config | undefined): [string, NotePlace?] {
  if (typed === undefined) return ["There is no such entry, or it is turned off"];
  const key = typed.replace(/:$/, "");
  const section = key === typed ? "shortcuts" : "directives";
  const layer = config?.layers.find(({ written }) => written[section]?.has(key));
  const whose = layer === undefined ? "built in" : `the ${layer.scope}'s`;
  const message = `"${typed}" (${section}): ${whose}`;
  return layer === undefined ? [message] : [message, { path: layer.path, word: key }];
}

async function help(installed: Shortcuts, projectDir: string | undefined, host: Host) {
  const { helpText } = await import("../shortcuts/help_text.ts");
  const { loadCatalog } = await import("../catalog/load.ts");
  const { registry, diagnostics: flaws } = await loadCatalog(host, { projectDir });
  return { text: helpText(installed, registry), flaws };
}
