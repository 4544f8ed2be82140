/** The strategy `minimal` (design document 003, section 3.1): frontmatter, then the first lines of the body. */
import { bodyOffset } from "../skill/frontmatter.ts";

/** Lines of the body that are kept. */
const MINIMAL_LINES = 50;

/** A beginning. */
export interface MinimalText {
  readonly text: string;
  /** Lines of the body that are not in it. */
  readonly leftOut: number;
}

/**
 * @param text A skill's text.
 * @returns Its beginning; the text itself when the body is no longer.
 */
export function minimalText(text: string): MinimalText {
  let end = bodyOffset(text);
  for (let line = 0; line < MINIMAL_LINES && end < text.length; line++) {
    const feed = text.indexOf("\n", end);
    end = feed < 0 ? text.length : feed + 1;
  }
  const rest = text.slice(end);
  if (rest.trim() === "") return { text, leftOut: 0 };
  const leftOut = rest.split("\n").length - (rest.endsWith("\n") ? 1 : 0);
  return { text: text.slice(0, end), leftOut };
}
