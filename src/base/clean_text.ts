/** Output of commands → text that is safe for a model: nothing moves a cursor, hides words or closes our tag. */

/** ESC [ … final, ESC ] … BEL or ESC \, ESC P/X/^/_ … ESC \, and other two-character sequences; C1 forms too. */
const ANSI_REGEXP =
  // deno-lint-ignore no-control-regex
  /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90-\x9f]{0,4096}(?:\x07|\x1b\\|\x9c)|\x1b[ -/]{0,8}[0-~]/g;
// deno-lint-ignore no-control-regex
const CONTROL_REGEXP = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** Bidirectional marks, zero-width and other invisible characters, and the two planes that smuggle text. */
const INVISIBLE_REGEXP =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** All that draws nothing or moves what follows: the above, line separators, fillers, selectors, half characters. */
const HIDDEN_REGEXP = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** A tag of ours, opening or closing, however it is spaced. */
const TAG_REGEXP = /<(?=[\s/]{0,16}skill-output)/gi;

/**
 * The same without terminal sequences, control characters (line feeds and tabs stay), bidirectional
 * marks and invisible characters; CRLF and CR become line feeds; `<skill-output>` tags lose their `<`.
 */
export function cleanText(text: string): string {
  const plain = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(ANSI_REGEXP, "")
    .replaceAll(CONTROL_REGEXP, "").replaceAll(INVISIBLE_REGEXP, "");
  return plain.replaceAll(TAG_REGEXP, "&lt;");
}

export function visibleLine(text: string): string {
  return visibleText(text).replaceAll("\n", " ");
}

/** For commands that a user judges: what could hide something becomes `\u{…}`; `<skill-output>` loses its `<`. */
export function visibleText(text: string): string {
  const escape = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`;
  return text.replaceAll("\r\n", "\n").replaceAll(CONTROL_REGEXP, escape)
    .replaceAll("\r", escape).replaceAll(HIDDEN_REGEXP, escape).replaceAll(TAG_REGEXP, "&lt;");
}
