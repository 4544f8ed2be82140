/** JSON written by others → fragments. */
import { isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import type { Fragment } from "./fragment.ts";
import { isKnownSource, RANKS } from "./rank.ts";

/** What was read. */
export interface ReadFragments {
  readonly fragments: readonly Fragment[];
  /** Sources that have no rank: they are paid last. */
  readonly warnings: readonly string[];
}

/**
 * Checks a list `[{"name", "source", "text"}]`; `prompt` may stand for `text`.
 *
 * @param value What `JSON.parse` made.
 * @returns The fragments, or what is wrong with the first wrong one.
 */
export function readFragments(value: unknown): ReadFragments | { problem: string } {
  if (!Array.isArray(value)) {
    return { problem: `Cannot read fragments: expected a list: got ${jsonType(value)}` };
  }
  const fragments: Fragment[] = [];
  const warnings: string[] = [];
  for (const [index, item] of value.entries()) {
    const place = `Cannot read fragment ${index + 1}`;
    if (!isFields(item)) return { problem: `${place}: expected an object: got ${jsonType(item)}` };
    const { name, source, text = item.prompt } = item;
    if (typeof name !== "string") return { problem: wrong(place, "name", name) };
    if (typeof source !== "string") return { problem: wrong(place, "source", source) };
    if (typeof text !== "string") return { problem: wrong(place, "text", text) };
    if (!isKnownSource(source)) {
      warnings.push(`Fragment ${index + 1} is paid last: ${unknownSource(source)}`);
    }
    fragments.push({ name, source, text });
  }
  return { fragments, warnings };
}

function wrong(place: string, field: string, value: unknown): string {
  return `${place}: "${field}" must be a string: got ${jsonType(value)}`;
}

function unknownSource(source: string): string {
  const known = Object.keys(RANKS);
  const near = nearestWord(source, known);
  const hint = near === undefined
    ? `expected one of ${known.join(", ")}`
    : `did you mean "${near}"?`;
  return `unknown source "${source}": ${hint}`;
}
