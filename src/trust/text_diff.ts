/** What changed between two short texts, for a person who must decide. */

/** Lines of each text beyond which only the counts are told: the comparison is quadratic. */
const MAX_LINES = 500;

/** Changed lines as `- old` and `+ new`, with `  …` for what stayed the same between them. */
export function textDiff(before: readonly string[], after: readonly string[]): string[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) {
    return [`(too long to compare: ${before.length} lines before, ${after.length} now)`];
  }
  const common = commonLengths(before, after);
  const lines: string[] = [];
  let isSame = false;
  for (let old = 0, now = 0; old < before.length || now < after.length;) {
    const stays = old < before.length && now < after.length && before[old] === after[now];
    if (stays) {
      [old, now] = [old + 1, now + 1];
      if (!isSame) lines.push("  …");
    } else if (
      now >= after.length ||
      (old < before.length && common[old + 1]![now]! >= common[old]![now + 1]!)
    ) lines.push(`- ${before[old++]}`);
    else lines.push(`+ ${after[now++]}`);
    isSame = stays;
  }
  return lines.every((line) => line === "  …") ? [] : lines;
}

/** Length of the longest common rest, by position in both. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from(
    { length: before.length + 1 },
    () => new Array<number>(after.length + 1).fill(0),
  );
  for (let old = before.length - 1; old >= 0; old--) {
    for (let now = after.length - 1; now >= 0; now--) {
      table[old]![now] = before[old] === after[now]
        ? table[old + 1]![now + 1]! + 1
        : Math.max(table[old + 1]![now]!, table[old]![now + 1]!);
    }
  }
  return table;
}
