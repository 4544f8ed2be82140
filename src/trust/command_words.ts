/** A command line → the words in it that may name files, and what it hides behind variables. */

/** How many words of one text, and how long they may be. */
const MAX_WORDS = 2000;
const MAX_WORD = 1024;

/**
 * Words as a shell would cut them, and words as cut at everything that is no part of a plain path.
 *
 * @returns The words, each once, without a leading `./`.
 */
export function commandWords(text: string): Set<string> {
  const words = new Set<string>();
  function add(word: string): void {
    const plain = word.startsWith("./") ? word.slice(2) : word;
    if (plain !== "" && plain.length <= MAX_WORD && words.size < MAX_WORDS) words.add(plain);
  }
  for (const part of text.split(/[\s;|&()<>{}'"`=,$:]/)) add(part);
  // What stands in quotes may hold blanks; a backslash may protect one.
  for (const quote of ['"', "'"]) text.split(quote).forEach(add);
  for (const part of text.replaceAll("\\ ", "\0").split(/[\s;|&()<>'"]/)) {
    if (part.includes("\0")) add(part.replaceAll("\0", " "));
  }
  const plain = text.replaceAll(/["']/g, "");
  plain.split(/\s/).forEach(add);
  // `$root/x` and `$(git rev-parse --show-toplevel)/x`: what a directory that is not known holds.
  plain.replaceAll(/(?:\$\{?\w{1,64}\}?|[)`])\//g, " ").split(/[\s;|&()<>=,]/).forEach(add);
  return words;
}

/** @returns Each simple command of a command line as its words, without quotes: what a program gets. */
export function simpleCommands(text: string): string[][] {
  return text.replaceAll(/["'\\]/g, "").split(/[\n;|&()`{}]|\$\(/)
    .map((part) => part.split(/[\s,]+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0);
}

/** Variables with a value that everybody knows. */
const KNOWN = /^(?:CLAUDE_[A-Z_]+|HOME|PWD|USER|TMPDIR|ARGUMENTS|\d)$/;
/** A program or a file behind a variable: `$tool x`, `sh $dir/x`, `. "$x"`. */
const VARIABLE_REGEXP = /^\$\{?(\w{1,64})\}?(?:\/|$)/;

/** @returns Words whose meaning only the run can tell, such as `$tool`: programs, and paths. */
export function unknownWords(text: string): string[] {
  return simpleCommands(text).flatMap((words) =>
    words.filter((word, index) => {
      const name = VARIABLE_REGEXP.exec(word)?.[1];
      const counts = index === 0 || word.includes("/") || words[0] === "." ||
        words[0] === "source";
      return counts && name !== undefined && !KNOWN.test(name);
    })
  );
}
