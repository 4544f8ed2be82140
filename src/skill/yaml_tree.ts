/**
 * Where keys and items stand in a YAML text, and what is never closed; values are not read. It bounds what an author
 * wrote before the library sees it, so it goes on behind what is not quite YAML. Linear in the text.
 */
import type { JsonMember, JsonNode } from "../base/json_tree.ts";
import { parseJson } from "../base/json_type.ts";
import { YamlError } from "./yaml.ts";
import { YamlCursor } from "./yaml_cursor.ts";

/** Of lists, mappings and brackets in each other. */
export const DEPTH_MAX = 64;
const TEXT_END_REGEXP = /\n|(?<=[ \t\n])#/g;
const KEY_END_REGEXP = /\n|(?<=[ \t\n])#|:(?![^ \t\r\n])/g;
const FLOW_END_REGEXP = /[,[\]{}]|(?<=[ \t\r\n])#|:(?![^ \t\r\n,[\]{}])/g;
const FLOW_PROPERTY_END_REGEXP = /[ \t\r\n,[\]{}]/g;

/** A mapping is an `object`, its keys as text. Throws YamlError for a tab that indents, an unknown tag, deep nesting. */
export function readYamlTree(text: string) {
  const reader = new Reader(text);
  return { root: reader.document(), opening: reader.opening };
}

type Collection = JsonNode & { readonly members: JsonMember[]; readonly items: JsonNode[] };

class Reader extends YamlCursor {
  #depth = 0;

  document(): JsonNode {
    this.skipIndent();
    if (this.isMarker) this.at += 3;
    const root = this.#block(-1, false);
    for (this.#skipMisfits(-1); !this.isAtEnd; this.#skipMisfits(-1)) this.at += 3;
    return root;
  }

  /** To the next line that is indented no more; what is before it fits nothing above, or is the rest of a line. */
  #skipMisfits(column: number): void {
    this.skipIndent();
    while (!this.isAtEnd && !this.isMarker && this.column > column) {
      const { at } = this;
      if (this.indent === this.column) this.#block(column, false);
      if (this.at === at) this.to(/\n/g);
      this.skipIndent();
    }
  }

  /**
   * @param indent Column of the collection around it, from 0; -1 at the top.
   * @param isBehindKey Then no mapping begins on this line, and a list may be indented no more than the key.
   */
  #block(indent: number, isBehindKey: boolean): JsonNode {
    const before = this.at;
    this.skipIndent();
    const { at: first, column: firstColumn } = this;
    this.skipProperties();
    const hasOwnLine = this.hasFeedSince(first);
    const column = hasOwnLine ? this.column : firstColumn;
    const isBelow = this.hasFeedSince(before);
    const mayBegin = isBelow || !isBehindKey;
    const isList = mayBegin && this.isSign("-");
    const least = isList && isBehindKey ? indent : indent + 1;
    if (this.isAtEnd || this.isMarker || isBelow && column < least) {
      // An anchor right before the next key is that key's.
      if (!hasOwnLine) this.at = first;
      return { kind: "scalar", start: before, end: before, members: [], items: [] };
    }
    if (isList) return this.#list(column);
    if (mayBegin && !/[|>]/.test(this.here) && this.#isKey()) return this.#map(column);
    return this.#isBracket() ? this.#flow() : this.#scalar(indent);
  }

