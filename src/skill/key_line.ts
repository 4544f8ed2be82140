/** Where a top-level key stands in YAML text: the library's values do not know their places. */

/** One key's line. */
export interface KeyLine {
  /** From 0. */
  readonly index: number;
  /** From 1. */
  readonly column: number;
  /** What follows the colon on the same line, without comment, blanks and quotes. */
  readonly value: string;
}

/**
 * @param key A key without quotes.
 * @returns Its first line at the top level, or `undefined`.
 */
export function keyLine(yaml: string, key: string): KeyLine | undefined {
  const lines = yaml.split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    for (const spelled of [key, `"${key}"`, `'${key}'`]) {
      if (!line.startsWith(spelled)) continue;
      const after = line.slice(spelled.length).trimStart();
      if (after.startsWith(":")) return { index, column: 1, value: plainValue(after.slice(1)) };
    }
  }
  return undefined;
}

/**
 * The text of a plain scalar as its author wrote it, such as `1.0`, which YAML reads as the number 1.
 *
 * @returns The text, or `undefined` when nothing follows on the key's line.
 */
export function writtenValue(yaml: string, key: string): string | undefined {
  return keyLine(yaml, key)?.value || undefined;
}

function plainValue(text: string): string {
  const trimmed = text.trim();
  const comment = trimmed.search(/\s#/);
  return (comment < 0 ? trimmed : trimmed.slice(0, comment)).trim();
}
