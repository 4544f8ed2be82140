/**
 * Keeps a cut from falling inside what a reader sees as one character. Nearly every cut falls between
 * two plain characters, which two comparisons tell; only for the others is `Intl.Segmenter` made, and
 * it sees no more than the text since the last place that is an edge for certain.
 */
import { isPair } from "./estimate.ts";

/** UTF-16 units looked back for a certain edge; a "character" longer than that is an attack and may be split. */
const MAX_LOOK_BACK = 4096;

let segmenter: Intl.Segmenter | undefined;

/**
 * Moves a position back to the nearest edge between two graphemes.
 *
 * @param end A UTF-16 index on a code point edge.
 * @returns `end`, or a smaller index when `end` is inside a grapheme.
 */
export function graphemeEdge(text: string, end: number): number {
  if (end <= 0 || end >= text.length || isCertainEdge(text, end)) return end;
  let anchor = end - 1;
  const floor = Math.max(0, end - MAX_LOOK_BACK);
  while (anchor > floor && !isCertainEdge(text, anchor)) anchor--;
  const stop = end + (isPair(text.charCodeAt(end), text, end) ? 2 : 1);
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  const found = segmenter.segment(text.slice(anchor, stop)).containing(end - anchor);
  const start = anchor + (found?.index ?? end - anchor);
  return start === anchor && anchor === floor && floor > 0 ? end : start;
}

/** Whether there is an edge before `index`, judged from the two units beside it; false when in doubt. */
function isCertainEdge(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (before === 0x0d) return after !== 0x0a;
  return stands(after) && !leads(before);
}

/** Characters that never join the one before them: Latin to plain Cyrillic, kana, Han, whole Hangul syllables. */
function stands(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x370 && unit <= 0x482) || (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa) || (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3);
}

/**
 * Characters the next one may join: the few signs written before a number or letter (Unicode's
 * Prepend), leading Hangul jamo, joiners, and everything beyond the basic plane, of which we see
 * half a character only.
 */
function leads(unit: number): boolean {
  if (unit < 0x600) return false;
  return unit <= 0x605 || unit === 0x6dd || unit === 0x70f || unit === 0x890 || unit === 0x891 ||
    unit === 0x8e2 || unit === 0xd4e || (unit >= 0x1100 && unit <= 0x115f) || unit === 0x200d ||
    (unit >= 0xa960 && unit <= 0xa97c) || (unit >= 0xd800 && unit <= 0xdfff);
}
