/**
 * Takes chains out of a text that goes to a subagent (design document 004, C-1): a subagent that saw
 * one might run the next skill itself, while the main agent does so too.
 */
import { blockEnd, blockStart, type Cut, lineAt, suffixAt } from "./chain_block.ts";
import { codeRanges } from "../base/markdown_ranges.ts";

const OPENING = "[CONTINUATION:";
const MARK = "[CONTINUATION";

/** A text without chains. */
export interface Unchained {
  readonly text: string;
  /** How many blocks and suffixes were taken out. */
  readonly removed: number;
}

/**
 * Removes `[CONTINUATION-PASSING]` blocks and `[CONTINUATION: …]` suffixes outside of code.
 *
 * @returns The same text when there is nothing to remove, else without it; time is linear in its length.
 */
export function withoutChain(text: string): Unchained {
  if (!text.includes(MARK) && !text.includes("the NEXT continuation entry")) {
    return { text, removed: 0 };
  }
  const cuts = findCuts(text);
  let kept = "";
  let at = 0;
  for (const { start, end } of cuts) {
    kept += text.slice(at, start);
    at = end;
  }
  return { text: kept + text.slice(at), removed: cuts.length };
}

function findCuts(text: string): Cut[] {
  const code = codeRanges(text);
  const lastText = text.trimEnd().length;
  const cuts: Cut[] = [];
  let nextCode = 0;
  let opening = text.indexOf(OPENING);
  let line = lineAt(text, 0);
  let block = blockStart(text, line);
  for (let at = 0; at < text.length;) {
    if (at >= line.next) {
      line = lineAt(text, at);
      block = blockStart(text, line);
    }
    while (nextCode < code.length && code[nextCode]!.end <= at) nextCode++;
    const codeStart = code[nextCode]?.start ?? Infinity;
    if (codeStart <= at) {
      at = code[nextCode]!.end;
      continue;
    }
    const end = Math.min(line.next, codeStart);
    if (block !== undefined && block >= at && block < end) {
      addSuffixes(at, block);
      const after = blockEnd(text, line, block);
      // Blank lines at the end belonged to what is gone.
      cuts.push({ start: block, end: after >= lastText ? text.length : after });
      at = after;
      block = undefined;
    } else at = Math.max(end, addSuffixes(at, end));
  }
  return cuts;

  /** Suffixes that begin in a stretch; returns where the last one ends. */
  function addSuffixes(from: number, to: number): number {
    let reached = from;
    if (opening >= 0 && opening < from) opening = text.indexOf(OPENING, from);
    while (opening >= 0 && opening < to) {
      const cut = suffixAt(text, opening);
      if (cut !== undefined) cuts.push(cut);
      reached = Math.max(reached, cut?.end ?? 0);
      opening = text.indexOf(OPENING, cut?.end ?? opening + 1);
    }
    return reached;
  }
}
