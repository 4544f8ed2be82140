/** Which kind of slash a prompt holds, by simple rules: for tables, never for decisions. */

/** Kinds, the first that fits counts. */
export type PromptKind =
  | "leading-slash-command"
  | "mid-text-slash-command"
  | "code/paste"
  | "url"
  | "and/or-prose"
  | "path-only"
  | "other";

/** A word that looks like a command: a slash, then a name, and nothing else but closing punctuation. */
const COMMAND_WORD = /^\/[A-Za-z][A-Za-z0-9_-]{0,63}(?::[A-Za-z0-9_-]{1,63})?[.,;:!?]?$/;
const PROSE_WORD = /^[A-Za-z]{1,20}\/[A-Za-z]{1,20}[.,;:!?]?$/;
const PASTED_LINE = /^(?:```|~~~|\$ |> |❯)/;
/** Words looked at: a pasted log can be megabytes long. */
const MAX_WORDS = 20_000;

/**
 * @param text The prompt.
 * @returns Its kind.
 */
export function promptKind(text: string): PromptKind {
  const trimmed = text.trim();
  const words = trimmed.split(/\s+/, MAX_WORDS);
  if (COMMAND_WORD.test(words[0] ?? "")) return "leading-slash-command";
  if (words.some((word) => COMMAND_WORD.test(word))) return "mid-text-slash-command";
  if (trimmed.split("\n", MAX_WORDS).some((line) => PASTED_LINE.test(line))) return "code/paste";
  if (trimmed.includes("://")) return "url";
  const slashed = words.filter((word) => word.includes("/"));
  if (slashed.length === 0) return "other";
  return slashed.every((word) => PROSE_WORD.test(word)) ? "and/or-prose" : "path-only";
}
