/** Where top-level keys stand, in what need not be YAML: for places, and for fields saved one by one. */
import type { Frontmatter } from "./frontmatter.ts";

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
    // Indented lines, list items and comments have none.
    const colon = /^(?!- |[#:])[!-\uffff][^]*?:(?![^ \t])/.exec(line)?.[0].length;
    if (colon === undefined) blocks.at(-1)?.lines.push(line);
    else {
      const key = unquote(line.slice(0, colon - 1).trim());
      blocks.push({ key, index, value: line.slice(colon).trim(), lines: [line] });
    }
  }
  return blocks;
}

/** The line of the file that a key is on, from 1; `undefined` where it is not written. */
export function keyLine(
  { yaml, yamlLine }: Pick<Frontmatter, "yaml" | "yamlLine">,
  key: string | undefined,
): number | undefined {
  const block = topLevelKeys(yaml).find((block) => block.key === key);
  return block && yamlLine + block.index;
}

/** A plain scalar as its author wrote it: `1.0`, which YAML reads as 1; `undefined` when nothing is on the key's line. */
export function writtenValue(yaml: string, key: string): string | undefined {
  const block = topLevelKeys(yaml).find((block) => block.key === key);
  return block?.value.replace(/\s#[^]*/, "").trim() || undefined;
}

export function unquote(text: string): string {
  return /^(?:"[^]*"|'[^]*')$/.test(text) ? text.slice(1, -1) : text;
}
