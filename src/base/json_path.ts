/** Finds the line of a key that a message names, such as `hooks.PreToolUse[0].hooks[1].timeout`. */
import { type JsonNode, memberOf, readJsonTree } from "./json_tree.ts";
import { placeOf, type TextPlace } from "./text_place.ts";

/**
 * Where the deepest part of the path that is there begins; `undefined` when the text is no JSON or
 * holds nothing of the path.
 */
export function placeOfKey(text: string, path: string): TextPlace | undefined {
  const root = readJsonTree(text);
  if ("flaw" in root) return undefined;
  let node: JsonNode = root;
  let found: number | undefined;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const member = key === undefined ? undefined : memberOf(node, key);
    const next = key === undefined ? node.items[Number(index)] : member?.value;
    if (next === undefined) break;
    node = next;
    found = member?.start ?? next.start;
  }
  return found === undefined ? undefined : placeOf(text, found);
}
