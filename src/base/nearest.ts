/** The known word that was probably meant: the nearest within a third of its length in edits. */
export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const word of known) {
    const allowed = Math.max(1, Math.floor(Math.max(typed.length, word.length) / 3));
    if (Math.abs(typed.length - word.length) > allowed) continue;
    const distance = editDistance(typed, word);
    if (distance <= allowed && distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}

/** The end of a message about an unknown word: `: did you mean "--json"?`, or nothing where no known word is near. */
export function nearHint(typed: string, known: Iterable<string>, dashes = ""): string {
  const near = nearestWord(typed, known);
  return near === undefined ? "" : `: did you mean "${dashes}${near}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbours between two short words. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(last[column]! + 1, line[column - 1]! + 1, replaced);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      }
      line.push(cost);
    }
    [beforeLast, last] = [last, line];
  }
  return last[b.length]!;
}
