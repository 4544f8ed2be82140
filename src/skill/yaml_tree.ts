/**
 * How a YAML text is built, without reading its values: where its keys and items stand, for messages that name a
 * line, and what is never closed. One walk for two askers: before the library sees a text it is the bound on what
 * a stranger wrote, so it goes on behind what is not quite YAML; of what the library has read it tells the places
 * that the values have lost. What is written in a way that is not followed here has no place. Linear in the text.
 */
import type { JsonMember, JsonNode } from "../base/json_tree.ts";
import { keyName, YamlCursor, type YamlOpening } from "./yaml_cursor.ts";

const FLOW_ENDS = ",[]{}";

export interface YamlTree {
  /** A mapping is an `object`, its keys as text. */
  readonly root: JsonNode;
  readonly opening: YamlOpening | undefined;
}

/** @throws {YamlError} Where a tab indents a line, a tag is not known, or too much is nested. */
export function readYamlTree(text: string): YamlTree {
  const cursor = new YamlCursor(text);
  cursor.skipIndent();
  if (cursor.isMarker) cursor.at += 3;
  const root = readBlock(cursor, -1, false);
  for (skipMisfits(cursor, -1); !cursor.isAtEnd; skipMisfits(cursor, -1)) cursor.at += 3;
  return { root, opening: cursor.opening };
}

/** Goes to the next line that is indented no more; what is before it fits nothing above, or is the rest of a line. */
function skipMisfits(cursor: YamlCursor, column: number): void {
  cursor.skipIndent();
  while (!cursor.isAtEnd && !cursor.isMarker && cursor.column > column) {
    const { at } = cursor;
    if (cursor.indent === cursor.column) readBlock(cursor, column, false);
    if (cursor.at === at) cursor.toLineEnd();
    cursor.skipIndent();
  }
}

/**
 * @param indent Column of the collection around it, from 0; -1 at the top.
 * @param isBehindKey Then no mapping begins on this line, and a list may be indented no more than the key.
 */
function readBlock(cursor: YamlCursor, indent: number, isBehindKey: boolean): JsonNode {
  const before = cursor.at;
  cursor.skipIndent();
  const first = cursor.at;
  const firstColumn = cursor.column;
  cursor.skipProperties();
  const hasOwnLine = cursor.hasFeedSince(first);
  const column = hasOwnLine ? cursor.column : firstColumn;
  const isBelow = cursor.hasFeedSince(before);
  const isList = cursor.isSign("-") && (isBelow || !isBehindKey);
  const least = isList && isBehindKey ? indent : indent + 1;
  if (cursor.isAtEnd || cursor.isMarker || isBelow && column < least) {
    // An anchor right before the next key is that key's.
    if (!hasOwnLine) cursor.at = first;
    return leaf(before, before);
  }
  if (isList) return readList(cursor, column);
  if (cursor.here === "|" || cursor.here === ">") return readLiteral(cursor, indent);
  const isMap = (isBelow || !isBehindKey) && (cursor.isSign("?") || keyHere(cursor) !== undefined);
  if (isMap) return readMap(cursor, column);
  return isFlow(cursor) ? readFlow(cursor) : readScalar(cursor, indent);
}

function readList(cursor: YamlCursor, column: number): JsonNode {
  const start = cursor.at;
  const items: JsonNode[] = [];
  cursor.nested(() => {
    while (cursor.isSign("-") && cursor.column === column) {
      const dash = cursor.at++;
      const item = readBlock(cursor, column, false);
      const isBelow = cursor.text.slice(dash, item.start).includes("\n");
      items.push(isBelow ? { ...item, start: dash } : item);
      skipMisfits(cursor, column);
    }
  });
  return { kind: "array", start, end: cursor.at, members: [], items };
}

/** @param column Where its keys stand, or the anchor before the first one. */
function readMap(cursor: YamlCursor, column: number): JsonNode {
  const start = cursor.at;
  const members: JsonMember[] = [];
  cursor.nested(() => {
    for (let isNext = true; isNext; isNext = !cursor.isAtEnd && cursor.column === column) {
      const line = cursor.at;
      cursor.skipProperties();
      const at = cursor.at;
      const isLong = cursor.isSign("?");
      const key = isLong ? readLongKey(cursor, column) : readKey(cursor);
      if (key === undefined) {
        cursor.at = line;
        break;
      }
      // Behind a key that is not there, a mapping may begin.
      const value = readBlock(cursor, column, !isLong && key !== "");
      members.push({ key, start: at, end: value.end, value });
      skipMisfits(cursor, column);
    }
  });
  return { kind: "object", start, end: cursor.at, members, items: [] };
}

