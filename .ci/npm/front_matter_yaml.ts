/**
 * `@std/front-matter/yaml` where only an npm registry can be reached: the same two parts of a text,
 * found by hand, since the package that npm has trims and parses in another way.
 *
 * @module
 */

import { parse } from "./yaml_parse.ts";

/** A text in its two parts; `attrs` is what `frontMatter` says. */
export interface Extract<T> {
  frontMatter: string;
  body: string;
  attrs: T;
}

/** The first line, and the blanks after it. */
const HEADER_REGEXP = /^\ufeff?(?:---(?:yaml)?|= yaml =)\s*\n\s*/i;
/** At the start of a line: what ends the block, if only blanks follow on that line. */
const FOOTER_REGEXP = /(?:---|= yaml =)(?=\s*?(?:\n|$))/iy;

/**
 * Splits a text into its YAML front matter and its body.
 *
 * @param text A text that begins with a block between two `---` lines
 * @returns The parts without the blanks around them; the body's first line keeps its indentation
 * @throws {TypeError} If there is no front matter
 * @throws {YamlSyntaxError} If the front matter is not YAML
 */
export function extract<T>(text: string): Extract<T> {
  const start = HEADER_REGEXP.exec(text)?.[0].length ?? Infinity;
  for (let line = start; line < text.length; line = text.indexOf("\n", line) + 1) {
    if (line === 0) break;
    if (line === start) continue;
    const end = footerEnd(text, line);
    if (end === undefined) continue;
    const frontMatter = text.slice(start, line).trimEnd();
    return { frontMatter, body: bodyFrom(text, end), attrs: parse(frontMatter) as T };
  }
  // Nothing stands between the two lines, and the second one may be indented.
  const end = start < text.length ? footerEnd(text, start) : undefined;
  if (end === undefined) throw new TypeError("Unexpected end of input");
  return { frontMatter: "", body: bodyFrom(text, end), attrs: {} as T };
}

function footerEnd(text: string, at: number): number | undefined {
  FOOTER_REGEXP.lastIndex = at;
  return FOOTER_REGEXP.test(text) ? FOOTER_REGEXP.lastIndex : undefined;
}

function bodyFrom(text: string, footer: number): string {
  const rest = text.slice(footer);
  const blanks = rest.length - rest.trimStart().length;
  return blanks === rest.length ? "" : rest.slice(rest.lastIndexOf("\n", blanks) + 1);
}
