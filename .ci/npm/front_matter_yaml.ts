/**
 * `@std/front-matter/yaml` where only an npm registry can be reached: npm's `front-matter` finds the
 * block, `yaml_parse.ts` reads it.
 *
 * @module
 */

import frontMatterModule from "front-matter";
import { parse } from "./yaml_parse.ts";
import { toYamlSyntaxError } from "./yaml_types.ts";

// The package's types say that the function is on `default`; it is the module itself.
const frontMatter = frontMatterModule as unknown as typeof frontMatterModule.default;

/** A text in its two parts; `attrs` is what `frontMatter` says. */
export interface Extract<T> {
  frontMatter: string;
  body: string;
  attrs: T;
}

/**
 * Splits a text into its YAML front matter and its body.
 *
 * @param text A text that begins with a block between two `---` lines
 * @returns The parts; blank lines at the start of the body are dropped
 * @throws {TypeError} If there is no front matter
 * @throws {YamlSyntaxError} If the front matter is not YAML
 */
export function extract<T>(text: string): Extract<T> {
  const parts = split(text);
  if (parts.frontmatter === undefined || !/^\ufeff?---\r?\n/.test(text)) {
    throw new TypeError("Unexpected end of input");
  }
  const attrs = (parts.frontmatter === "" ? {} : parse(parts.frontmatter)) as T;
  return { frontMatter: parts.frontmatter, body: dropBlankLines(parts.body), attrs };
}

function split(text: string) {
  try {
    return frontMatter(text);
  } catch (error) {
    throw toYamlSyntaxError(error);
  }
}

function dropBlankLines(body: string): string {
  const indent = body.length - body.trimStart().length;
  return indent === body.length ? "" : body.slice(body.lastIndexOf("\n", indent - 1) + 1);
}
