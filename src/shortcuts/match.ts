/** Which entry of which tier a prompt is, and the cheap question whether it could be one at all. */
import { SHORTCUT_PATTERN } from "../config/typed_names.ts";
import type { Shortcuts } from "./builtin.ts";

/** UTF-16 units a shortcut may have, and a directive's key with its colon: longer prompts never look at settings. */
const MAX_SHORTCUT = 32;
const MAX_DIRECTIVE = 33;
const DIRECTIVE = /^([A-Za-z][A-Za-z0-9_-]{0,31}):\s+\S/;

/** Whether settings have to be looked at for this trimmed prompt; in the order that is cheapest for nearly all prompts, which are no shortcut. */
export function mayBeShortcut(prompt: string): boolean {
  const isShort = prompt.length <= MAX_SHORTCUT && !prompt.includes(" ");
  if (isShort && SHORTCUT_PATTERN.test(prompt)) return true;
  // The first use of a regular expression costs as much as all the rest of a silent prompt's work.
  return prompt.slice(0, MAX_DIRECTIVE).includes(":") && DIRECTIVE.test(prompt);
}

/** The entry that matches a trimmed prompt, tier 1 before tier 2; `undefined` for ordinary text. */
export function matchShortcut(prompt: string, installed: Shortcuts) {
  const exact = installed.shortcuts.get(prompt);
  if (exact !== undefined) return { typed: prompt, shortcut: exact };
  const key = DIRECTIVE.exec(prompt)?.[1];
  const directive = key === undefined ? undefined : installed.directives.get(key);
  return directive && { typed: `${key}:`, shortcut: directive };
}
