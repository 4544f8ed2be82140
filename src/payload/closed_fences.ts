/** Code fences and code spans: where a text talks about a format instead of using it. */
import { literalRanges, type Range } from "../preprocessor/literal_ranges.ts";

/**
 * Fences that are closed, and code spans. A fence that never ends is none: by rule it would reach to
 * the end of the text, and hide there whatever somebody put behind it.
 *
 * @param text Any text.
 * @returns The ranges in order.
 */
export function codeRanges(text: string): Range[] {
  if (!text.includes("`") && !text.includes("~~~")) return [];
  return literalRanges(text).filter(({ start, end }) =>
    !text.startsWith("<!--", start) && (end < text.length || isClosed(text, start, end))
  );
}

/** Whether a range that reaches to the text's end is a code span, or ends with a fence's own closing line. */
function isClosed(text: string, start: number, end: number): boolean {
  const trimmed = text.slice(start, end).trimEnd();
  if (!trimmed.includes("\n")) return trimmed.length > 1 && trimmed.endsWith("`");
  const last = trimmed.slice(trimmed.lastIndexOf("\n") + 1).replaceAll(">", "").trim();
  return last.length >= 3 && (isOnly(last, "`") || isOnly(last, "~")) || isSpan(trimmed);
}

function isOnly(text: string, character: string): boolean {
  return [...text].every((one) => one === character);
}

/** A code span over several lines: no fence begins with text right behind its marks. */
function isSpan(text: string): boolean {
  const marks = /^`+/.exec(text)?.[0] ?? "";
  return marks !== "" && marks.length < 3 && text.endsWith(marks);
}
