/** Runs of back quotes in a paragraph, found once: code spans of whatever length are paired without looking twice. */

export function runLength(text: string, at: number, end: number = text.length): number {
  let after = at;
  while (after < end && text[after] === "`") after++;
  return after - at;
}

/**
 * @param start First character of a paragraph.
 * @returns Starts of all runs, by length, latest first.
 */
export function backQuoteRuns(text: string, start: number, end: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  let at = text.indexOf("`", start);
  while (at >= 0 && at < end) {
    const length = runLength(text, at, end);
    const starts = runs.get(length);
    if (starts === undefined) runs.set(length, [at]);
    else starts.push(at);
    at = text.indexOf("`", at + length);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

/**
 * @param runs From {@linkcode backQuoteRuns}; runs before `from` are taken out, so positions must rise.
 * @returns Behind the next run of this length, if there is one.
 */
export function closing(
  runs: Map<number, number[]>,
  length: number,
  from: number,
): number | undefined {
  const starts = runs.get(length);
  while (starts !== undefined && starts.length > 0) {
    const start = starts.pop()!;
    if (start >= from) return start + length;
  }
  return undefined;
}
