/** Files of JSON lines, only ever appended to: two runs at once both count. A line that a crash cut off is passed over. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { parentPath } from "../base/path.ts";
import { attempt, type Host, type QuickHost } from "../host/host.ts";
import { ensureDirectories, FILE_MODE, reasonOf } from "./state_tree.ts";

export function readLines(text: string | undefined): Fields[] {
  return (text ?? "").split("\n").filter((line) => line.startsWith("{")).map(parseJson)
    .filter(isFields);
}

/** The end of a file, `most` bytes of it, and whether something stands before that; `undefined`: there is no such file. */
export function readTail(host: Host, path: string, most: number) {
  const stat = attempt(() => host.stat(path));
  if (stat?.kind !== "file") return undefined;
  const start = Math.max(0, stat.size - most);
  const bytes = attempt(() => host.readBytes(path, start, most));
  return bytes && { text: new TextDecoder().decode(bytes), isCut: start > 0 };
}

/**
 * Appends in one write, to a path from `sharedStatePath()`; beyond `maxBytes` the file begins anew, with what `kept`
 * says. @returns Why it cannot be done, if so.
 */
export function appendLines(
  host: QuickHost,
  path: string | undefined,
  lines: readonly object[],
  maxBytes: number,
  kept: () => readonly object[] = () => [],
): string | undefined {
  if (path === undefined) return "nothing says where: set HOME or XDG_STATE_HOME";
  // It begins with a line feed: what a crash has cut off before it is a line of its own.
  const textOf = (all: readonly object[]) =>
    all.map((line) => `\n${JSON.stringify(line)}`).join("") + "\n";
  try {
    const problem = ensureDirectories(host, [parentPath(path)!]);
    if (problem !== undefined || lines.length === 0) return problem;
    const { kind = "file", size = 0 } = host.linkStat(path) ?? {};
    if (kind !== "file") return `"${path}" is not a file of ours`;
    if (size <= maxBytes) host.appendText(path, textOf(lines), { mode: FILE_MODE });
    else host.writeText(path, textOf([...kept(), ...lines]), { mode: FILE_MODE });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
