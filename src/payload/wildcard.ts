/** `*` and `?` in one name of a path. */

/**
 * Matches without backtracking into more than the last `*`: time is at most the product of both lengths.
 *
 * @param name A file's name.
 * @param pattern `*` stands for any characters, `?` for one.
 * @returns Whether all of the name matches.
 */
export function matchesWildcard(name: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const wanted = pattern[next];
    if (wanted === "*") [star, starAt] = [next++, at];
    else if (wanted === "?" || wanted === name[at]) [at, next] = [at + 1, next + 1];
    else if (star >= 0) [at, next] = [++starAt, star + 1];
    else return false;
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}
