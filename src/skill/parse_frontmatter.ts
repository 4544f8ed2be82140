/** Frontmatter text → fields, with what is wrong beside them: what agents read all the same is saved, and named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { recoverFields } from "./recover_fields.ts";
import { type ParseYaml, yamlFlaw } from "./yaml.ts";

/** Longer frontmatter is not read: UTF-16 units. Bounds what a hostile file can make the parser do. */
export const FRONTMATTER_MAX = 64 * 1024;

export interface ParsedFrontmatter {
  /** Own properties only; ask with `Object.hasOwn`, keys are the file author's. */
  readonly fields: Fields;
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields, empty when nothing could be read; never throws for what the file holds. */
export function parseFrontmatter(
  frontmatter: Frontmatter,
  path: string,
  parseYaml: ParseYaml,
): ParsedFrontmatter {
  const { yaml, yamlLine } = frontmatter;
  const unreadable = (why: string) => {
    const message = `Cannot read frontmatter: ${why}`;
    const flaw = diagnose("frontmatter-unreadable", { path, line: yamlLine }, message);
    return { fields: {}, diagnostics: [flaw] };
  };
  if (yaml.length > FRONTMATTER_MAX) {
    return unreadable(`it is longer than ${FRONTMATTER_MAX / 1024} KB`);
  }
  let value: unknown;
  try {
    value = parseYaml(yaml, yamlLine > 1);
  } catch (error) {
    return recover(frontmatter, path, parseYaml, error);
  }
  if (isFields(value)) return { fields: value, diagnostics: [] };
  if (value === null || value === undefined) return { fields: {}, diagnostics: [] };
  return unreadable(`expected "key: value" lines: got a ${jsonType(value)}`);
}

function recover(
  frontmatter: Frontmatter,
  path: string,
  parseYaml: ParseYaml,
  error: unknown,
): ParsedFrontmatter {
  const { fields, asText, lost, repeated } = recoverFields(frontmatter.yaml, parseYaml);
  const done: string[] = [];
  if (asText.length > 0) done.push(`took ${quoteAll(asText)} as plain text, quote it to be sure`);
  if (repeated.length > 0) done.push(`${quoteAll(repeated)} is there twice, the last one counts`);
  if (lost.length > 0) done.push(`left out ${quoteAll(lost)}`);
  if (done.length === 0) done.push(fields.size > 0 ? "read it line by line" : "left out all of it");
  const { reason, ...place } = yamlFlaw(error, frontmatter.yamlLine);
  const message = `Invalid YAML in frontmatter: ${reason}; ${done.join("; ")}`;
  const diagnostic = diagnose("frontmatter-yaml", { path, ...place }, message);
  return { fields: Object.fromEntries(fields), diagnostics: [diagnostic] };
}

function quoteAll(keys: readonly string[]): string {
  const shown = [...new Set(keys)].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return shown.join(", ") + (new Set(keys).size > 5 ? " and others" : "");
}
