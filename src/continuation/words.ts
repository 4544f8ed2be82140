/** The few words of the chain grammar, and the delimiters that never stay in arguments. */

/** Words that join two skills. A sentence may begin with one (`… foo. Then /commit`). */
export const CONNECTORS: ReadonlySet<string> = new Set(
  ["and", "then", "finally", "And", "Then", "Finally"],
);

/**
 * Trims white space on both sides and commas left over at the end.
 *
 * @param args Raw text between a skill's name and the next delimiter.
 * @returns The arguments.
 */
export function trimDelimiters(args: string): string {
  let end = args.length;
  while (end > 0 && /[\s,]/.test(args[end - 1]!)) end--;
  return args.slice(0, end).trim();
}
