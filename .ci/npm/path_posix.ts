/**
 * `@std/path/posix/*` where only an npm registry can be reached: the functions that this project uses.
 * `node:path` has them too, but a bundle loads that at every start.
 *
 * @module
 */

/** Whether a path names the same file from every directory. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** The last part of a path; a root is its own last part. */
export function basename(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return end === 1 ? path[0]! : path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}

/** Takes `.`, `..` and doubled slashes out of a path. */
export function normalize(path: string): string {
  const root = path.startsWith("/") ? "/" : "";
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (root === "") kept.push(part);
  }
  const whole = kept.join("/") || (root === "" ? "." : "");
  return root + whole + (whole !== "" && path.endsWith("/") ? "/" : "");
}
