/** Where top-level keys stand, in what need not be YAML: for places, and for fields saved one by one. */

export interface KeyBlock {
  readonly key: string;
  /** Its line, from 0. */
  readonly index: number;
  /** What follows the colon on the key's line. */
  readonly value: string;
  readonly lines: string[];
}

export function topLevelKeys(yaml: string): KeyBlock[] {
  const blocks: KeyBlock[] = [];
  for (const [index, raw] of yaml.split("\n").entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const colon = keyEnd(line);
    if (colon > 0) {
      const key = unquote(line.slice(0, colon).trim());
      blocks.push({ key, index, value: line.slice(colon + 1).trim(), lines: [line] });
    } else {
      blocks.at(-1)?.lines.push(line);
    }
  }
  return blocks;
}

/** The line of a key, from 0; `undefined` where it is not written. */
export function keyLine(yaml: string, key: string | undefined): number | undefined {
  return topLevelKeys(yaml).find((block) => block.key === key)?.index;
}

/**
 * The text of a plain scalar as its author wrote it, such as `1.0`, which YAML reads as the number 1; `undefined` when
 * nothing follows on the key's line.
 */
export function writtenValue(yaml: string, key: string): string | undefined {
  const { value = "" } = topLevelKeys(yaml).find((block) => block.key === key) ?? {};
  return value.split(/\s#/, 1)[0]!.trim() || undefined;
}

/** Index of the colon that ends a top-level key, or -1: indented lines, list items and comments have none. */
function keyEnd(line: string): number {
  const first = line.charCodeAt(0);
  if (!(first > 0x20) || line.startsWith("- ") || first === 0x23) return -1;
  for (let colon = line.indexOf(":"); colon > 0; colon = line.indexOf(":", colon + 1)) {
    const next = line.charCodeAt(colon + 1);
    if (Number.isNaN(next) || next === 0x20 || next === 0x09) return colon;
  }
  return -1;
}

export function unquote(text: string): string {
  const quote = text.charAt(0);
  const quoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return quoted ? text.slice(1, -1) : text;
}
