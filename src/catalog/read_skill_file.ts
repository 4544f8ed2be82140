/** One skill file, read leniently and whole. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { type Host, HostError } from "../host/host.ts";
import { isSkillText } from "../skill/flat_skill.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { type SkillForm, withDefaults } from "../skill/instruction_skill.ts";
import { keyLine, writtenValue } from "../skill/key_line.ts";
import { readManifest, type SkillManifest } from "../skill/manifest.ts";
import { parseFrontmatter } from "../skill/parse_frontmatter.ts";
import type { ParseYaml } from "../skill/yaml.ts";

/** What a file says. */
export interface SkillContent {
  readonly manifest: SkillManifest;
  readonly fields: Fields;
  /** The whole file. */
  readonly text: string;
  /** The instructions, trimmed. */
  readonly body: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes; more than any context can hold. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a skill file as agents do: whatever is wrong with it, the skill is there.
 *
 * @param host The machine.
 * @param path The file.
 * @param form Which kind.
 * @param parseYaml The YAML parser.
 * @returns What it says; `undefined` for a Markdown file that is no skill.
 */
export function readSkillFile(
  host: Pick<Host, "readText" | "stat">,
  path: string,
  form: SkillForm,
  parseYaml: ParseYaml,
): SkillContent | undefined {
  const text = readText(host, path);
  if (typeof text !== "string") {
    const message = `Cannot read skill: ${text.reason}`;
    return form === "flat" ? undefined : empty("", [diagnose("skill-unreadable", path, message)]);
  }
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const head = form === "manifest"
    ? { yaml: plain, yamlLine: 1, body: "", bodyOffset: plain.length }
    : splitFrontmatter(text);
  if (typeof head === "string") {
    if (form === "flat") return undefined;
    const message = head === "none"
      ? 'There is no frontmatter: the first line must be "---"'
      : 'Cannot read frontmatter: the closing "---" line is missing, add it';
    return empty(
      text,
      [diagnose("frontmatter-unreadable", { path, line: 1 }, message)],
      head === "none" ? plain.trim() : "",
    );
  }
  const { fields, diagnostics } = parseFrontmatter(head, path, parseYaml);
  if (form === "flat" && !isSkillText(fields)) return undefined;
  const flaws: Diagnostic[] = [];
  const manifest = readManifest(fields, (key) => writtenValue(head.yaml, key), flaws);
  return {
    manifest: withDefaults(manifest, form),
    fields,
    text,
    body: head.body.trim(),
    diagnostics: [
      ...diagnostics,
      ...flaws.map((flaw) => {
        const at = keyLine(head.yaml, flaw.key ?? "");
        return { ...flaw, path, ...(at === undefined ? {} : { line: head.yamlLine + at.index }) };
      }),
    ],
  };
}

function empty(text: string, diagnostics: readonly Diagnostic[], body = ""): SkillContent {
  const manifest = { name: "", version: "", description: "", types: ["prompt"], triggers: {} };
  return { manifest, fields: {}, text, body, diagnostics };
}

function readText(
  host: Pick<Host, "readText" | "stat">,
  path: string,
): string | { reason: string } {
  try {
    const size = host.stat(path)?.size ?? 0;
    if (size > MAX_BYTES) return { reason: `it is over ${MAX_BYTES / 1024 / 1024} MB` };
    return host.readText(path) ?? { reason: "the file is gone" };
  } catch (error) {
    if (error instanceof HostError) return { reason: error.code };
    throw error;
  }
}
