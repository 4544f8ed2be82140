/** How a JSON file is laid out, guessed from what is there, so that what is added looks like the rest. */
import type { JsonNode } from "../base/json_tree.ts";

/** Indentation, line ends, blanks. */
export interface JsonStyle {
  /** One level; absent: the file is one line. */
  readonly indent: string | undefined;
  readonly lineEnd: "\n" | "\r\n";
  /** A blank behind colons and commas of one-line values. */
  readonly isSpaced: boolean;
}

const DEFAULT_INDENT = "  ";

/** The style; two blanks for a file that shows none. */
export function styleOf(text: string, root: JsonNode): JsonStyle {
  const feed = text.indexOf("\n");
  const lineEnd = feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
  const [first] = root.members;
  if (first === undefined) return { indent: DEFAULT_INDENT, lineEnd, isSpaced: true };
  const own = lineIndent(text, first.start);
  const isSpaced = text[first.value.start - 1] === " ";
  if (own !== undefined) return { indent: own === "" ? DEFAULT_INDENT : own, lineEnd, isSpaced };
  return { indent: undefined, lineEnd, isSpaced };
}

/** The blanks before it when nothing else is before it on its line; else `undefined`. */
export function lineIndent(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && /[ \t]/.test(text[start - 1]!)) start--;
  return /[\r\n]/.test(text[start - 1] ?? "") ? text.slice(start, offset) : undefined;
}

/**
 * Writes a value in a file's style.
 *
 * @param indent Blanks before the line it begins on; `undefined`: on one line.
 */
export function writeValue(value: unknown, style: JsonStyle, indent: string | undefined): string {
  if (indent === undefined) return oneLine(value, style.isSpaced);
  const text = JSON.stringify(value, null, style.indent ?? DEFAULT_INDENT);
  return text.replaceAll("\n", style.lineEnd + indent);
}

function oneLine(value: unknown, isSpaced: boolean): string {
  const [comma, colon] = isSpaced ? [", ", ": "] : [",", ":"];
  if (Array.isArray(value)) {
    return `[${value.map((item) => oneLine(item, isSpaced)).join(comma)}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) =>
    JSON.stringify(key) + colon + oneLine(item, isSpaced)
  );
  return `{${members.join(comma)}}`;
}
