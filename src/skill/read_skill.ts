/** Reads the frontmatter of one SKILL.md, and no more of the file than that needs. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { FRONTMATTER_MAX, parseFrontmatter } from "./parse_frontmatter.ts";
import type { ParseYaml } from "./yaml.ts";

/** Of a longer file only the head is read: no frontmatter that we accept ends after it. */
const WHOLE_FILE_MAX = 4 * FRONTMATTER_MAX;

/** The fields of one SKILL.md; `undefined` when the file cannot be read. */
export interface SkillFields {
  readonly fields: Fields | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a SKILL.md's frontmatter.
 *
 * @param host The machine.
 * @param path The file.
 * @param stat What it looks like.
 * @param parseYaml The YAML parser.
 * @returns The fields, empty without frontmatter; what is wrong is beside them.
 */
export function readSkillFields(
  host: Pick<Host, "readText" | "readBytes">,
  path: string,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): SkillFields {
  const text = readText(host, path, stat);
  if (text === undefined) return unreadable(path, "the file is gone");
  if (typeof text !== "string") return unreadable(path, text.code);
  const frontmatter = splitFrontmatter(text);
  if (frontmatter === "none") return { fields: {}, diagnostics: [] };
  if (frontmatter !== "unclosed") return parseFrontmatter(frontmatter, path, parseYaml);
  const message = text.length > FRONTMATTER_MAX
    ? `Cannot read frontmatter: no closing "---" line in its first ${FRONTMATTER_MAX / 1024} KB`
    : 'Cannot read frontmatter: the closing "---" line is missing, add it';
  const flaw = diagnose("frontmatter-unreadable", { path, line: 1 }, message);
  return { fields: {}, diagnostics: [flaw] };
}

/**
 * Reads a SKILL.yaml.
 *
 * @param host The machine.
 * @param path The file.
 * @param stat What it looks like.
 * @param parseYaml The YAML parser.
 * @returns The fields; what is wrong is beside them.
 */
export function readManifestFields(
  host: Pick<Host, "readText" | "readBytes">,
  path: string,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): SkillFields {
  const text = readText(host, path, stat);
  if (text === undefined) return unreadable(path, "the file is gone");
  if (typeof text !== "string") return unreadable(path, text.code);
  const yaml = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return parseFrontmatter({ yaml, yamlLine: 1, body: "", bodyOffset: 0 }, path, parseYaml);
}

function unreadable(path: string, state: string): SkillFields {
  return {
    fields: undefined,
    diagnostics: [diagnose("skill-unreadable", path, `Cannot read skill: ${state}`)],
  };
}

/** The text, or the error of the file call. */
function readText(
  host: Pick<Host, "readText" | "readBytes">,
  path: string,
  stat: FileStat | undefined,
): string | undefined | HostError {
  try {
    return readHead(host, path, stat);
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}

function readHead(
  host: Pick<Host, "readText" | "readBytes">,
  path: string,
  stat: FileStat | undefined,
): string | undefined {
  if (stat === undefined || stat.size <= WHOLE_FILE_MAX) return host.readText(path);
  const bytes = host.readBytes(path, 0, WHOLE_FILE_MAX);
  return bytes === undefined
    ? undefined
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
