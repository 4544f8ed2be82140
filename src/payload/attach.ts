/** Files that go into a payload whole: what a subagent missed, or what the caller wants it to see. */
import type { Host } from "../host/host.ts";
import { includer } from "./include.ts";

/** A file as it is given, and the path it was asked for by. */
export interface AttachedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads files, or what patterns match, with their own references followed; says what could not be read.
 *
 * @param roots Real paths of directories that the names are relative to and may not lead out of.
 */
export function attachFiles(host: Host, names: readonly string[], roots: readonly string[]) {
  const { resolve, warnings, failures } = includer(host, roots, 0);
  const attached = [...new Set(names)].flatMap((name): AttachedFile[] => {
    const kind = name.includes("*") ? "glob" : "file";
    const text = resolve({ kind, start: 0, end: 0, raw: `@${name}`, name }, roots, [], "the task");
    return text === undefined ? [] : [{ path: name, text }];
  });
  return { attached, flaws: [...failures, ...warnings] };
}
