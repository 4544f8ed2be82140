/**
 * Puts files in the place of references, and files in the place of the references in those. An
 * included text is a value: nothing but its own references is looked at.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { HostError } from "../host/host.ts";
import { parentPath } from "../base/path.ts";
import { findTokens, type Token } from "./tokens.ts";
import {
  locateReference,
  type ReferenceHost,
  relativePath,
  type Roots,
} from "./locate_reference.ts";
import type { IncludedFile, LeftToken } from "./resolution.ts";

/** How deep references may be nested. */
export const MAX_DEPTH = 5;
/** Bytes of one file. */
const MAX_BYTES = 2 * 1024 * 1024;
/** UTF-16 units of all files together: ten references to ten references to ten… must end somewhere. */
const MAX_UNITS = 4 * 1024 * 1024;
const MAX_FILES = 1_000;

/** Follows the references of one text and remembers what happened. */
export class Includer {
  readonly left: LeftToken[] = [];
  readonly included: IncludedFile[] = [];
  readonly warnings: Diagnostic[] = [];
  readonly failures: Diagnostic[] = [];
  readonly #host: ReferenceHost;
  readonly #roots: Roots;
  /** How many files at the beginning of a trail are the text itself: none when it came from elsewhere. */
  readonly #own: number;
  #units = 0;

  constructor(host: ReferenceHost, roots: Roots, isFile: boolean) {
    this.#host = host;
    this.#roots = roots;
    this.#own = isFile ? 1 : 0;
  }

  /**
   * Resolves one reference.
   *
   * @param token A `file` or `glob` token.
   * @param bases Real paths of directories it may be relative to, the first that has it counts.
   * @param trail Real paths of the files we are in, outermost first.
   * @returns What stands in its place; `undefined` when it stays as written.
   */
  resolve(
    token: Token,
    bases: readonly string[],
    trail: readonly string[],
    place: string,
  ): string | undefined {
    const found = bases.map((base) => locateReference(this.#host, base, token.name, this.#roots));
    const files = found.find((one) => one.kind === "files")?.files;
    if (files === undefined) {
      const isRefused = found.every(({ kind }) => kind === "refused");
      const what = token.kind === "glob" ? "no file matches" : "there is no such file";
      return isRefused
        ? this.#leave(token, "refused", place, `it leaves the allowed directories`)
        : this.#leave(token, "unreadable", place, what);
    }
    // A pattern that matches the file it stands in means the others.
    const others = token.kind === "glob" ? files.filter((file) => file !== trail.at(-1)) : files;
    const texts = others.map((file) => this.#read(token, file, trail, place));
    const present = texts.filter((text) => text !== undefined);
    return present.length === 0 ? undefined : present.join("\n\n");
  }

  #read(
    token: Token,
    file: string,
    trail: readonly string[],
    place: string,
  ): string | undefined {
    if (trail.includes(file)) {
      this.failures.push(diagnose("include-circle", place, circle(token, file, trail)));
      return undefined;
    }
    if (trail.length - this.#own >= MAX_DEPTH) {
      const why = `references may be nested ${MAX_DEPTH} deep`;
      return this.#leave(token, "too deep", place, why);
    }
    const text = this.#readFile(token, file, place);
    if (text === undefined) return undefined;
    this.included.push({ path: file, by: token.raw, text });
    return this.#nested(text, file, [...trail, file]);
  }

  #nested(text: string, file: string, trail: readonly string[]): string {
    if (!text.includes("@")) return text;
    const base = parentPath(file);
    let result = "";
    let at = 0;
    for (const token of findTokens(text, ["file", "glob"])) {
      const value = base === undefined ? undefined : this.resolve(token, [base], trail, file);
      result += text.slice(at, token.start) + (value ?? token.raw);
      at = token.end;
    }
    return result + text.slice(at);
  }

  #readFile(token: Token, file: string, place: string): string | undefined {
    try {
      const size = this.#host.stat(file)?.size ?? 0;
      if (size > MAX_BYTES || this.#units > MAX_UNITS || this.included.length >= MAX_FILES) {
        return this.#leave(token, "unreadable", place, `too much text: "${file}" is left out`);
      }
      const text = this.#host.readText(file);
      if (text === undefined) {
        return this.#leave(token, "unreadable", place, "there is no such file");
      }
      this.#units += text.length;
      return withoutEnds(text);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return this.#leave(token, "unreadable", place, error.code);
    }
  }

  #leave(token: Token, why: LeftToken["why"], path: string, reason: string): undefined {
    const { kind, raw, name } = token;
    this.left.push({ kind, raw, name, why });
    const verb = why === "refused" ? "Refused" : "Cannot include";
    const message = `${verb} "${raw}": ${reason}; it stays as written`;
    const code = why === "refused" ? "token-refused" : "token-unresolved";
    this.warnings.push(diagnose(code, path, message));
    return undefined;
  }
}

/** `Cannot include "@a.md": it includes itself: a.md → b.md → a.md`. */
function circle(token: Token, file: string, trail: readonly string[]): string {
  const path = [...trail.slice(trail.indexOf(file)), file];
  const root = parentPath(file) ?? "/";
  const shown = path.map((step) => relativePath(root, step)).join(" → ");
  return `Cannot include "${token.raw}": it includes itself: ${shown}`;
}

/** A value on a line of its own must not bring a second line end; a BOM is no text. */
function withoutEnds(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = text.endsWith("\r\n") ? -2 : text.endsWith("\n") ? -1 : text.length;
  return text.slice(start, end);
}
