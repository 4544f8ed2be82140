/** Cuts texts without breaking a character in two. */

/**
 * @param limit UTF-16 units.
 * @returns Its beginning of at most that length, never half a surrogate pair at the end.
 */
export function cutWhole(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit);
}

/**
 * @param unit One UTF-16 unit, or NaN.
 * @returns Whether it is the first half of a surrogate pair.
 */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
