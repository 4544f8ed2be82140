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

type JsonFlaw = TextPlace & { readonly flaw: string; readonly offset: number };

const MAX_DEPTH = 500;
const BOM = 0xfeff;
class JsonTreeError extends SyntaxError {}

/** The root of a JSON document (a BOM before it is fine), or what is wrong and where. */
export function readJsonTree(text: string): JsonNode | JsonFlaw {
  let at = text.charCodeAt(0) === BOM ? 1 : 0;
  let depth = 0;

  /** The character behind blanks. */
  function next(): string | undefined {
    while (/[ \t\r\n]/.test(text[at] ?? "")) at++;
    return text[at];
  }

  function value(): JsonNode {
    const first = next();
    const start = at;
    if (first === "{") return nested(start, "object", "}");
    if (first === "[") return nested(start, "array", "]");
    if (first === '"') string();
    else word();
    return { kind: "scalar", start, end: at, members: [], items: [] };
  }

  function nested(start: number, kind: "object" | "array", close: string): JsonNode {
    if (++depth > MAX_DEPTH) fail(`it is nested over ${MAX_DEPTH} levels deep`);
    const members: JsonMember[] = [];
    const items: JsonNode[] = [];
    at++;
    while (next() !== close) {
      if (members.length + items.length > 0) {
        expect(",", `"," or "${close}"`);
        if (next() === close) fail("a comma stands before the end");
      }
      if (kind === "object") members.push(member());
      else items.push(value());
    }
    at++;
    depth--;
    return { kind, start, end: at, members, items };
  }

  function member(): JsonMember {
    const start = at;
    if (text[start] !== '"') unexpected("a key in double quotation marks");
    const key = string() as string;
    expect(":", '":"');
    const node = value();
    return { key, start, end: node.end, value: node };
  }

  function string(): unknown {
    const start = at++;
    for (; text[at] !== '"'; at++) {
      if (text[at] === "\\") at++;
      else if (!(text.charCodeAt(at) >= 0x20)) {
        at = Math.min(at, text.length);
        fail(at < text.length ? "a string holds a control character" : "a string has no end");
      }
    }
    at++;
    return parsed(start);
  }

  /** Numbers, true, false and null: the engine knows their grammar. */
  function word(): void {
    const start = at;
    while (/[-+.0-9A-Za-z]/.test(text[at] ?? "")) at++;
    if (at === start) unexpected("a value");
    parsed(start);
  }

  function parsed(start: number): unknown {
    const written = text.slice(start, at);
    const read = parseJson(written);
    if (read !== undefined) return read;
    at = start;
    fail(`${quote(written)} is no JSON value`);
  }

  function expect(character: string, what: string): void {
    if (next() !== character) unexpected(what);
    at++;
  }

  function unexpected(what: string): never {
    const found = text[at];
    if (found === undefined) fail(`it ends where ${what} is expected`);
    if (/^(?:\/[/*]|#)/.test(text.slice(at, at + 2))) {
      fail("it holds a comment, which JSON has not");
    }
    fail(`expected ${what}, got ${quote(found)}`);
  }

  function fail(flaw: string): never {
    throw new JsonTreeError(flaw);
  }

  try {
    const root = value();
    if (next() !== undefined) fail("something follows the end of the JSON");
    return root;
  } catch (error) {
    if (!(error instanceof JsonTreeError)) throw error;
    return { flaw: error.message, offset: at, ...placeOf(text, at) };
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
