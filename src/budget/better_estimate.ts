/**
 * A closer estimate, for those who ask for it: hundredths of a token by kind of character. The
 * figures were fitted to a real tokenizer by least squares over the relative error; how, and how
 * far off they are, stands in docs/context-budget.md.
 */
import { type Estimate, isPair, type Measured } from "./estimate.ts";

/** By kind of character; a word's letters cost once, long words a little more per letter. */
export const BETTER: Estimate = { name: "better", unitsPerToken: 100, measure };

const WORD = 102;
const LONG_WORD_LETTER = 11;
const LONG_WORD = 6;
/** An upper-case letter inside a word, as in `readText`. */
const HUMP = 71;
const DIGIT = 79;
const MARK = 85;
/** The same mark again, as in `----`. */
const MARK_AGAIN = 15;
const BLANK = 2;
const LINE_FEED = 96;
/** Beyond the basic plane: emoji, rare ideographs. */
const ASTRAL = 344;

/** Not ASCII: upper bound (exclusive) of a range and its cost. */
const RANGES: readonly (readonly [below: number, cost: number])[] = [
  [0x0370, 129], // Latin with accents
  [0x0530, 55], // Greek, Cyrillic
  [0x2000, 100], // Hebrew, Arabic, scripts of India and South-East Asia
  [0x3000, 57], // arrows, boxes, signs
  [0x3100, 108], // kana, CJK marks
  [0xa000, 87], // ideographs
  [0xac00, 100],
  [0xd7a4, 135], // Hangul
  [0x10000, 57],
];

/** `run` and `before` make letters cheap inside a word; at a text's start both are at their dearest. */
function measure(text: string, maxUnits: number): Measured {
  let units = 0;
  let run = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const paired = isPair(unit, text, index);
    const upper = unit >= 0x41 && unit <= 0x5a;
    let cost: number;
    if (upper || (unit >= 0x61 && unit <= 0x7a)) {
      const isHump = upper && before >= 0x61 && before <= 0x7a;
      run = isHump ? 1 : run + 1;
      cost = isHump ? HUMP : run === 1 ? WORD : run > LONG_WORD ? LONG_WORD_LETTER : 0;
    } else {
      run = 0;
      cost = paired ? ASTRAL : unit < 0x80 ? asciiCost(unit, before) : rangeCost(unit);
    }
    if (units + cost > maxUnits) return { units, end: index };
    units += cost;
    before = unit;
    if (paired) index++;
  }
  return { units, end: text.length };
}

function asciiCost(unit: number, before: number): number {
  if (unit === 0x20 || unit === 0x09 || unit === 0x0d) return BLANK;
  if (unit === 0x0a) return LINE_FEED;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  return unit === before ? MARK_AGAIN : MARK;
}

function rangeCost(unit: number): number {
  for (const [below, cost] of RANGES) if (unit < below) return cost;
  return 0;
}
