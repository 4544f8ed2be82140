/**
 * YAML text → where its keys and items stand, for messages that name a line: the library tells values, not
 * places. For text that the library has read already, so nothing is checked twice: what is written in a way
 * that is not followed here has no place. Linear in the text.
 */
import type { JsonMember, JsonNode } from "./json_tree.ts";
import { keyName, YamlCursor } from "./yaml_cursor.ts";
import { leaf, MAX_YAML_DEPTH, readFlow } from "./yaml_flow.ts";

/** @returns The document's root; a mapping is an `object`, its keys as text. */
export function readYamlTree(text: string): JsonNode {
  // A carriage return alone ends a line, too.
  const cursor = new YamlCursor(text.replaceAll(/\r(?!\n)/g, "\n"));
  cursor.skipGap();
  if (cursor.isMarker) cursor.at += 3;
  return readBlock(cursor, -1, false);
}

/**
 * @param path Keys and list positions, from the root.
 * @returns Where the deepest part of the path that is there begins: a key, or an item. 0 when there is none.
 */
export function offsetOf(root: JsonNode, path: readonly (string | number)[]): number {
  let node = root;
  let found = 0;
  for (const part of path) {
    const member = typeof part === "string"
      ? node.members.findLast(({ key }) => key === part)
      : undefined;
    const next = typeof part === "string" ? member?.value : node.items[part];
    if (next === undefined) break;
    node = next;
    found = member?.start ?? next.start;
  }
  return found;
}

/**
 * @param indent Column of the collection around it, from 0; -1 at the top.
 * @param isBehindKey Then no mapping begins on this line, and a list may be indented no more than the key.
 */
function readBlock(cursor: YamlCursor, indent: number, isBehindKey: boolean): JsonNode {
  const before = cursor.at;
  cursor.skipGap();
  const first = cursor.at;
  const firstColumn = cursor.column;
  cursor.skipProperties();
  const hasOwnLine = cursor.hasFeedSince(first);
  const column = hasOwnLine ? cursor.column : firstColumn;
  const isBelow = cursor.hasFeedSince(before);
  const isList = cursor.isSign("-");
  const least = isList && isBehindKey ? indent : indent + 1;
  if (cursor.isAtEnd || cursor.isMarker || isBelow && column < least) {
    // An anchor right before the next key is that key's.
    if (!hasOwnLine) cursor.at = first;
    return leaf(before, before);
  }
  if (cursor.depth >= MAX_YAML_DEPTH) {
    cursor.at = cursor.text.length;
    return leaf(first, first);
  }
  cursor.depth++;
  const node = isList
    ? readList(cursor, column)
    : cursor.here === "[" || cursor.here === "{"
    ? readFlow(cursor)
    : cursor.here === "|" || cursor.here === ">"
    ? readLiteral(cursor, indent)
    : (isBelow || !isBehindKey) && (cursor.isSign("?") || keyHere(cursor) !== undefined)
    ? readMap(cursor, column)
    : readScalar(cursor, indent);
  cursor.depth--;
  return node;
}

function readList(cursor: YamlCursor, column: number): JsonNode {
  const start = cursor.at;
  const items: JsonNode[] = [];
  while (cursor.isSign("-") && cursor.column === column) {
    const dash = cursor.at++;
    const item = readBlock(cursor, column, false);
    const isBelow = cursor.text.slice(dash, item.start).includes("\n");
    items.push(isBelow ? { ...item, start: dash } : item);
    cursor.skipGap();
  }
  return { kind: "array", start, end: cursor.at, members: [], items };
}

/** @param column Where its keys stand, or the anchor before the first one. */
function readMap(cursor: YamlCursor, column: number): JsonNode {
  const start = cursor.at;
  const members: JsonMember[] = [];
  for (let isNext = true; isNext; isNext = !cursor.isAtEnd && cursor.column === column) {
    cursor.skipProperties();
    const at = cursor.at;
    const isLong = cursor.isSign("?");
    const key = isLong ? readLongKey(cursor, column) : readKey(cursor);
    if (key === undefined) break;
    const value = readBlock(cursor, column, !isLong);
    members.push({ key, start: at, end: value.end, value });
    cursor.skipGap();
  }
  return { kind: "object", start, end: cursor.at, members, items: [] };
}

/** `? key`, and its value on a line that begins with a colon. */
function readLongKey(cursor: YamlCursor, column: number): string {
  cursor.at++;
  const { start, end } = readBlock(cursor, column, false);
  cursor.skipGap();
  if (cursor.isSign(":") && cursor.column === column) cursor.at++;
  return keyName(cursor.text.slice(start, end));
}

function readKey(cursor: YamlCursor): string | undefined {
  const key = keyHere(cursor);
  if (key !== undefined) cursor.at = key.end;
  return key?.name;
}

/** The key on this line and the place behind its colon; `undefined` when no colon makes it one. */
function keyHere(cursor: YamlCursor): { name: string; end: number } | undefined {
  const { text, at } = cursor;
  const end = cursor.skipQuoted() ? cursor.at : plainEnd(cursor);
  while (cursor.here === " " || cursor.here === "\t") cursor.at++;
  const key = { name: keyName(text.slice(at, end).trim()), end: cursor.at + 1 };
  const isKey = cursor.isSign(":") && !cursor.hasFeedSince(at);
  cursor.at = at;
  return isKey ? key : undefined;
}

/** The end of plain text on this line: a colon with a blank behind it, a comment, or the line's own end. */
function plainEnd(cursor: YamlCursor): number {
  while (!cursor.isAtEnd && cursor.here !== "\n" && !cursor.isSign(":") && !cursor.isComment) {
    cursor.at++;
  }
  return cursor.at;
}

/** One line or several: those that go on are indented more than what is around them. */
function readScalar(cursor: YamlCursor, indent: number): JsonNode {
  const start = cursor.at;
  if (cursor.skipQuoted()) return leaf(start, cursor.at);
  let end = start;
  do {
    for (; !cursor.isAtEnd && cursor.here !== "\n"; cursor.at++) {
      if (cursor.isComment) return leaf(start, end);
      if (!cursor.isBlank(cursor.at)) end = cursor.at + 1;
    }
    while (!cursor.isAtEnd && cursor.isBlank(cursor.at)) cursor.at++;
  } while (!cursor.isAtEnd && cursor.column > indent && !cursor.isMarker);
  return leaf(start, end);
}

/** Behind `|` or `>`: every line that is blank or indented more. */
function readLiteral(cursor: YamlCursor, indent: number): JsonNode {
  const start = cursor.at;
  cursor.toLineEnd();
  let end = cursor.at;
  while (!cursor.isAtEnd) {
    const from = cursor.at;
    while (cursor.here === " ") cursor.at++;
    const isEmpty = cursor.here === "\n" || cursor.here === "\r";
    if (!isEmpty && cursor.at - from <= indent) {
      cursor.at = from;
      break;
    }
    cursor.toLineEnd();
    if (!isEmpty) end = cursor.at;
  }
  return leaf(start, end);
}
