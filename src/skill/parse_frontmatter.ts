/**
 * Frontmatter text → fields, with what is wrong beside them. SKILL.md files in the wild are often not
 * quite YAML, and agents read them all the same: what can be saved is saved, and named.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { recoverFields } from "./recover_fields.ts";
import type { ParseYaml } from "./yaml.ts";

/** Longer frontmatter is not read: UTF-16 units. Bounds what a hostile file can make the parser do. */
export const FRONTMATTER_MAX = 64 * 1024;

/** The fields and the flaws. */
export interface ParsedFrontmatter {
  /** Own properties only; ask with `Object.hasOwn`, keys are the file author's. */
  readonly fields: Fields;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a frontmatter.
 *
 * @param frontmatter What `splitFrontmatter` found.
 * @param path The file, for diagnostics.
 * @param parseYaml The YAML parser.
 * @returns The fields, empty when nothing could be read; never throws for what the file holds.
 */
export function parseFrontmatter(
  frontmatter: Frontmatter,
  path: string,
  parseYaml: ParseYaml,
): ParsedFrontmatter {
  const { yaml, yamlLine } = frontmatter;
  if (yaml.length > FRONTMATTER_MAX) {
    const message = `Cannot read frontmatter: it is longer than ${FRONTMATTER_MAX / 1024} KB`;
    return {
      fields: {},
      diagnostics: [diagnose("frontmatter-unreadable", { path, line: yamlLine }, message)],
    };
  }
  let value: unknown;
  try {
    value = parseYaml(yaml);
  } catch (error) {
    return recover(frontmatter, path, parseYaml, error);
  }
  if (isFields(value)) return { fields: value, diagnostics: [] };
  if (value === null || value === undefined) return { fields: {}, diagnostics: [] };
  const message = `Cannot read frontmatter: expected "key: value" lines: got a ${jsonType(value)}`;
  return {
    fields: {},
    diagnostics: [diagnose("frontmatter-unreadable", { path, line: yamlLine }, message)],
  };
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

/** What a parser's error says, and where in the file. */
export interface YamlFlaw {
  readonly reason: string;
  readonly line: number;
  readonly column?: number;
}

/**
 * @param error What the YAML parser threw.
 * @param yamlLine Line of the file where the YAML text starts, from 1.
 * @returns Reason and place.
 */
export function yamlFlaw(error: unknown, yamlLine: number): YamlFlaw {
  return { reason: reasonOf(error), ...positionOf(error, yamlLine) };
}

/** Without the place and the excerpt that the library adds: the diagnostic has its own place. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n", 1);
  const [reason = ""] = line.split(" at line ", 1);
  const [plain = ""] = reason.split(" (", 1);
  return plain.replace("Cannot parse ", "cannot parse ").trim();
}

/** The library's error knows line and column within the YAML text, from 1. */
function positionOf(error: unknown, yamlLine: number): { line: number; column?: number } {
  const place = error as { line?: unknown; column?: unknown } | null;
  if (typeof place?.line !== "number") return { line: yamlLine };
  const line = yamlLine + place.line - 1;
  return typeof place.column === "number" ? { line, column: place.column } : { line };
}

function quoteAll(keys: readonly string[]): string {
  const shown = [...new Set(keys)].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return shown.join(", ") + (new Set(keys).size > 5 ? " and others" : "");
}
