/** Finds `` !`command` `` as the preprocessor does: one grammar for what runs, whoever asks. */
import { scan } from "../skill/scan.ts";
import type { Token, TokenText } from "./token.ts";

/**
 * @param scanned The text.
 * @returns Commands, escaped look-alikes and blocks that never end, in order.
 */
export function findCommands({ text }: TokenText): Token[] {
  if (!text.includes("!")) return [];
  const tokens: Token[] = [];
  let at = 0;
  for (const segment of scan(text)) {
    const { raw } = segment;
    if (segment.kind !== "text") {
      const name = segment.kind === "directive" ? segment.command : "";
      tokens.push({ kind: "command", start: at, end: at + raw.length, raw, name, segment });
    }
    at += raw.length;
  }
  return tokens;
}
