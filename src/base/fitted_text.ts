/** Texts made to fit where they are shown: cut between two characters, on one line, in columns, in bytes, or for a shell; numbers and times. */

/** Its beginning of at most `limit` UTF-16 units, never half a surrogate pair at the end. */
export function cutWhole(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit);
}

/** Whether a UTF-16 unit, or NaN, is the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** An odd number of backslashes before a character escapes it. */
export function isEscaped(text: string, position: number): boolean {
  let slashes = 0;
  while (text[position - slashes - 1] === "\\") slashes++;
  return slashes % 2 === 1;
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** UTF-16 units of the longest beginning that has so many bytes of UTF-8 at most. */
export function unitsWithin(text: string, bytes: number): number {
  return new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes))).read;
}

export function sentence(text: string): string {
  return text === "" || /[.!?…。]$/.test(text) ? text : `${text}.`;
}

/** One line of at most `max` UTF-16 units; cut at a blank where one is near, with `…` behind it. */
export function oneLine(text: string, max = 120): string {
  const line = text.slice(0, 4 * max).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  if (line.length <= max) return line;
  const head = cutWhole(line, max - 1);
  const blank = head.lastIndexOf(" ");
  return `${blank > max / 2 ? head.slice(0, blank) : head}…`;
}

/** `a, b, c and 4 more`. */
export function firstOf(names: readonly string[], max: number): string {
  const more = names.length - max;
  return names.slice(0, max).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Rows as lines, every column as wide as its widest cell; nothing hangs over at the end of a line. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => widths[column] = Math.max(widths[column] ?? 0, cell.length));
  }
  return rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()
  ).join("\n");
}

/** `1 plan`, `2 plans`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A time in milliseconds since 1970 as `2026-01-31 12:34`, in UTC. */
export function minuteText(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/** Rounded, with a comma between thousands. */
export function numberText(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** One word for a shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
