/** YAML's flow style, `[a, { b: c }]`: where its keys and items stand. */
import type { JsonMember, JsonNode } from "./json_tree.ts";
import { keyName, type YamlCursor } from "./yaml_cursor.ts";

/** Deeper, nothing has a place. */
export const MAX_YAML_DEPTH = 200;
const ENDS = ",[]{}";

/** Reads a collection that begins at the cursor. */
export function readFlow(cursor: YamlCursor): JsonNode {
  const start = cursor.at;
  const members: JsonMember[] = [];
  const items: JsonNode[] = [];
  const kind = cursor.here === "{" ? "object" : "array";
  cursor.at++;
  if (++cursor.depth > MAX_YAML_DEPTH) cursor.at = cursor.text.length;
  for (cursor.skipGap(); !cursor.isAtEnd; cursor.skipGap()) {
    if (cursor.here === "}" || cursor.here === "]") {
      cursor.at++;
      break;
    }
    if (cursor.here === "," || cursor.isSign("?")) cursor.at++;
    else readEntry(cursor, kind, members, items);
  }
  cursor.depth--;
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
  cursor.skipProperties();
  const start = cursor.at;
  if (cursor.here === "[" || cursor.here === "{") return readFlow(cursor);
  if (cursor.skipQuoted()) return leaf(start, cursor.at);
  let end = start;
  for (; !cursor.isAtEnd && !ENDS.includes(cursor.here) && !cursor.isComment; cursor.at++) {
    const after = cursor.text.charAt(cursor.at + 1);
    if (cursor.here === ":" && (cursor.isSign(":") || ENDS.includes(after))) break;
    if (!cursor.isBlank(cursor.at)) end = cursor.at + 1;
  }
  return leaf(start, end);
}

/** A value without parts. */
export function leaf(start: number, end: number): JsonNode {
  return { kind: "scalar", start, end, members: [], items: [] };
}
