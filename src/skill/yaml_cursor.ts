/** A place in YAML text, and the small steps of reading its structure. */
import { oneLine } from "../base/fitted_text.ts";
import { YamlError } from "./yaml.ts";

const CONTENT_REGEXP = /[^ \t\r\n]/g;
const MARKER_REGEXP = /(?<![^\n])(?:---|\.\.\.)(?![^ \t\r\n])/y;
const KNOWN_TAG_REGEXP =
  /^!(?:!(?:str|int|float|bool|null|map|seq|set|omap|pairs|timestamp|merge))?$/;

/** Reads on from `at`, in UTF-16 units. */
export class YamlCursor {
  at = 0;
  /** The first quote or bracket that is never closed. */
  opening: { readonly character: string; readonly at: number } | undefined;
  readonly text: string;

  constructor(readonly source: string) {
    // A carriage return alone ends a line, too, and a BOM is on none.
    this.text = source.replaceAll(/^\ufeff|\r(?!\n)/g, "\n");
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get here(): string {
    return this.text.charAt(this.at);
  }

  /** From 0. */
  get column(): number {
    return this.at === 0 ? 0 : this.at - 1 - this.text.lastIndexOf("\n", this.at - 1);
  }

  /** How many spaces this line begins with, as far as the place. */
  get indent(): number {
    return this.text.slice(this.at - this.column, this.at).search(/[^ ]|$/);
  }

  /** `---` or `...` at the beginning of a line. */
  get isMarker(): boolean {
    MARKER_REGEXP.lastIndex = this.at;
    return MARKER_REGEXP.test(this.text);
  }

  /** A sign of YAML's own, with a blank behind it: `-`, `?`, `:`. */
  isSign(character: string): boolean {
    return this.here === character && " \t\r\n".includes(this.text.charAt(this.at + 1));
  }

  hasFeedSince(from: number): boolean {
    return this.text.slice(from, this.at).includes("\n");
  }

  /** Goes to where a global expression matches next, or the text ends. */
  to(expression: RegExp): void {
    expression.lastIndex = this.at;
    this.at = expression.exec(this.text)?.index ?? this.text.length;
  }

  /** Over blanks, line ends and comments, which begin behind a blank only. */
  skipGap(): void {
    this.to(CONTENT_REGEXP);
    while (this.here === "#" && " \t\n".includes(this.text.charAt(this.at - 1))) {
      this.to(/\n/g);
      this.to(CONTENT_REGEXP);
    }
  }

  /** The same where indentation counts. */
  skipIndent(): void {
    const from = this.at;
    this.skipGap();
    if (this.isAtEnd || from > 0 && !this.hasFeedSince(from - 1)) return;
    const { indent, column } = this;
    if (indent === column) return;
    const reason = "a tab indents this line, YAML takes only blanks for that";
    throw new YamlError(reason, this.source, this.at - column + indent);
  }

  /** Over anchors, tags and aliases: they say nothing about places. */
  skipProperties(): void {
    for (; /[&!*]/.test(this.here); this.skipIndent()) {
      const start = this.at;
      this.to(/[ \t\r\n]/g);
      const tag = this.text.slice(start, this.at);
      if (!tag.startsWith("!")) continue;
      // Libraries disagree about a tag that is not known, or that stands on a line before its value.
      const isAlone = /^[ \t]*(?:[\r\n]|$|(?<=[ \t])#)/.test(this.text.slice(this.at));
      if (!isAlone && KNOWN_TAG_REGEXP.test(tag)) continue;
      const flaw = isAlone ? "has no value on its line" : "is not known";
      const reason = `the tag ${JSON.stringify(oneLine(tag, 40))} ${flaw}`;
      throw new YamlError(reason, this.source, start);
    }
  }

  /** Over a text in quotation marks, if one begins here. */
  skipQuoted(): boolean {
    const { at: start, here: quote } = this;
    if (quote !== '"' && quote !== "'") return false;
    const escape = quote === '"' ? "\\" : "''";
    for (this.at++; !this.isAtEnd; this.at++) {
      if (this.text.startsWith(escape, this.at)) this.at++;
      else if (this.here === quote) {
        this.at++;
        return true;
      }
    }
    this.isUnclosed(start);
    return true;
  }

  /** To be called where the text ends before what began at `at`. */
  isUnclosed(at: number): void {
    this.opening ??= { character: this.text.charAt(at), at };
  }
}
