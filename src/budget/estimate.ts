/**
 * What a text costs a model, without asking one. An estimate walks the text once, counts in whole
 * units so that nothing is lost to rounding, and can stop where a limit is reached: the same walk
 * answers "how much" and "how far". It never makes the bytes it counts.
 */

/** How far a walk came. */
export interface Measured {
  /** Cost of the text up to `end`. */
  readonly units: number;
  /** UTF-16 index behind the last code point that fits. */
  readonly end: number;
}

/** A way to estimate. */
export interface Estimate {
  /** The name users choose it by. */
  readonly name: string;
  readonly unitsPerToken: number;
  /**
   * Walks from the beginning as far as the limit allows. The cost of a beginning never exceeds the
   * cost of the whole, and two parts never cost less apart than together.
   *
   * @param maxUnits Where to stop; `Infinity` walks through.
   * @returns Units and end of the longest beginning that costs at most `maxUnits`.
   */
  readonly measure: (text: string, maxUnits: number) => Measured;
}

/** UTF-8 bytes, four to a token: the figure of design document 001, and the default everywhere. */
export const BYTES: Estimate = { name: "bytes", unitsPerToken: 4, measure: measureBytes };

/** UTF-16 units, one to a "token": how the agent counts what one hook answer may hold. */
export const CHARACTERS: Estimate = {
  name: "characters",
  unitsPerToken: 1,
  measure: measureCharacters,
};

/**
 * Tokens a text costs.
 *
 * @param estimate How to estimate; bytes unless told.
 * @returns A whole number, rounded up; 0 only for the empty text.
 */
export function estimateTokens(text: string, estimate: Estimate = BYTES): number {
  return toTokens(estimate.measure(text, Infinity).units, estimate);
}

/**
 * @param units What `measure` counted.
 * @returns Tokens, rounded up.
 */
export function toTokens(units: number, estimate: Estimate): number {
  return Math.ceil(units / estimate.unitsPerToken);
}

/** How many bytes it is in UTF-8; a lone surrogate counts as U+FFFD, which is what is written. */
export function utf8Length(text: string): number {
  return measureBytes(text, Infinity).units;
}

function measureBytes(text: string, maxUnits: number): Measured {
  let units = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const paired = isPair(unit, text, index);
    const cost = unit < 0x80 ? 1 : unit < 0x800 ? 2 : paired ? 4 : 3;
    if (units + cost > maxUnits) return { units, end: index };
    units += cost;
    if (paired) index++;
  }
  return { units, end: text.length };
}

function measureCharacters(text: string, maxUnits: number): Measured {
  let end = Math.min(text.length, maxUnits);
  if (end < text.length && end > 0 && isPair(text.charCodeAt(end - 1), text, end - 1)) end--;
  return { units: end, end };
}

/**
 * @param unit The UTF-16 unit at `index`.
 * @param index Where the unit stands.
 * @returns Whether it and the next unit are one code point.
 */
export function isPair(unit: number, text: string, index: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
