/** A list of words that is taken apart when the first word is looked for: most runs look for none. */

export type WordSet = Pick<ReadonlySet<string>, "has">;

/** @param words Parted by blanks and line breaks. */
export function wordSet(words: string): WordSet {
  let made: ReadonlySet<string> | undefined;
  return { has: (word) => (made ??= new Set(words.trim().split(/\s+/))).has(word) };
}
