/** Links of a Markdown text that name a file beside it. */

import { inside, literalRanges } from "../base/markdown_ranges.ts";

/** One link. */
export interface LocalLink {
  /** The file, without anchor. */
  readonly target: string;
  /** Where the link stands: UTF-16 units of the text. */
  readonly offset: number;
}

const MAX_TARGET = 300;
/** The length is bounded because an expression would look for the end of each opening anew. */
const LINK_REGEXP = /\]\(([^)\r\n]{0,600})\)/g;

/**
 * Finds `[text](target)` outside of code. Only what can be nothing but a file counts: a relative path
 * with an ending, without blanks, place holders and variables.
 *
 * @returns The links in order.
 */
export function localLinks(text: string): LocalLink[] {
  const links: LocalLink[] = [];
  const isLiteral = inside(literalRanges(text));
  for (const { 1: written, index } of text.matchAll(LINK_REGEXP)) {
    const target = isLiteral(index) ? undefined : fileOf(written!);
    if (target !== undefined) links.push({ target, offset: index + 2 });
  }
  return links;
}

function fileOf(written: string): string | undefined {
  const [target = ""] = written.split("#", 1);
  if (target === "" || target.length > MAX_TARGET || /[\s<>{}$*?|"'\\:…]|\.\.\./.test(target)) {
    return undefined;
  }
  const name = target.slice(target.lastIndexOf("/") + 1);
  const isFile = /^[^.].*\.[A-Za-z0-9]{1,8}$/.test(name);
  const isRelative = !target.startsWith("/") && !target.startsWith("@") && !target.startsWith("~");
  return isFile && isRelative ? target : undefined;
}
