/** Text of strangers for one line of ours: no line ends, no control characters, not too long. */

/** The text with an end: a full stop where it has none of its own. */
export function sentence(text: string): string {
  return text === "" || /[.!?…。]$/.test(text) ? text : `${text}.`;
}

/**
 * @param max UTF-16 units the result may have.
 * @returns One line; cut at a blank where one is near, with `…` behind it.
 */
export function oneLine(text: string, max: number): string {
  const line = text.slice(0, 4 * max).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  if (line.length <= max) return line;
  const head = line.slice(0, max - 1);
  const blank = head.lastIndexOf(" ");
  const kept = blank > max / 2 ? head.slice(0, blank) : head.replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}…`;
}
