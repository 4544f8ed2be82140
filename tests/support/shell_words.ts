/** Words as a POSIX shell reads them back, whatever is in them: the project may lie in any folder. */
export function shellWords(...words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
