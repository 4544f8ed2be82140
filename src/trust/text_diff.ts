/** What changed between two short texts, for a person who must decide. */
import { compareLines } from "../base/unified_diff.ts";

/** Lines of each text beyond which only the counts are told. */
const MAX_LINES = 500;

/** Changed lines as `- old` and `+ new`, with `  …` for what stayed the same between them. */
export function textDiff(before: readonly string[], after: readonly string[]): string[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) {
    return [`(too long to compare: ${before.length} lines before, ${after.length} now)`];
  }
  const steps = compareLines(before, after);
  if (steps.every(({ sign }) => sign === " ")) return [];
  return steps.flatMap(({ sign, line }, index) => {
    if (sign !== " ") return [`${sign} ${line}`];
    return steps[index - 1]?.sign === " " ? [] : ["  …"];
  });
}
