/** A value as YAML in a random style, with the line of every key and item: what a place is compared with. */
import type { Random } from "./random.ts";

/** Keys and list positions, from the root. */
export type YamlPath = readonly (string | number)[];

/** A text, and where things stand in it. */
export interface WrittenYaml {
  readonly text: string;
  /** Path → line, from 1; in the order of the text. */
  readonly lines: readonly (readonly [YamlPath, number])[];
}

/** Writes a mapping in block style; what is in it may be in flow style. Comments and empty lines come in between. */
export function blockYaml(value: Readonly<Record<string, unknown>>, random: Random): WrittenYaml {
  const out: string[] = [];
  const lines: [YamlPath, number][] = [];
  block(value, [], 0);
  return { text: out.join("\n") + "\n", lines };

  function noise(indent: number): void {
    if (random.below(6) > 0) return;
    out.push(random.pick(["", "   ", `${" ".repeat(indent)}# a: comment, - and [more`]));
  }

  function mark(path: YamlPath, line = out.length + 1): void {
    lines.push([path, line]);
  }

  /** Entries on lines of their own. */
  function block(value: object, path: YamlPath, indent: number): void {
    const pad = " ".repeat(indent);
    for (const [key, inner] of Object.entries(value)) {
      const isList = Array.isArray(value);
      const next = [...path, isList ? Number(key) : key];
      noise(indent);
      mark(next);
      const head = isList ? `${pad}-` : `${pad}${writtenKey(key)}:`;
      if (!isCollection(inner)) scalar(head, inner, indent);
      else if (isEmpty(inner) || random.below(3) === 0) flow(`${head} `, inner, next, indent);
      else {
        out.push(head + random.pick(["", "  ", " # why"]));
        // A list may stand under its key without being indented.
        const isFlat = Array.isArray(inner) && !isList && random.below(2) === 0;
        block(inner, next, indent + (isFlat ? 0 : 1 + random.below(4)));
      }
    }
  }

  function scalar(head: string, value: unknown, indent: number): void {
    if (typeof value === "string" && value.endsWith("\n")) {
      const pad = " ".repeat(indent + 2);
      out.push(`${head} |`, ...value.trimEnd().split("\n").map((line) => pad + line));
    } else out.push(`${head} ${quoted(value)}${random.pick(["", "", " # b: c"])}`);
  }

  /** On one line, or on several. */
  function flow(head: string, value: object, path: YamlPath, indent: number): void {
    let line = head;
    add(value, path);
    out.push(line);

    function add(value: unknown, path: YamlPath): void {
      if (!isCollection(value)) {
        line += quoted(value);
        return;
      }
      const isList = Array.isArray(value);
      line += isList ? "[" : "{";
      for (const [index, [key, inner]] of Object.entries(value).entries()) {
        if (index > 0) line += ",";
        if (random.below(3) === 0) {
          out.push(line + random.pick(["", " ", " # x, [y"]));
          line = " ".repeat(indent + 1 + random.below(4));
        } else line += " ";
        const next = [...path, isList ? Number(key) : key];
        mark(next);
        if (!isList) line += `${quoted(key)}: `;
        add(inner, next);
      }
      line += isList ? "]" : "}";
    }
  }

  function writtenKey(key: string): string {
    return /^[A-Za-z./][\w./ -]*$/.test(key) && random.below(2) === 0 ? key : quoted(key);
  }

  function quoted(value: unknown): string {
    if (typeof value !== "string") return JSON.stringify(value);
    if (/^[a-z]+$/.test(value) && random.below(2) === 0) return value;
    const isPlain = /^[ -~]*$/.test(value);
    return isPlain && random.below(2) === 0
      ? `'${value.replaceAll("'", "''")}'`
      : JSON.stringify(value);
  }
}

function isCollection(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