  #list(column: number): JsonNode {
    return this.#collection("array", ({ items }) => {
      while (this.isSign("-") && this.column === column) {
        const dash = this.at++;
        const item = this.#block(column, false);
        const isBelow = this.text.slice(dash, item.start).includes("\n");
        items.push(isBelow ? { ...item, start: dash } : item);
        this.#skipMisfits(column);
      }
    });
  }

  /** @param column Where its keys stand, or the anchor before the first one. */
  #map(column: number): JsonNode {
    return this.#collection("object", ({ members }) => {
      for (let isNext = true; isNext; isNext = !this.isAtEnd && this.column === column) {
        const line = this.at;
        this.skipProperties();
        const start = this.at;
        const isLong = this.isSign("?");
        const key = isLong ? this.#longKey(column) : this.#key();
        if (key === undefined) {
          this.at = line;
          return;
        }
        // Behind a key that is not there, a mapping may begin.
        const value = this.#block(column, !isLong && key !== "");
        members.push({ key, start, end: value.end, value });
        this.#skipMisfits(column);
      }
    });
  }

  /** `? key`, and its value on a line that begins with a colon. */
  #longKey(column: number): string {
    this.at++;
    const { start, end } = this.#block(column, false);
    this.skipIndent();
    if (this.isSign(":") && this.column === column) this.at++;
    return this.#name(start, end);
  }

  #isKey(): boolean {
    const { at } = this;
    const isKey = this.isSign("?") || this.#key() !== undefined;
    this.at = at;
    return isKey;
  }

  /** Over the key on this line and its colon; `undefined` when no colon makes it one. */
  #key(): string | undefined {
    const start = this.at;
    if (this.#isBracket()) this.#flow();
    else if (!this.skipQuoted()) this.to(KEY_END_REGEXP);
    const name = this.#name(start, this.at);
    this.to(/[^ \t]/g);
    if (!this.isSign(":") || this.hasFeedSince(start)) return undefined;
    this.at++;
    return name;
  }

  /** Quoted, plain, or behind `|` or `>`; it goes on over lines that are indented more. */
  #scalar(indent: number): JsonNode {
    const { at: start, here } = this;
    if (this.skipQuoted()) return this.#leaf(start);
    const isLiteral = here === "|" || here === ">";
    let end: number;
    do {
      this.to(isLiteral ? /\n/g : TEXT_END_REGEXP);
      end = this.at;
      if (this.here === "#" && !this.hasFeedSince(start)) break;
      this.to(/\n/g);
      this.to(/[^ \t\r\n]/g);
    } while (!this.isAtEnd && this.indent > indent && !this.isMarker);
    this.at = end;
    return this.#leaf(start);
  }

  #isBracket(): boolean {
    return this.here === "[" || this.here === "{";
  }

  #flow(): JsonNode {
    return this.#collection(this.here === "{" ? "object" : "array", (node) => {
      this.at++;
      for (this.skipGap(); !this.isAtEnd; this.skipGap()) {
        if (this.here === "}" || this.here === "]") {
          this.at++;
          return;
        }
        if (this.here === "," || this.isSign("?")) this.at++;
        else this.#entry(node);
      }
      this.isUnclosed(node.start);
    });
  }

  /** A key with its value, an item, or a pair that is an item: `[a: b]`. */
  #entry({ kind, members, items }: Collection): void {
    const first = this.#node();
    this.skipGap();
    const isPair = this.here === ":";
    if (isPair) this.at++;
    const { start, end: keyEnd } = first;
    const value = isPair ? this.#node() : this.#leaf(this.at);
    const { end } = value;
    const member = { key: this.#name(start, keyEnd), start, end, value };
    if (kind === "object") members.push(member);
    else if (!isPair) items.push(first);
    else items.push({ kind: "object", start, end, members: [member], items: [] });
  }

  #node(): JsonNode {
    for (this.skipGap(); this.here === "&" || this.here === "!"; this.skipGap()) {
      this.to(FLOW_PROPERTY_END_REGEXP);
    }
    if (this.#isBracket()) return this.#flow();
    const start = this.at;
    if (!this.skipQuoted()) this.to(FLOW_END_REGEXP);
    return this.#leaf(start);
  }

  /** A list, a mapping or a bracket that begins here; `read` adds what is in it. */
  #collection(kind: JsonNode["kind"], read: (node: Collection) => void): JsonNode {
    if (++this.#depth > DEPTH_MAX) {
      const reason = `it nests more than ${DEPTH_MAX} lists and mappings in each other`;
      throw new YamlError(reason, this.source, this.at);
    }
    const node: Collection = { kind, start: this.at, end: 0, members: [], items: [] };
    read(node);
    this.#depth--;
    return { ...node, end: this.at };
  }

  #leaf(start: number): JsonNode {
    const end = start + this.text.slice(start, this.at).trimEnd().length;
    return { kind: "scalar", start, end, members: [], items: [] };
  }

  /** A key as the library names it; one with rare escapes stays as written. */
  #name(start: number, end: number): string {
    const written = this.text.slice(start, end).trim();
    if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
    return written.startsWith('"') ? String(parseJson(written) ?? written) : written;
  }
}
