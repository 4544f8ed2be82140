/** Frontmatter text → fields, with what is wrong beside them: what agents read all the same is saved, and named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { topLevelKeys, unquote } from "./top_level_keys.ts";
import { type ParseYaml, YamlError, yamlFlaw } from "./yaml.ts";

/** Longer frontmatter is not read: UTF-16 units. Bounds what a hostile file can make the parser do. */
export const FRONTMATTER_MAX = 64 * 1024;

export interface ParsedFrontmatter {
  /** Own properties only; ask with `Object.hasOwn`, keys are the file author's. */
  readonly fields: Fields;
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields, empty when nothing could be read; never throws for what the file holds. */
export function parseFrontmatter(
  { yaml, yamlLine }: Pick<Frontmatter, "yaml" | "yamlLine">,
  path: string,
  parseYaml: ParseYaml,
): ParsedFrontmatter {
  const unreadable = (why: string) => {
    const message = `Cannot read frontmatter: ${why}`;
    const flaw = diagnose("frontmatter-unreadable", { path, line: yamlLine }, message);
    return { fields: {}, diagnostics: [flaw] };
  };
  if (yaml.length > FRONTMATTER_MAX) {
    return unreadable(`it is longer than ${FRONTMATTER_MAX / 1024} KB`);
  }
  try {
    const value = parseYaml(yaml, yamlLine > 1) ?? {};
    if (isFields(value)) return { fields: value, diagnostics: [] };
    return unreadable(`expected "key: value" lines: got a ${jsonType(value)}`);
  } catch (error) {
    const { fields, done } = recoverFields(yaml, parseYaml);
    const { reason, ...place } = yamlFlaw(error, yamlLine);
    const message = `Invalid YAML in frontmatter: ${reason}; ${done}`;
    return { fields, diagnostics: [diagnose("frontmatter-yaml", { path, ...place }, message)] };
  }
}

/**
 * The fields of what is not valid YAML but agents accept: a colon or bracket without quotes, a key written twice, tabs. A
 * key whose lines parse by themselves counts, one with plain text on its line is text, another is lost; `done` says so.
 */
export function recoverFields(
  yaml: string,
  parseYaml: ParseYaml,
): { fields: Fields; done: string } {
  const fields = new Map<string, unknown>();
  const asText = new Set<string>();
  const lost = new Set<string>();
  const repeated = new Set<string>();
  for (const { key, value, lines } of topLevelKeys(yaml)) {
    if (fields.has(key)) repeated.add(key);
    // YAML forbids tabs as indentation; two blanks each is what their writers meant.
    const text = lines.map((line) =>
      line.replace(/^[ \t]+/, (indent) => indent.replaceAll("\t", "  "))
    ).join("\n");
    const parsed = parsedFields(`${text}\n`, parseYaml);
    if (parsed !== undefined) fields.set(key, Object.values(parsed)[0]);
    else if (/^[^|>]/.test(value)) {
      const parts = [unquote(value), ...lines.slice(1).map((line) => line.trim())];
      fields.set(key, parts.filter((part) => part !== "").join(" "));
      asText.add(key);
    } else {
      fields.delete(key);
      lost.add(key);
    }
  }
  const done = [
    ...asText.size > 0 ? [`took ${quoteAll(asText)} as plain text, quote it to be sure`] : [],
    ...repeated.size > 0 ? [`${quoteAll(repeated)} is there twice, the last one counts`] : [],
    ...lost.size > 0 ? [`left out ${quoteAll(lost)}`] : [],
  ].join("; ") || (fields.size > 0 ? "read it line by line" : "left out all of it");
  return { fields: Object.fromEntries(fields), done };
}

/** What a YAML text says; `undefined` when it is none, or no mapping. */
export function parsedFields(yaml: string, parseYaml: ParseYaml): Fields | undefined {
  try {
    const value = parseYaml(yaml);
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function quoteAll(keys: ReadonlySet<string>): string {
  const shown = [...keys].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return shown.join(", ") + (keys.size > 5 ? " and others" : "");
}
