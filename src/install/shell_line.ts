/** A command line for a shell, made of words and taken apart again. */

/** A word that no shell changes. */
const PLAIN = /^[\w./:@%+=,-]+$/;

export function shellLine(words: readonly string[]): string {
  return words.map((word) => PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`).join(
    " ",
  );
}

/** Words of a plain command line; what a shell would make of variables and operators in it is not looked at. */
export function shellWords(line: string): string[] {
  const words = line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_, double, single, escaped) => double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? escaped,
    )
  );
}
