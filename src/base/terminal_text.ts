/** What may be written to a terminal: no stranger's text moves a cursor, changes a colour or turns the order. */

/** Control characters but line feed and tab; line separators; marks and overrides of direction; smuggled text. */
const UNSAFE_REGEXP =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** The same with each unsafe character as `\u001b`, which JSON reads as that character. */
export function terminalText(text: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replaceAll("\r\n", "\n")
    .replaceAll(UNSAFE_REGEXP, (character) => character.split("").map(escape).join(""));
}
