/** Slash words that are not skills: routes and commands of a product, paths, directories. */

import { isWordCharacter } from "./text_index.ts";

/** Top directories of common systems: behind an absolute path, a name like this is one of them. */
export const ROOT_DIRECTORIES: ReadonlySet<string> = new Set(
  ("bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var " +
    "Users Volumes Library private").split(" "),
);

/** What may stand before a slash inside a word, beside letters, without making a noun of it: `./x`, `~/x`, `x://y`. */
const JOINING = ".~@:/_*)]}>\"'`-";

/**
 * Whether a word talks about a slash word: `/mail`, `/mail:`, `-/mail`, `GET=/mail`; not a path.
 *
 * @param word A word, without blanks.
 * @param begins Whether a blank stands before it.
 */
export function isSlashNoun(word: string, begins: boolean): boolean {
  if (isPath(word)) return false;
  for (let slash = word.indexOf("/"); slash >= 0; slash = word.indexOf("/", slash + 1)) {
    if (!isLetter(word[slash + 1])) continue;
    if (slash === 0 ? begins : slash === 1 && /[-+!]/.test(word[0]!)) return true;
    if (slash > 0 && !isLetter(word[slash - 1]) && !JOINING.includes(word[slash - 1]!)) return true;
  }
  return false;
}

/** Whether it is an absolute path that cannot be a skill: several segments, or an extension. */
export function isPath(word: string): boolean {
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
