/** Keeps every string we send under the agent's cap: over it the model is shown 2,000 characters without a word. */

import { cutWhole } from "../base/fitted_text.ts";

/** UTF-16 units the agent accepts in one string. */
export const AGENT_CAP = 10_000;
/** UTF-16 units we aim for, so that a later change of wording never meets the cap. */
export const CAP_TARGET = AGENT_CAP - 500;

/**
 * A text that fits as it is, else its beginning, cut on a line edge where one is near, and a notice, in `limit` UTF-16
 * units. `rest` is how to get the rest, for the notice: a sentence part such as `run "x" for all of it`.
 */
export function capText(text: string, rest: string, limit: number = CAP_TARGET): string {
  if (text.length <= limit) return text;
  // The notice's own length depends on the number in it by a few digits only.
  const room = limit - notice(text.length, rest).length;
  let end = Math.max(0, room);
  const lineEdge = text.lastIndexOf("\n", end);
  if (lineEdge > end * 0.7) end = lineEdge;
  const kept = cutWhole(text, end);
  return kept + notice(text.length - kept.length, rest);
}

function notice(cut: number, rest: string): string {
  return `\n[skillhook: ${cut} of the text's characters were cut here to stay under the agent's limit; ${rest}]`;
}
