/** Why a regular expression is none, in our own words: each engine has others. */

/** An escape, a set, what opens a group, a repetition, or one character. */
const TOKEN_REGEXP =
  /\\.?|\[(?:\\.|[^\]\\])*(\]?)|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gs;

/** The flaw and its place, as the end of a sentence; for a pattern that the engine refused. */
export function regexFlaw(pattern: string): string {
  const groups: number[] = [];
  /** Whether what stands here can be repeated: nothing does at the beginning, and no repetition can. */
  let isAtom = false;
  for (const { 0: token, 1: close, index } of pattern.matchAll(TOKEN_REGEXP)) {
    const kind = token[0]!;
    const isRepetition = /^(?:[*+?]|\{\d)/.test(token);
    if (token === "\\") return said("nothing follows the backslash", index);
    if (close === "") return said('a "[" is never closed', index);
    if (isRepetition && !isAtom) return said(`"${kind}" repeats nothing`, index);
    if (kind === "(") groups.push(index);
    if (kind === ")" && groups.pop() === undefined) return said('a ")" closes nothing', index);
    isAtom = !isRepetition && !"(|^".includes(kind);
  }
  const open = groups.pop();
  if (open !== undefined) return said('a "(" is never closed', open);
  return "a group, a range or a name in it is not understood";
}

function said(flaw: string, at: number): string {
  return `${flaw} (character ${at + 1})`;
}
