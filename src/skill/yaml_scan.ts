/**
 * How a YAML text is built, without reading its values: enough to know how deep it nests, where a tab
 * stands as indentation, which tags are used, and which quote or bracket is never closed. One pass, no backtracking. Where a
 * text is not quite YAML this may be wrong about it, and the library has the last word.
 */
import { oneLine } from "../base/fitted_text.ts";
import { YamlError } from "./yaml_error.ts";

const KNOWN_TAG_REGEXP =
  /^!(?:!(?:str|int|float|bool|null|map|seq|set|omap|pairs|timestamp|merge))?$/;

/** Of lists, mappings and brackets in each other. */
export const DEPTH_MAX = 64;

/** A quote or a bracket without its other half. */
export interface YamlOpening {
  readonly character: string;
  /** Offset in the text. */
  readonly at: number;
}

interface Scan {
  readonly text: string;
  /** Where the line being read begins. */
  lineStart: number;
  /** Columns, from 0, of the block lists and mappings that are open, outermost first. */
  readonly columns: number[];
  /** Lines indented more than this go on with the block scalar or plain text above; absent: there is none. */
  textColumn: number | undefined;
}

/**
 * @param text A text without a BOM.
 * @returns What is never closed.
 * @throws {YamlError} Where a tab indents a line, a tag is not known, or too much is nested.
 */
export function scanYaml(text: string): YamlOpening | undefined {
  const scan: Scan = { text, lineStart: 0, columns: [], textColumn: undefined };
  while (scan.lineStart < text.length) {
    const stop = scanLine(scan);
    if (typeof stop !== "number") return stop;
    const end = lineEnd(text, stop);
    scan.lineStart = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return undefined;
}

/** @returns Where reading stopped: in this line or, behind brackets or quotes over several, in a later one. */
function scanLine(scan: Scan): number | YamlOpening {
  const { text, columns, lineStart } = scan;
  let at = lineStart;
  while (text[at] === " ") at++;
  const indent = at - lineStart;
  const content = skipBlanks(text, at);
  if (isLineEnd(text, content)) return content;
  if (scan.textColumn !== undefined && indent > scan.textColumn) return content;
  scan.textColumn = undefined;
  if (text[content] === "#") return content;
  if (content > at) {
    throw new YamlError("a tab indents this line, YAML takes only blanks for that", text, at);
  }
  while (columns.length > 0 && columns.at(-1)! >= indent) columns.pop();
  if (text.startsWith("---", lineStart) && isGap(text, at + 3)) at = skipBlanks(text, at + 3);
  while (isIndicator(text, at)) {
    enter(scan, at);
    at = skipBlanks(text, at + 1);
  }
  return scanNodes(scan, at);
}

/** A key perhaps, and a value perhaps, with their anchors and tags. */
function scanNodes(scan: Scan, start: number): number | YamlOpening {
  const { text, columns } = scan;
  let hasKey = false;
  for (let at = start; !isLineEnd(text, at) && !isComment(text, at);) {
    const character = text[at]!;
    if (character === "|" || character === ">") {
      scan.textColumn = columns.at(-1) ?? -1;
      return at;
    }
    if (character === "&" || character === "!" || character === "*") {
      let wordEnd = at;
      while (!isGap(text, wordEnd)) wordEnd++;
      if (character === "!") checkTag(text, at, wordEnd);
      at = skipBlanks(text, wordEnd);
      continue;
    }
    const end = nodeEnd(scan, at, hasKey);
    if (typeof end !== "number") return end;
    const after = skipBlanks(text, end);
    if (hasKey || text[after] !== ":" || !isGap(text, after + 1)) {
      const isPlain = !`"'[{`.includes(character);
      if (isPlain && isLineEnd(text, after)) scan.textColumn = columns.at(-1) ?? -1;
      return after;
    }
    enter(scan, start);
    hasKey = true;
    at = skipBlanks(text, after + 1);
    if (isLineEnd(text, at)) return at;
  }
  return start;
}

/** Libraries disagree about a tag that is not known, or that stands on a line before its value. */
function checkTag(text: string, at: number, end: number): void {
  const tag = text.slice(at, end);
  const after = skipBlanks(text, end);
  const isAlone = isLineEnd(text, after) || isComment(text, after);
  if (!isAlone && KNOWN_TAG_REGEXP.test(tag)) return;
  const flaw = isAlone ? "has no value on its line" : "is not known";
  throw new YamlError(`the tag ${JSON.stringify(oneLine(tag, 40))} ${flaw}`, text, at);
}

function nodeEnd(scan: Scan, at: number, hasKey: boolean): number | YamlOpening {
  const { text } = scan;
  const character = text[at]!;
  if (character === '"' || character === "'") return quoteEnd(text, at);
  if (character === "[" || character === "{") return flowEnd(scan, at);
  let end = at;
  while (!isLineEnd(text, end) && !isComment(text, end)) {
    if (!hasKey && text[end] === ":" && isGap(text, end + 1)) break;
    end++;
  }
  return end;
}

function quoteEnd(text: string, start: number): number | YamlOpening {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return { character: quote, at: start };
}

/** Over brackets in brackets, and the quotes in them. */
function flowEnd(scan: Scan, start: number): number | YamlOpening {
  const { text, columns } = scan;
  const brackets: number[] = [];
  for (let at = start; at < text.length;) {
    const character = text[at]!;
    if (character === "[" || character === "{") {
      brackets.push(at);
      checkDepth(columns.length + brackets.length, text, at++);
    } else if (character === "]" || character === "}") {
      brackets.pop();
      at++;
      if (brackets.length === 0) return at;
    } else if (character === '"' || character === "'") {
      const end = quoteEnd(text, at);
      if (typeof end !== "number") return end;
      at = end;
    } else if (isComment(text, at)) {
      at = lineEnd(text, at);
    } else if (isGap(text, at) || character === "," || character === ":" || character === "?") {
      at++;
    } else {
      at = plainFlowEnd(text, at + 1);
    }
  }
  const at = brackets.at(-1) ?? start;
  return { character: text[at]!, at };
}

function plainFlowEnd(text: string, start: number): number {
  let at = start;
  while (!isLineEnd(text, at) && !isFlowIndicator(text, at) && !isComment(text, at)) {
    if (text[at] === ":" && (isGap(text, at + 1) || isFlowIndicator(text, at + 1))) break;
    at++;
  }
  return at;
}

/** A list, a mapping or a key begins here. */
function enter({ columns, lineStart, text }: Scan, at: number): void {
  columns.push(at - lineStart);
  checkDepth(columns.length, text, at);
}

function checkDepth(depth: number, text: string, at: number): void {
  if (depth <= DEPTH_MAX) return;
  throw new YamlError(`it nests more than ${DEPTH_MAX} lists and mappings in each other`, text, at);
}

/** `- `, `? ` or `: ` at the beginning of a line. */
function isIndicator(text: string, at: number): boolean {
  return "-?:".includes(text[at] ?? " ") && isGap(text, at + 1);
}

function isFlowIndicator(text: string, at: number): boolean {
  return ",[]{}".includes(text[at] ?? " ");
}

function isComment(text: string, at: number): boolean {
  return text[at] === "#" && (at === 0 || isGap(text, at - 1));
}

function isGap(text: string, at: number): boolean {
  return isBlank(text.charCodeAt(at)) || isLineEnd(text, at);
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function lineEnd(text: string, start: number): number {
  let at = start;
  while (!isLineEnd(text, at)) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The text's end is one too. */
function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || code === 0x0d || Number.isNaN(code);
}
