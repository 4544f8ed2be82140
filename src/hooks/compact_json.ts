/**
 * JSON text without the blanks between its parts, as the agent writes it: hook scripts look for
 * `"tool_name":"Bash"` with `grep`, and an event written by hand or by Python has a blank there. Numbers stay
 * as they are written, also those that JavaScript cannot hold.
 */

/** The same value on one line, without blanks outside of strings. */
export function compactJson(text: string): string {
  let result = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const start = quote < 0 ? text.length : quote;
    result += withoutBlanks(text.slice(at, start));
    at = quote < 0 ? start : endOfString(text, quote);
    result += text.slice(start, at);
  }
  return result;
}

/** What stands between two strings is mostly a colon or a comma. */
function withoutBlanks(part: string): string {
  return part.length === 1 ? part : part.replaceAll(/[ \t\r\n]+/g, "");
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let back = 0;
    while (text[end - back - 1] === "\\") back++;
    if (back % 2 === 0) return end + 1;
    at = end + 1;
  }
}
