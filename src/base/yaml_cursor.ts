/** A place in YAML text, and the small steps that reading its structure is made of. */

const BOM = 0xfeff;

/** Reads on from `at`, in UTF-16 units. */
export class YamlCursor {
  at = 0;
  /** How many collections are open. */
  depth = 0;

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === BOM) this.at = 1;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The character here; empty at the end. */
  get here(): string {
    return this.text.charAt(this.at);
  }

  /** From 0. */
  get column(): number {
    const start = this.at === 0 ? 0 : this.text.lastIndexOf("\n", this.at - 1) + 1;
    return this.at - start - (start === 0 && this.text.charCodeAt(0) === BOM ? 1 : 0);
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

  /** Blanks are line feeds, too, and both ends of the text. */
  isBlank(at: number): boolean {
    const character = this.text.charAt(at);
    return character === "" || character === " " || character === "\n" || character === "\t" ||
      character === "\r";
  }

  /** A comment begins behind a blank only. */
  get isComment(): boolean {
    return this.here === "#" && this.isBlank(this.at - 1);
  }

  hasFeedSince(from: number): boolean {
    const feed = this.text.indexOf("\n", from);
    return feed >= 0 && feed < this.at;
  }

  toLineEnd(): void {
    const feed = this.text.indexOf("\n", this.at);
    this.at = feed < 0 ? this.text.length : feed + 1;
  }

  /** Over blanks, line feeds and comments. */
  skipGap(): void {
    while (!this.isAtEnd) {
      if (this.isComment) this.toLineEnd();
      else if (this.isBlank(this.at)) this.at++;
      else return;
    }
  }

  /** Over anchors and tags: they say nothing about places. */
  skipProperties(): void {
    while (this.here === "&" || this.here === "!") {
      while (!this.isBlank(this.at)) this.at++;
      this.skipGap();
    }
  }

  /** Over a text in quotation marks, if one begins here. */
  skipQuoted(): boolean {
    const quote = this.here;
    if (quote !== '"' && quote !== "'") return false;
    for (this.at++; !this.isAtEnd; this.at++) {
      if (quote === '"' && this.here === "\\") this.at++;
      else if (this.here === quote) {
        this.at++;
        // Two of them are one that is meant.
        if (quote === '"' || this.here !== quote) break;
      }
    }
    return true;
  }
}

/** A key as the library names it; one with rare escapes stays as written, and then has no place. */
export function keyName(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  if (!written.startsWith('"')) return written;
  try {
    return String(JSON.parse(written));
  } catch (error) {
    if (error instanceof SyntaxError) return written;
    throw error;
  }
}
