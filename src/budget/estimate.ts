/**
 * What a text costs a model, without asking one. An estimate walks the text once, in whole units so that nothing is
 * lost to rounding, and can stop at a limit: the same walk answers "how much" and "how far".
 */
import { cutWhole } from "../base/fitted_text.ts";
import type { Settings } from "../config/schema.ts";

/** The cost of a text up to `end`, a UTF-16 index behind the last code point that fits. */
interface Measured {
  readonly units: number;
  readonly end: number;
}

export interface Estimate {
  readonly name: string;
  readonly unitsPerToken: number;
  /**
   * Measures the longest beginning that costs at most `maxUnits`. A beginning never costs more than the whole, and two
   * parts never cost less apart than together.
   */
  readonly measure: (text: string, maxUnits: number) => Measured;
}

/** UTF-8 bytes, four to a token: the default everywhere. */
export const BYTES: Estimate = { name: "bytes", unitsPerToken: 4, measure: measureBytes };

/** UTF-16 units, one to a "token": how the agent counts what one hook answer may hold. */
export const CHARACTERS: Estimate = {
  name: "characters",
  unitsPerToken: 1,
  measure(text, maxUnits) {
    const { length } = cutWhole(text, maxUnits);
    return { units: length, end: length };
  },
};

/** Tokens a text costs, rounded up; 0 only for the empty text. */
export function estimateTokens(text: string, estimate: Estimate = BYTES): number {
  return toTokens(estimate.measure(text, Infinity).units, estimate);
}

export function toTokens(units: number, estimate: Estimate): number {
  return Math.ceil(units / estimate.unitsPerToken);
}

/** In UTF-8; a lone surrogate counts as U+FFFD, which is what is written. */
function measureBytes(text: string, maxUnits: number): Measured {
  let units = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index)!;
    const cost = point < 0x80 ? 1 : point < 0x800 ? 2 : point > 0xffff ? 4 : 3;
    if (units + cost > maxUnits) return { units, end: index };
    units += cost;
    if (point > 0xffff) index++;
  }
  return { units, end: text.length };
}

/**
 * A closer estimate: hundredths of a token by kind of character, fitted to a real tokenizer (docs/context-budget.md).
 * A word's letters cost once, long words a little more per letter.
 */
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
  [0x110000, 344], // emoji, rare ideographs
];

/** `run` and `before` make letters cheap inside a word; at a text's start both are at their dearest. */
function measure(text: string, maxUnits: number): Measured {
  let units = 0;
  let run = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index)!;
    const upper = point >= 0x41 && point <= 0x5a;
    let cost: number;
    if (upper || (point >= 0x61 && point <= 0x7a)) {
      const isHump = upper && before >= 0x61 && before <= 0x7a;
      run = isHump ? 1 : run + 1;
      cost = isHump ? HUMP : run === 1 ? WORD : run > LONG_WORD ? LONG_WORD_LETTER : 0;
    } else {
      run = 0;
      cost = costAlone(point, before);
    }
    if (units + cost > maxUnits) return { units, end: index };
    units += cost;
    before = point;
    if (point > 0xffff) index++;
  }
  return { units, end: text.length };
}

function costAlone(point: number, before: number): number {
  if (point >= 0x80) return RANGES.find(([below]) => point < below)![1];
  if (point === 0x20 || point === 0x09 || point === 0x0d) return BLANK;
  if (point === 0x0a) return LINE_FEED;
  if (point >= 0x30 && point <= 0x39) return DIGIT;
  return point === before ? MARK_AGAIN : MARK;
}

/** The estimates users can choose; the first is the default. ADD AN ESTIMATE: one entry. */
export const ESTIMATES: readonly [Estimate, ...Estimate[]] = [BYTES, BETTER];

export function estimateNamed(name: string): Estimate | undefined {
  return ESTIMATES.find((estimate) => estimate.name === name);
}

/** How many tokens may be spent; 0 means no limit. */
export interface Budget {
  readonly total: number;
  readonly perSkill: number;
}

export function budgetSettings({ budget }: Settings) {
  return {
    budget: { total: budget.total, perSkill: budget["per-skill"] },
    subagentLimit: budget["subagent-limit"],
    // Tokens for all skills of a payload; `undefined`: no limit of their own.
    subagentSkills: budget["subagent-skills"] || undefined,
    estimate: estimateNamed(budget.estimate) ?? BYTES,
  };
}

export type PartCost = string | number;

/** Adds up the parts of a payload; exactly `limit` tokens are fine. */
export function checkBudget(parts: readonly PartCost[], limit: number, estimate = BYTES) {
  const costs = parts.map((part) =>
    typeof part === "number" ? part : estimateTokens(part, estimate)
  );
  const tokens = costs.reduce((sum, cost) => sum + cost, 0);
  const isOk = tokens <= limit;
  // The limit may be a share: it is printed as a decimal number even when it is whole.
  const shown = Number.isInteger(limit) ? `${limit}.0` : limit;
  const message = isOk
    ? `Budget OK: ${tokens} tokens`
    : `Budget exceeded: ${tokens} tokens (limit: ${shown})`;
  return { isOk, tokens, limit, message };
}
