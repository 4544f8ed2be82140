/** Why a regular expression is none, in our own words: each engine has others. */

/** The flaw and its place, as the end of a sentence; for a pattern that the engine refused. */
export function regexFlaw(pattern: string): string {
  const groups: number[] = [];
  let set = -1;
  /** Whether what stands here can be repeated: nothing does at the beginning, and no repetition can. */
  let isAtom = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === "\\") {
      if (at === pattern.length - 1) return said("nothing follows the backslash", at);
      at++;
      isAtom = true;
    } else if (set >= 0) {
      if (character !== "]") continue;
      set = -1;
      isAtom = true;
    } else if (character === "[") set = at;
    else if (character === "(") {
      groups.push(at);
      isAtom = false;
      at += /^\(\?(?:[:=!]|<[=!]|<\w+>)/.exec(pattern.slice(at))?.[0].slice(1).length ?? 0;
    } else if (character === ")") {
      if (groups.pop() === undefined) return said('a ")" closes nothing', at);
      isAtom = true;
    } else if (character === "|") isAtom = false;
    else if ("*+?".includes(character) || /^\{\d+(?:,\d*)?\}/.test(pattern.slice(at))) {
      if (!isAtom) return said(`"${character}" repeats nothing`, at);
      const repeated = /^(?:[*+?]|\{[\d,]*\})\??/.exec(pattern.slice(at))![0];
      at += repeated.length - 1;
      isAtom = false;
    } else isAtom = character !== "^";
  }
  if (set >= 0) return said('a "[" is never closed', set);
  const open = groups.pop();
  if (open !== undefined) return said('a "(" is never closed', open);
  return "a group, a range or a name in it is not understood";
}

function said(flaw: string, at: number): string {
  return `${flaw} (character ${at + 1})`;
}
