/**
 * Finds the end of the first whole JSON object in a byte stream. Agents may leave the pipe open
 * after the object, so the reader must stop by itself, whatever the chunks look like.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** No event is made of so many objects in objects; parsers take seconds for millions of them. */
export const MAX_DEPTH = 10_000;

/** The state between chunks. All structure in JSON is ASCII, so a split UTF-8 character does not matter. */
export class JsonScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #done = false;
  #seen = 0;
  #length: number | undefined;

  /** Bytes up to the end of the first whole object or list; what follows in the same chunk is not ours to read. */
  get length(): number | undefined {
    return this.#length;
  }

  /** Reading stopped because of it. */
  get isTooDeep(): boolean {
    return this.#depth > MAX_DEPTH;
  }

  /**
   * Looks at the next bytes.
   *
   * @param chunk The bytes that follow the previous chunk.
   * @returns Whether reading may stop: the object is whole, or it can never be one.
   */
  push(chunk: Uint8Array): boolean {
    for (let index = 0; index < chunk.length && !this.#done; index++) {
      if (this.#inString) index = this.#skipString(chunk, index);
      else if (this.#closes(chunk[index]!)) this.#length = this.#seen + index + 1;
    }
    this.#seen += chunk.length;
    return this.#done;
  }

  /** Jumps over string content; the native `indexOf` keeps a 10 MB prompt cheap. */
  #skipString(chunk: Uint8Array, start: number): number {
    let index = start;
    if (this.#escaped) {
      this.#escaped = false;
      index++;
    }
    while (index < chunk.length) {
      const quote = chunk.indexOf(QUOTE, index);
      const end = quote < 0 ? chunk.length : quote;
      let back = 0;
      while (end - back - 1 >= index && chunk[end - back - 1] === BACKSLASH) back++;
      const escaped = back % 2 === 1;
      if (quote < 0) {
        this.#escaped = escaped;
        return chunk.length;
      }
      if (!escaped) {
        this.#inString = false;
        return quote;
      }
      index = quote + 1;
    }
    return index;
  }

  /** Takes a byte outside strings; whether it closes the outermost object or list. */
  #closes(byte: number): boolean {
    const closing = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if (closing) this.#depth--;
    else if (this.#depth > 0 || isBlankOrBom(byte)) return false;
    // Anything but an object at top level can never become hook input: stop and let decoding say so.
    if (this.#depth <= 0 || this.#depth > MAX_DEPTH) this.#done = true;
    return closing && this.#depth === 0;
  }
}

function isBlankOrBom(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0xef ||
    byte === 0xbb || byte === 0xbf;
}

// The usual case of reading an event, in one native call: agents write the whole object at once. Looking
// at each byte of it, as must be when it comes in pieces, takes a quarter of a millisecond
// in an engine that has just started.

const LINE_FEED = 0x0a;

/**
 * @param chunk The first bytes of standard input.
 * @returns Whether they are one JSON object and nothing else; `false` says nothing.
 */
export function isWholeObject(chunk: Uint8Array): boolean {
  const end = chunk.length - 1;
  if (chunk[end] !== CLOSE_BRACE && (chunk[end] !== LINE_FEED || chunk[end - 1] !== CLOSE_BRACE)) {
    return false;
  }
  try {
    JSON.parse(new TextDecoder().decode(chunk));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
