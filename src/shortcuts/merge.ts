/** The built-in entries with what `skillhook.yaml` adds, replaces or turns off. */
import { cutWhole } from "../base/cut_text.ts";
import type { Settings } from "../config/schema.ts";
import { BUILTIN_DIRECTIVES, BUILTIN_SHORTCUTS } from "./builtin.ts";
import type { Shortcut, Shortcuts } from "./shortcut.ts";

/** UTF-16 units of a summary that is made from the text. */
const MAX_SUMMARY = 100;

/** @param settings Absent: nobody wrote any. */
export function mergeShortcuts(settings: Settings | undefined): Shortcuts {
  return {
    shortcuts: merged(BUILTIN_SHORTCUTS, settings?.shortcuts ?? []),
    directives: merged(BUILTIN_DIRECTIVES, settings?.directives ?? []),
  };
}

function merged(
  builtin: Readonly<Record<string, Shortcut>>,
  own: Settings["shortcuts"] | readonly [],
): Map<string, Shortcut> {
  const entries = new Map(Object.entries(builtin));
  for (const [name, entry] of own) {
    if (entry === null) entries.delete(name);
    else {
      const text = entry.text.trim();
      const summary = entry.summary ?? cutWhole(text.split("\n", 1)[0]!, MAX_SUMMARY);
      entries.set(name, { text, summary });
    }
  }
  return entries;
}
