/**
 * JSON text → where everything stands in it: to change one place and leave the rest as it is, and to name a line. As
 * strict as `JSON.parse`; linear in the text.
 */
import { placeOf, type TextPlace } from "./diagnostic.ts";
import { parseJson } from "./json_type.ts";

/** One value with its extent in UTF-16 units. */
export interface JsonNode {
  readonly kind: "object" | "array" | "scalar";
  readonly start: number;
  readonly end: number;
  /** Of an object, in order; a key may come twice, then the last one counts. */
  readonly members: readonly JsonMember[];
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  /** Where the key's quotation mark stands. */
  readonly start: number;
  readonly end: number;
  readonly value: JsonNode;
}

interface JsonFlaw extends TextPlace {
  readonly flaw: string;
  /** UTF-16 units from the beginning. */
  readonly offset: number;
}

const MAX_DEPTH = 500;
const BOM = 0xfeff;

/** The root of a JSON document (a BOM before it is fine), or what is wrong and where. */
export function readJsonTree(text: string): JsonNode | JsonFlaw {
  const reader = new Reader(text);
  try {
    return reader.document();
  } catch (error) {
    if (!(error instanceof JsonTreeError)) throw error;
    const { message, offset } = error;
    return { flaw: message, offset, ...placeOf(text, offset) };
  }
}

/** What a JSON text says, a BOM before it is fine. What is wrong is said in our words: each engine has others. */
export function readJson(text: string): { readonly value: unknown } | JsonFlaw {
  const value = parseJson(text.charCodeAt(0) === BOM ? text.slice(1) : text);
  if (value !== undefined) return { value };
  const tree = readJsonTree(text);
  return "flaw" in tree ? tree : { flaw: "it cannot be read", offset: 0, ...placeOf(text, 0) };
}

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.members.findLast((member) => member.key === key);
}

class JsonTreeError extends SyntaxError {
  constructor(message: string, readonly offset: number) {
    super(message);
  }
}

class Reader {
  #at = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === BOM) this.#at = 1;
  }

  document(): JsonNode {
    const root = this.#value();
    if (this.#next() !== undefined) throw this.#error("something follows the end of the JSON");
    return root;
  }

  /** The character behind blanks, where the reader then is. */
  #next(): string | undefined {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "")) this.#at++;
    return this.#text[this.#at];
  }

  #value(): JsonNode {
    const next = this.#next();
    const start = this.#at;
    if (next === "{") return this.#nested(start, "object", "}");
    if (next === "[") return this.#nested(start, "array", "]");
    if (next === '"') this.#string();
    else this.#word();
    return { kind: "scalar", start, end: this.#at, members: [], items: [] };
  }

  #nested(start: number, kind: "object" | "array", close: string): JsonNode {
    if (++this.#depth > MAX_DEPTH) throw this.#error(`it is nested over ${MAX_DEPTH} levels deep`);
    const members: JsonMember[] = [];
    const items: JsonNode[] = [];
    this.#at++;
    while (this.#next() !== close) {
      if (members.length + items.length > 0) {
        this.#expect(",", `"," or "${close}"`);
        if (this.#next() === close) throw this.#error("a comma stands before the end");
      }
      if (kind === "object") members.push(this.#member());
      else items.push(this.#value());
    }
    this.#at++;
    this.#depth--;
    return { kind, start, end: this.#at, members, items };
  }

  #member(): JsonMember {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#unexpected("a key in double quotation marks");
    const key = this.#string() as string;
    this.#expect(":", '":"');
    const value = this.#value();
    return { key, start, end: value.end, value };
  }

  #string(): unknown {
    const start = this.#at;
    let at = start + 1;
    for (; this.#text[at] !== '"'; at++) {
      if (this.#text[at] === "\\") at++;
      else if (!(this.#text.charCodeAt(at) >= 0x20)) {
        this.#at = Math.min(at, this.#text.length);
        const isEnd = this.#at === this.#text.length;
        throw this.#error(isEnd ? "a string has no end" : "a string holds a control character");
      }
    }
    this.#at = at + 1;
    return this.#parsed(start);
  }

  /** Numbers, true, false and null: the engine knows their grammar. */
  #word(): void {
    const start = this.#at;
    while (/[-+.0-9A-Za-z]/.test(this.#text[this.#at] ?? "")) this.#at++;
    if (this.#at === start) throw this.#unexpected("a value");
    this.#parsed(start);
  }

  #parsed(start: number): unknown {
    const written = this.#text.slice(start, this.#at);
    const value = parseJson(written);
    if (value !== undefined) return value;
    this.#at = start;
    throw this.#error(`${quote(written)} is no JSON value`);
  }

  #expect(character: string, what: string): void {
    if (this.#next() !== character) throw this.#unexpected(what);
    this.#at++;
  }

  #unexpected(what: string): JsonTreeError {
    const found = this.#text[this.#at];
    if (found === undefined) return this.#error(`it ends where ${what} is expected`);
    if (/^(?:\/[/*]|#)/.test(this.#text.slice(this.#at, this.#at + 2))) {
      return this.#error("it holds a comment, which JSON has not");
    }
    return this.#error(`expected ${what}, got ${quote(found)}`);
  }

  #error(message: string): JsonTreeError {
    return new JsonTreeError(message, this.#at);
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 30 ? `${text.slice(0, 29)}…` : text);
}

/** A step on a path; absent member: the node is an item or the root. */
type JsonStep = { readonly node: JsonNode; readonly member?: JsonMember | undefined };

/** The root and the nodes along a path of keys and list positions, as far as it is there. */
export function stepsOf(root: JsonNode, path: readonly (string | number)[]): JsonStep[] {
  const steps: JsonStep[] = [{ node: root }];
  for (const part of path) {
    const { node } = steps.at(-1)!;
    const member = typeof part === "string" ? memberOf(node, part) : undefined;
    const next = typeof part === "string" ? member?.value : node.items[part];
    if (next === undefined) break;
    steps.push({ node: next, member });
  }
  return steps;
}

/** Where the deepest part of a path that is there begins, a key or an item; `undefined` when nothing of it is. */
export function offsetOf(root: JsonNode, path: readonly (string | number)[]): number | undefined {
  const { node, member } = stepsOf(root, path).at(-1)!;
  return node === root ? undefined : (member ?? node).start;
}

/** The path that a diagnostic's `key` writes as `hooks.Stop[0].timeout`. */
export function pathOfKey(key: string): (string | number)[] {
  const parts = [...key.matchAll(/([^.[\]]+)|\[(\d+)\]/g)];
  return parts.map(([, name, index]) => name ?? Number(index));
}

export function placeOfKey(text: string, key: string): TextPlace | undefined {
  const root = readJsonTree(text);
  const offset = "flaw" in root ? undefined : offsetOf(root, pathOfKey(key));
  return offset === undefined ? undefined : placeOf(text, offset);
}
