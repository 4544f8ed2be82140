/** Slash words that are not skills: routes and commands of a product, paths, directories. */
import { wordSet } from "../base/word_set.ts";
import { type Delimiter, trimCommas, wordAt } from "./delimiter.ts";
import type { Lexeme } from "./lex.ts";
import { isWordCharacter } from "./text_index.ts";

/**
 * Whether a registered name behind a delimiter is a noun all the same. `isAlone`: nothing is glued to it; `noun`: a
 * slash word already was one in this sentence.
 */
export function talkedAbout(
  text: string,
  lexemes: readonly Lexeme[],
  at: number,
  { name, isAlone, noun }: { name: string; isAlone: boolean; noun: boolean },
  { follows, ordered }: Delimiter,
): boolean {
  // `and /accept /decline act on it`: two in a row are a list of words, not a skill and its argument.
  if (isAlone && isSlashNoun(wordAt(text, lexemes, at + 2), true)) return true;
  const before = trimCommas(wordAt(text, lexemes, follows));
  // `compare /usr/lib, /tmp and /home`, where somebody has a skill called `tmp`.
  if (ROOT_DIRECTORIES.has(name) && isPath(before)) return true;
  return before === "/" || noun && (!ordered || isSlashNoun(before, true));
}

/** Top directories of common systems: behind an absolute path, a name like this is one of them. */
const ROOT_DIRECTORIES = wordSet(`
  bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users Volumes Library private`);

/** What may stand before a slash inside a word, beside letters, without making a noun of it: `./x`, `~/x`, `x://y`. */
const JOINING = ".~@:/_*)]}>\"'`-";

/** Whether a word talks about a slash word: `/mail`, `/mail:`, `-/mail`, `GET=/mail`; not a path. `begins`: after a blank. */
export function isSlashNoun(word: string, begins: boolean): boolean {
  if (isPath(word) || word.includes("://")) return false;
  // `pages: /, /about`
  if (begins && word === "/,") return true;
  for (let slash = word.indexOf("/"); slash >= 0; slash = word.indexOf("/", slash + 1)) {
    if (!isLetter(word[slash + 1])) continue;
    if (slash === 0 ? begins : slash === 1 && /[-+!]/.test(word[0]!)) return true;
    if (slash > 0 && !isLetter(word[slash - 1]) && !JOINING.includes(word[slash - 1]!)) return true;
  }
  return false;
}

/** Whether it is an absolute path that cannot be a skill: several segments, or an extension. */
function isPath(word: string): boolean {
  if (word[0] !== "/") return false;
  const next = word.indexOf("/", 1);
  if (next > 1 && next + 1 < word.length) return true;
  const dot = word.indexOf(".", 2);
  return dot > 0 && isLetter(word[dot + 1]);
}

/** Or a digit, in any script. */
function isLetter(character: string | undefined): boolean {
  return character !== "_" && isWordCharacter(character);
}
