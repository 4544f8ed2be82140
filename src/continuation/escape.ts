/**
 * The transport's escape: arguments that hold an entry separator, a closing bracket, a line break or
 * a suffix of their own must come out of a print-and-peel round trip unchanged.
 *
 * In an entry: `\` → `\\`, `]` → `\]`, `[CONTINUATION:` → `\[CONTINUATION:`, a comma at the end or
 * before (blanks and) a slash or comma → `\,`, line feed → `\n`, carriage return → `\r`. When
 * reading, a backslash before any other character stays as it is, so that what people and models
 * write by hand (`C:\dir`) is read as meant.
 */

const UNESCAPED: Readonly<Record<string, string>> = {
  "\\": "\\",
  "]": "]",
  ",": ",",
  n: "\n",
  r: "\r",
};

/** The same on one line, without anything the transport would read as its own. */
export function escapeArgs(args: string): string {
  return args.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r").replaceAll("[CONTINUATION:", "\\[CONTINUATION:")
    .replaceAll(/,(?=[ \t]*(?:\/|,|$))/g, "\\,");
}

export function unescapeArgs(text: string): string {
  return text.replaceAll(
    /\\(?:([\\\],nr])|(?=\[CONTINUATION:))/g,
    (_, character?: string) => character === undefined ? "" : UNESCAPED[character]!,
  );
}

/** What begins our own texts: a suffix, or a whole context. */
const OPENING = /(\[CONTINUATION(?::|-PASSING\]))/;

/**
 * Own arguments stand before the suffix as they are; only a look-alike of our own texts in them gets a
 * backslash (and backslashes before it are doubled), so that user text never becomes transport.
 *
 * @returns The same with every `[CONTINUATION:` and `[CONTINUATION-PASSING]` escaped.
 */
export function escapeOwnArgs(args: string): string {
  return replaceOpenings(args, (slashes) => slashes + slashes + "\\");
}

/**
 * @param text What stands before a suffix.
 */
export function unescapeOwnArgs(text: string): string {
  return replaceOpenings(text, (slashes) => slashes.slice(0, Math.floor(slashes.length / 2)));
}

/** Replaces the backslashes right before every opening; a run never reaches into the part before it. */
function replaceOpenings(text: string, replace: (slashes: string) => string): string {
  // Texts and openings in turn: what stands before an opening has an even index.
  const parts = text.split(OPENING);
  const replaced = parts.map((part, index) => {
    if (index % 2 === 1 || index === parts.length - 1) return part;
    let end = part.length;
    while (part[end - 1] === "\\") end--;
    return part.slice(0, end) + replace(part.slice(end));
  });
  return replaced.join("");
}
