/** What stands before the instructions and is not for the model: BOM, frontmatter, licence comment. */
import { splitFrontmatter } from "./frontmatter.ts";

/** A text without its head. */
export interface StrippedText {
  /** The frontmatter's lines; empty without one. */
  readonly yaml: string;
  /** The rest, without blank lines before it. */
  readonly body: string;
}

const LICENCE_REGEXP = /copyright|licen[cs]e|spdx/i;

/**
 * Takes the head off a skill text. A comment counts as a licence when it says so; any other comment
 * stays, because authors leave notes for the model in comments.
 */
export function stripHead(text: string): StrippedText {
  const start = withoutComment(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const frontmatter = splitFrontmatter(start);
  if (typeof frontmatter === "string") return { yaml: "", body: withoutBlankLines(start) };
  return { yaml: frontmatter.yaml, body: withoutBlankLines(withoutComment(frontmatter.body)) };
}

function withoutComment(text: string): string {
  const start = text.length - text.trimStart().length;
  if (!text.startsWith("<!--", start)) return text;
  const end = text.indexOf("-->", start + 4);
  if (end < 0 || !LICENCE_REGEXP.test(text.slice(start, end))) return text;
  return withoutBlankLines(text.slice(end + 3));
}

/** The first line that says something keeps its indentation. */
function withoutBlankLines(text: string): string {
  const first = text.length - text.trimStart().length;
  const lineStart = text.lastIndexOf("\n", first - 1) + 1;
  return first === text.length ? "" : text.slice(first === 0 ? 0 : lineStart);
}
