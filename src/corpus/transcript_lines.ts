/** A transcript line by line, read in ranges: a file of a gigabyte takes as much memory as its longest line. */
import type { Host } from "../host/host.ts";

const CHUNK_BYTES = 1024 * 1024;
/** A line may hold a pasted image; a longer one is passed over. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a file's lines.
 *
 * @param host The machine.
 * @param path The file.
 * @param maxLineBytes The longest line to hand out.
 * @returns Lines without their line feed; `undefined` in the place of one that is too long.
 * @throws {HostError} The file cannot be read.
 */
export function* transcriptLines(
  host: Pick<Host, "readBytes" | "stat">,
  path: string,
  maxLineBytes = MAX_LINE_BYTES,
): Generator<string | undefined> {
  // A session may be going on: what is appended from now on is not read.
  const size = host.stat(path)?.size ?? 0;
  let parts: Uint8Array[] = [];
  let held = 0;
  for (let position = 0; position < size;) {
    const bytes = host.readBytes(path, position, Math.min(CHUNK_BYTES, size - position));
    if (bytes === undefined || bytes.length === 0) break;
    position += bytes.length;
    let from = 0;
    for (let feed = bytes.indexOf(LINE_FEED); feed >= 0; feed = bytes.indexOf(LINE_FEED, from)) {
      const length = held + feed - from;
      yield length > maxLineBytes ? undefined : decode([...parts, bytes.subarray(from, feed)]);
      parts = [];
      held = 0;
      from = feed + 1;
    }
    held += bytes.length - from;
    if (held > maxLineBytes) parts = [];
    else if (from < bytes.length) parts.push(bytes.slice(from));
  }
  if (held > 0) yield held > maxLineBytes ? undefined : decode(parts);
}

/** A character may lie across two ranges: the parts are joined before they are decoded. */
function decode(parts: readonly Uint8Array[]): string {
  const [only] = parts;
  if (parts.length === 1) return new TextDecoder().decode(only);
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return new TextDecoder().decode(joined);
}
