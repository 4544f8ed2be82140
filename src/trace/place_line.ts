/** The line of a file that a note is about. */
import { attempt, type Host, type NotePlace } from "../host/host.ts";

/** A file, and a line where one is known. */
export interface LinePlace {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
}

/** The file with the first line that begins (blanks, dashes and quotation marks aside) with the word. */
export function linePlace(host: Pick<Host, "readText">, { path, word }: NotePlace): LinePlace {
  if (word === undefined) return { path };
  const lines = (readQuietly(host, path) ?? "").split("\n");
  const at = lines.findIndex((line) => {
    let from = 0;
    while (from < line.length && " \t-\"'".includes(line[from]!)) from++;
    if (!line.startsWith(word, from)) return false;
    return !/[A-Za-z0-9_]/.test(line[from + word.length] ?? "") || !/[A-Za-z0-9_]$/.test(word);
  });
  return at < 0 ? { path } : { path, line: at + 1 };
}

function readQuietly(host: Pick<Host, "readText">, path: string): string | undefined {
  return attempt(() => host.readText(path));
}
