/**
 * `@std/path/windows/*` where only an npm registry can be reached: the functions that this project uses.
 * `node:path` has them too, but a bundle loads that at every start.
 *
 * @module
 */

/** Whether a path names the same file from every directory of its drive. */
export function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path);
}

/** The last part of a path; a root is its own last part. */
export function basename(path: string): string {
  const start = /^[A-Za-z]:/.test(path) ? 2 : 0;
  let end = path.length;
  while (end > start + 1 && isSeparator(path[end - 1])) end--;
  let begin = end;
  while (begin > start && !isSeparator(path[begin - 1])) begin--;
  return begin === end ? path.slice(start, end) : path.slice(begin, end);
}

function isSeparator(character: string | undefined): boolean {
  return character === "/" || character === "\\";
}
