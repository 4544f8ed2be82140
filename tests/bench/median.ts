/** A median, and how sure it is: a figure without its margin is a rumour. */

/** What some times come to. */
export interface Median {
  readonly median: number;
  /** Half of the interval that holds the true median in 19 cases of 20, as a part of the median. */
  readonly margin: number;
}

/** From the order of the values alone: times are never distributed as a textbook would like. */
export function medianOf(values: readonly number[]): Median {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const reach = 0.98 * Math.sqrt(sorted.length);
  const low = sorted[Math.max(0, Math.floor(last / 2 - reach))] ?? NaN;
  const high = sorted[Math.min(last, Math.ceil(last / 2 + reach))] ?? NaN;
  const median = quantile(sorted, 0.5);
  return { median, margin: (high - low) / 2 / median };
}

/** The value below which a part of them lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
