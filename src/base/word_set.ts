/** A list of words that is taken apart when the first word is looked for: most runs look for none. */

export interface WordSet {
  has(word: string): boolean;
}

/** @param words Parted by blanks and line breaks. */
export function wordSet(words: string): WordSet {
  let made: ReadonlySet<string> | undefined;
  return { has: (word) => (made ??= new Set(words.trim().split(/\s+/))).has(word) };
}