/** `? key`, and its value on a line that begins with a colon. */
function readLongKey(cursor: YamlCursor, column: number): string {
  cursor.at++;
  const { start, end } = readBlock(cursor, column, false);
  cursor.skipIndent();
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
  const isWhole = isFlow(cursor) ? readFlow(cursor) : cursor.skipQuoted();
  const end = isWhole ? cursor.at : plainEnd(cursor);
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
      if (cursor.isComment) {
        if (!cursor.hasFeedSince(start)) return leaf(start, end);
        while (!cursor.isAtEnd && cursor.here !== "\n") cursor.at++;
        break;
      }
      if (!cursor.isBlank(cursor.at)) end = cursor.at + 1;
    }
    while (!cursor.isAtEnd && cursor.isBlank(cursor.at)) cursor.at++;
  } while (!cursor.isAtEnd && cursor.indent > indent && !cursor.isMarker);
  cursor.at = end;
  return leaf(start, end);
}

/** Behind `|` or `>`: every line that is blank or indented more. */
function readLiteral(cursor: YamlCursor, indent: number): JsonNode {
  const start = cursor.at;
  let end = start;
  do {
    cursor.toLineEnd();
    end = cursor.at;
    while (!cursor.isAtEnd && cursor.isBlank(cursor.at)) cursor.at++;
  } while (!cursor.isAtEnd && cursor.indent > indent);
  cursor.at = end;
  return leaf(start, end);
}

function isFlow({ here }: YamlCursor): boolean {
  return here === "[" || here === "{";
}

/** A collection in brackets, `[a, { b: c }]`. */
function readFlow(cursor: YamlCursor): JsonNode {
  const start = cursor.at;
  const members: JsonMember[] = [];
  const items: JsonNode[] = [];
  const kind = cursor.here === "{" ? "object" : "array";
  cursor.nested(() => {
    cursor.at++;
    for (cursor.skipGap(); !cursor.isAtEnd; cursor.skipGap()) {
      if (cursor.here === "}" || cursor.here === "]") {
        cursor.at++;
        return;
      }
      if (cursor.here === "," || cursor.isSign("?")) cursor.at++;
      else readEntry(cursor, kind, members, items);
    }
    cursor.isUnclosed(start);
  });
  return { kind, start, end: cursor.at, members, items };
}

/** A key with its value, an item, or a pair that is an item: `[a: b]`. */
function readEntry(
  cursor: YamlCursor,
  kind: JsonNode["kind"],
  members: JsonMember[],
  items: JsonNode[],
): void {
  const first = readNode(cursor);
  cursor.skipGap();
  const isPair = cursor.here === ":";
  if (kind === "array" && !isPair) {
    items.push(first);
    return;
  }
  if (isPair) cursor.at++;
  const { start } = first;
  const value = isPair ? readNode(cursor) : leaf(cursor.at, cursor.at);
  const key = keyName(cursor.text.slice(start, first.end));
  const member = { key, start, end: value.end, value };
  if (kind === "object") members.push(member);
  else items.push({ kind: "object", start, end: value.end, members: [member], items: [] });
}

function readNode(cursor: YamlCursor): JsonNode {
  cursor.skipGap();
  cursor.skipFlowProperties();
  const start = cursor.at;
  if (isFlow(cursor)) return readFlow(cursor);
  if (cursor.skipQuoted()) return leaf(start, cursor.at);
  let end = start;
  for (; !cursor.isAtEnd && !FLOW_ENDS.includes(cursor.here) && !cursor.isComment; cursor.at++) {
    const after = cursor.text.charAt(cursor.at + 1);
    if (cursor.here === ":" && (cursor.isSign(":") || FLOW_ENDS.includes(after))) break;
    if (!cursor.isBlank(cursor.at)) end = cursor.at + 1;
  }
  return leaf(start, end);
}

function leaf(start: number, end: number): JsonNode {
  return { kind: "scalar", start, end, members: [], items: [] };
}
