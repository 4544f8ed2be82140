/** Adds to and takes from a JSON text. Taking out what was added last gives back the text, but for breaks in empty containers. */
import type { JsonNode } from "../base/json_tree.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** None of the edits overlaps another; they come in any order. */
export function applyEdits(whole: string, edits: readonly Edit[]): string {
  return edits.toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), whole);
}

/** Adds values at the end of a container: `[key, value]` for an object; the keys of a list do not matter. */
export function append(
  text: string,
  container: JsonNode,
  added: readonly (readonly [string, unknown])[],
  style: JsonStyle,
): Edit {
  const children = childrenOf(container);
  const last = children.at(-1);
  const indent = childIndent(text, container, style);
  const colon = indent !== undefined || style.isSpaced ? ": " : ":";
  const written = added.map(([key, value]) => {
    const name = container.kind === "object" ? JSON.stringify(key) + colon : "";
    return name + writeValue(value, style, indent);
  });
  const gap = indent === undefined ? (style.isSpaced ? " " : "") : style.lineEnd + indent;
  if (last !== undefined) {
    return { start: last.end, end: last.end, text: written.map((one) => `,${gap}${one}`).join("") };
  }
  const [start, end] = [container.start + 1, container.end - 1];
  const body = written.join(`,${gap}`);
  if (indent === undefined) return { start, end, text: body };
  const close = style.lineEnd + ownIndent(text, container);
  return { start, end, text: style.lineEnd + indent + body + close };
}

export function takeOut(container: JsonNode, gone: ReadonlySet<number>): Edit[] {
  const children = childrenOf(container);
  if (gone.size === 0) return [];
  if (gone.size === children.length) {
    return [{ start: container.start + 1, end: container.end - 1, text: "" }];
  }
  const first = children.findIndex((_, index) => !gone.has(index));
  const head = { start: children[0]!.start, end: children[first]!.start, text: "" };
  const others = [...gone].filter((index) => index > first)
    .map((index) => ({ start: children[index - 1]!.end, end: children[index]!.end, text: "" }));
  return first > 0 ? [head, ...others] : others;
}

function childrenOf({ kind, members, items }: JsonNode): readonly Omit<Edit, "text">[] {
  return kind === "object" ? members : items;
}

/** Where children of a container begin on their lines; `undefined` when they share one. */
function childIndent(text: string, container: JsonNode, style: JsonStyle): string | undefined {
  const last = childrenOf(container).at(-1);
  if (last !== undefined) return lineIndent(text, last.start);
  return style.indent === undefined ? undefined : ownIndent(text, container) + style.indent;
}

function ownIndent(text: string, { start }: JsonNode): string {
  return /^\ufeff?([ \t]*)/.exec(lineBefore(text, start))![1]!;
}

function lineBefore(text: string, offset: number): string {
  const [feed, carriage] = ["\n", "\r"].map((end) => text.lastIndexOf(end, offset - 1));
  return text.slice(Math.max(feed!, carriage!) + 1, offset);
}

type JsonStyle = ReturnType<typeof styleOf>;

const DEFAULT_INDENT = "  ";

/** `indent` of one level is absent where the file is one line; `isSpaced`: a blank stands behind colons and commas. */
export function styleOf(text: string, root: JsonNode) {
  const feed = text.indexOf("\n");
  const lineEnd = feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
  const [first] = root.members;
  if (first === undefined) return { indent: DEFAULT_INDENT, lineEnd, isSpaced: true };
  const own = lineIndent(text, first.start);
  const indent = own === "" ? DEFAULT_INDENT : own;
  return { indent, lineEnd, isSpaced: text[first.value.start - 1] === " " };
}

/** The blanks before it when nothing else is before it on its line, which is not the first; else `undefined`. */
export function lineIndent(text: string, offset: number): string | undefined {
  const line = lineBefore(text, offset);
  return line.length < offset && /^[ \t]*$/.test(line) ? line : undefined;
}

/** Writes a value in a file's style; `indent` stands before the line it begins on, `undefined`: on one line. */
export function writeValue(value: unknown, style: JsonStyle, indent: string | undefined): string {
  if (indent === undefined && !style.isSpaced) return JSON.stringify(value);
  const text = JSON.stringify(value, null, style.indent ?? DEFAULT_INDENT);
  if (indent === undefined) return text.replaceAll(/,\n */g, ", ").replaceAll(/\n */g, "");
  return text.replaceAll("\n", style.lineEnd + indent);
}
