/** A skill's arguments as its text may ask for them. */

/** What a skill was called with. */
export interface SkillArguments {
  /** All of it, for `$ARGUMENTS`. */
  readonly whole: string;
  /** One by one, for `$0` and `$ARGUMENTS[0]`. */
  readonly list: readonly string[];
}

/** The same as a list, split as a shell splits words. */
export function argumentsOf(text: string): SkillArguments {
  return { whole: text, list: splitArguments(text) };
}

/**
 * Splits as a shell does, without expanding anything: blanks separate, quotes keep together, a
 * backslash makes the next character plain (in double quotes only `"`, `\`, `$` and a back quote). A
 * quote that never closes reaches to the end.
 *
 * @returns The words; an empty pair of quotes is an empty word.
 */
export function splitArguments(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const next = text[index + 1];
    if (quote !== "" && character === quote) quote = "";
    else if (quote === "'") word += character;
    else if (character === "\\" && next !== undefined && isEscapable(next, quote)) {
      word = (word ?? "") + next;
      index++;
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (quote === "" && isBlank(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function isEscapable(character: string, quote: string): boolean {
  return quote === "" || '"\\$`'.includes(character);
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}
