/** Reads what a skill file says about itself, and no more of the file than that needs. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Fields } from "../base/json_type.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { type Frontmatter, splitSkill } from "./frontmatter.ts";
import type { SkillForm } from "./instruction_skill.ts";
import { FRONTMATTER_MAX, parseFrontmatter } from "./parse_frontmatter.ts";
import type { ParseYaml } from "./yaml.ts";

/** Of a longer file only the head is read: no frontmatter that we accept ends after it. */
const WHOLE_FILE_MAX = 4 * FRONTMATTER_MAX;

interface SkillHead {
  /** Empty where the file says nothing; `undefined` when it cannot be read. */
  readonly fields: Fields | undefined;
  /** Where the fields stand; `undefined` when there is no frontmatter. */
  readonly head: Frontmatter | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the frontmatter of a Markdown file, or a whole SKILL.yaml; of a long file only the beginning. */
export function readSkillHead(
  host: Host,
  path: string,
  form: SkillForm,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): SkillHead {
  const text = readText(host, path, stat);
  if (typeof text !== "string") {
    const message = `Cannot read skill: ${text?.code ?? "the file is gone"}`;
    const flaw = diagnose("skill-unreadable", path, message);
    return { fields: undefined, head: undefined, diagnostics: [flaw] };
  }
  const head = splitSkill(text, form === "manifest");
  if (typeof head !== "string") return { ...parseFrontmatter(head, path, parseYaml), head };
  const message = head === "none"
    ? 'There is no frontmatter: the first line must be "---"'
    : text.length > FRONTMATTER_MAX
    ? `Cannot read frontmatter: no closing "---" line in its first ${FRONTMATTER_MAX / 1024} KB`
    : 'Cannot read frontmatter: the closing "---" line is missing, add it';
  const code = head === "none" ? "frontmatter-missing" : "frontmatter-unreadable";
  return { fields: {}, head: undefined, diagnostics: [diagnose(code, { path, line: 1 }, message)] };
}

function readText(
  host: Host,
  path: string,
  stat: FileStat | undefined,
): string | undefined | HostError {
  try {
    if (stat === undefined || stat.size <= WHOLE_FILE_MAX) return host.readText(path);
    const bytes = host.readBytes(path, 0, WHOLE_FILE_MAX);
    return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}
