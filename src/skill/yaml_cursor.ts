/**
 * A place in YAML text, and the small steps of reading its structure. What is refused (`yaml_bounds.ts`) is met here.
 */
import { oneLine } from "../base/fitted_text.ts";
import { parseJson } from "../base/json_type.ts";
import { YamlError } from "./yaml.ts";

const BOM = 0xfeff;
const KNOWN_TAG_REGEXP =
  /^!(?:!(?:str|int|float|bool|null|map|seq|set|omap|pairs|timestamp|merge))?$/;
/** Of lists, mappings and brackets in each other. */
export const DEPTH_MAX = 64;

/** A quote or a bracket without its other half. */
export interface YamlOpening {
  readonly character: string;
  readonly at: number;
}

/** Reads on from `at`, in UTF-16 units. */
export class YamlCursor {
  at: number;
  /** What is never closed, if anything is: the first that was met. */
  opening: YamlOpening | undefined;
  readonly text: string;
  readonly #start: number;
  #depth = 0;

  constructor(text: string) {
    // A carriage return alone ends a line, too.
    this.text = text.replaceAll(/\r(?!\n)/g, "\n");
    this.at = this.#start = text.charCodeAt(0) === BOM ? 1 : 0;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get here(): string {
    return this.text.charAt(this.at);
  }

  get #lineStart(): number {
    const start = this.at === 0 ? 0 : this.text.lastIndexOf("\n", this.at - 1) + 1;
    return Math.max(start, this.#start);
  }

  /** From 0. */
  get column(): number {
    return this.at - this.#lineStart;
  }

  /** How many spaces this line begins with. */
  get indent(): number {
    const start = this.#lineStart;
    let at = start;
    while (this.text[at] === " ") at++;
    return at - start;
  }

  /** A sign of YAML's own, with a blank behind it: `-`, `?`, `:`. */
  isSign(character: string): boolean {
    return this.here === character && this.isBlank(this.at + 1);
  }

  /** `---` or `...` at the beginning of a line. */
  get isMarker(): boolean {
    const three = this.text.slice(this.at, this.at + 3);
    return (three === "---" || three === "...") && this.column === 0 && this.isBlank(this.at + 3);
  }

  /** Line feeds are blanks, too, and so are both ends of the text. */
  isBlank(at: number): boolean {
    return " \n\t\r".includes(this.text.charAt(at));
  }

  /** A comment begins behind a blank only. */
  get isComment(): boolean {
    return this.here === "#" && this.isBlank(this.at - 1);
  }

  hasFeedSince(from: number): boolean {
    return this.text.slice(from, this.at).includes("\n");
  }

  toLineEnd(): void {
    const feed = this.text.indexOf("\n", this.at);
    this.at = feed < 0 ? this.text.length : feed + 1;
  }

  skipGap(): void {
    while (!this.isAtEnd) {
      if (this.isComment) this.toLineEnd();
      else if (this.isBlank(this.at)) this.at++;
      else return;
    }
  }

  /** The same where indentation counts. */
  skipIndent(): void {
    const from = this.at;
    this.skipGap();
    const isAtLine = from === this.#start || this.hasFeedSince(from - 1);
    if (this.isAtEnd || !isAtLine) return;
    const { indent, column } = this;
    if (indent >= column) return;
    const at = this.at - column + indent;
    throw this.#error("a tab indents this line, YAML takes only blanks for that", at);
  }

  /** Over anchors, tags and aliases: they say nothing about places. */
  skipProperties(): void {
    while (this.here !== "" && "&!*".includes(this.here)) {
      const start = this.at;
      while (!this.isBlank(this.at)) this.at++;
      if (this.text[start] === "!") this.#checkTag(start);
      this.skipIndent();
    }
  }

  /** The same in brackets. */
  skipFlowProperties(): void {
    while (this.here === "&" || this.here === "!") {
      while (!this.isBlank(this.at) && !",[]{}".includes(this.here)) this.at++;
      this.skipGap();
    }
  }

  /** Libraries disagree about a tag that is not known, or that stands on a line before its value. */
  #checkTag(start: number): void {
    const tag = this.text.slice(start, this.at);
    const isAlone = /^[ \t]*(?:[\r\n]|$|(?<=[ \t])#)/.test(this.text.slice(this.at));
    if (!isAlone && KNOWN_TAG_REGEXP.test(tag)) return;
    const flaw = isAlone ? "has no value on its line" : "is not known";
    throw this.#error(`the tag ${JSON.stringify(oneLine(tag, 40))} ${flaw}`, start);
  }

  /** Over a text in quotation marks, if one begins here. */
  skipQuoted(): boolean {
    const start = this.at;
    const quote = this.here;
    if (quote !== '"' && quote !== "'") return false;
    for (this.at++; !this.isAtEnd; this.at++) {
      if (quote === '"' && this.here === "\\") this.at++;
      else if (this.here === quote) {
        this.at++;
        // Two of them are one that is meant.
        if (quote === '"' || this.here !== quote) return true;
      }
    }
    this.isUnclosed(start);
    return true;
  }

  /** To be called where the text ends before what began at `at`. */
  isUnclosed(at: number): void {
    this.opening ??= { character: this.text.charAt(at), at };
  }

  /** Reads a list, a mapping or a bracket that begins here. */
  nested<Node>(read: () => Node): Node {
    if (++this.#depth > DEPTH_MAX) {
      const reason = `it nests more than ${DEPTH_MAX} lists and mappings in each other`;
      throw this.#error(reason, this.at);
    }
    const node = read();
    this.#depth--;
    return node;
  }

  #error(reason: string, at: number): YamlError {
    return new YamlError(reason, this.text, at);
  }
}

/** A key as the library names it; one with rare escapes stays as written, and then has no place. */
export function keyName(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  if (!written.startsWith('"')) return written;
  return String(parseJson(written) ?? written);
}
