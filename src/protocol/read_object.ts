/** One JSON object from standard input, which its writer may leave open: the reader must stop by itself. */
import type { Host } from "../host/host.ts";

/** A prompt with a pasted 10 MB log must pass; a stream without end must not fill the memory. */
const MAX_MEGABYTES = 64;

/** The text: an object, or whatever was there up to the end; or a flaw: why reading was given up. */
export async function readObject(
  host: Pick<Host, "readStdin">,
  { deadlineMs }: { readonly deadlineMs: number },
): Promise<{ readonly text: string } | { readonly flaw: string }> {
  let scanner: JsonScanner | undefined;
  const limits = { deadlineMs, maxBytes: MAX_MEGABYTES * 1024 * 1024 };
  const { bytes, end } = await host.readStdin(limits, (chunk) => {
    if (scanner === undefined && isWholeObject(chunk)) return true;
    scanner ??= new JsonScanner();
    return scanner.push(chunk);
  });
  if (end === "deadline") return { flaw: `no whole JSON object within ${deadlineMs / 1000} s` };
  if (end === "too-large") return { flaw: `more than ${MAX_MEGABYTES} MB` };
  if (scanner?.isTooDeep) return { flaw: `more than ${MAX_DEPTH} lists and objects in each other` };
  return { text: new TextDecoder().decode(bytes.subarray(0, scanner?.length)) };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
/** Braces; brackets lack their bit 0x20. */
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Blanks, and the bytes of a BOM. */
const SKIPPED: readonly number[] = [0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf];
/** No event is made of so many objects in objects; parsers take seconds for millions of them. */
export const MAX_DEPTH = 10_000;

/** Finds the end of the first whole JSON object in chunks of bytes; its structure is ASCII, a split character is no harm. */
export class JsonScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #done = false;
  #seen = 0;
  /** Bytes up to the end of the first whole object or list; what follows in the same chunk is not ours to read. */
  length: number | undefined;

  get isTooDeep(): boolean {
    return this.#depth > MAX_DEPTH;
  }

  /** @returns Whether reading may stop: the object is whole, or it can never be one. */
  push(chunk: Uint8Array): boolean {
    for (let index = 0; index < chunk.length && !this.#done; index++) {
      if (this.#inString) {
        index = this.#stringEnd(chunk, index);
        continue;
      }
      const byte = chunk[index]!;
      const isClosing = (byte | 0x20) === CLOSE;
      if (byte === QUOTE) this.#inString = true;
      else if (isClosing) this.#depth--;
      else if ((byte | 0x20) === OPEN) this.#depth++;
      else if (this.#depth > 0 || SKIPPED.includes(byte)) continue;
      // Anything but an object at top level can never become hook input: stop and let decoding say so.
      this.#done = this.#depth <= 0 || this.#depth > MAX_DEPTH;
      if (isClosing && this.#depth === 0) this.length = this.#seen + index + 1;
    }
    this.#seen += chunk.length;
    return this.#done;
  }

  /** Jumps over string content; the native `indexOf` keeps a 10 MB prompt cheap. */
  #stringEnd(chunk: Uint8Array, start: number): number {
    let from = this.#escaped ? start + 1 : start;
    for (;;) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote < 0 ? chunk.length : quote;
      let slashes = end;
      while (slashes > from && chunk[slashes - 1] === BACKSLASH) slashes--;
      this.#escaped = (end - slashes) % 2 === 1;
      this.#inString = quote < 0 || this.#escaped;
      if (quote < 0 || !this.#inString) return end;
      from = quote + 1;
    }
  }
}

/** Whether it is one JSON object, by one native call: looking at each byte takes a young engine a quarter of a millisecond. */
export function isWholeObject(chunk: Uint8Array): boolean {
  const end = chunk.length - 1;
  if (chunk[end] !== CLOSE && (chunk[end] !== LINE_FEED || chunk[end - 1] !== CLOSE)) return false;
  try {
    JSON.parse(new TextDecoder().decode(chunk));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
