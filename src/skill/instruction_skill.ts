/**
 * The strict reading of a skill, for `skillhook skill inspect`: every rule, with line and column. Discovery is
 * lenient and uses `read_manifest.ts` alone.
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { keyLine, writtenValue } from "./top_level_keys.ts";
import { readManifest, type SkillManifest } from "./manifest.ts";
import { FRONTMATTER_MAX } from "./parse_frontmatter.ts";
import { recoverFields } from "./recover_fields.ts";
import type { ParseYaml } from "./yaml.ts";
import { yamlFlaw } from "./yaml_error.ts";

/** Which file it is: `SKILL.md`, a flat `<name>.md`, `SKILL.yaml`. */
export type SkillForm = "instruction" | "flat" | "manifest";

/** A skill read strictly. */
export interface ParsedSkill {
  readonly form: SkillForm;
  readonly manifest: SkillManifest;
  /** The text behind the frontmatter, trimmed: the prompt. */
  readonly body: string;
  readonly fields: Fields;
  /** Every broken rule, by line. */
  readonly errors: readonly Diagnostic[];
}

/** Nothing but what the forms have in common. */
const EMPTY: SkillManifest = { name: "", version: "", description: "", types: [], triggers: {} };
const REQUIRED = ["name", "version", "description"] as const;

/**
 * Reads a skill strictly. A flat file may leave everything out (design document 002, section 5), and
 * is told from an instruction skill by its place or by its own key, `trigger`.
 *
 * @param form What it is, where the place says so.
 * @returns What discovery would read, and every error.
 */
export function parseSkill(
  text: string,
  path: string,
  form: SkillForm | undefined,
  parseYaml: ParseYaml,
): ParsedSkill {
  const head = form === "manifest" ? { yaml: text, yamlLine: 1, body: "" } : splitFrontmatter(text);
  const failed = (message: string, line: number, column: number): ParsedSkill => ({
    form: form ?? "instruction",
    manifest: EMPTY,
    body: head === "none" ? text.trim() : head === "unclosed" ? "" : head.body.trim(),
    fields: {},
    errors: [diagnose("frontmatter-unreadable", { path, line, column }, message)],
  });
  if (head === "none") {
    const message =
      'Cannot read frontmatter: missing frontmatter delimiter: the first line must be "---"';
    return failed(message, 1, 1);
  }
  if (head === "unclosed") {
    const message = "Cannot read frontmatter: unclosed frontmatter: " +
      'missing closing frontmatter delimiter "---"';
    return failed(message, 1, 1);
  }
  const { yaml, yamlLine } = head;
  if (yaml.length > FRONTMATTER_MAX) {
    const message = `Cannot read frontmatter: it is longer than ${FRONTMATTER_MAX / 1024} KB`;
    return failed(message, yamlLine, 1);
  }
  let value: unknown;
  try {
    value = parseYaml(yaml, yamlLine > 1) ?? {};
  } catch (error) {
    const { line, column, reason } = yamlFlaw(error, yamlLine);
    const broken = failed(`Cannot parse frontmatter: ${reason}`, line, column);
    return { ...broken, ...recovered(yaml, form, parseYaml) };
  }
  if (!isFields(value)) {
    const message = 'Cannot read frontmatter: it must be a mapping of "key: value" lines: ' +
      `got a ${jsonType(value)}`;
    return failed(message, yamlLine, 1);
  }
  const flaws: Diagnostic[] = [];
  const manifest = readManifest(value, (key) => writtenValue(yaml, key), flaws);
  const found = form ?? (Object.hasOwn(value, "trigger") ? "flat" : "instruction");
  flaws.push(...manifestFlaws(manifest, found, flaws));
  const errors = flaws.map((flaw): Diagnostic => {
    const at = keyLine(yaml, flaw.key);
    return { ...flaw, path, line: at === undefined ? 1 : yamlLine + at, column: 1 };
  });
  return {
    form: found,
    manifest: withDefaults(manifest, found),
    body: head.body.trim(),
    fields: value,
    errors: errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** What discovery makes of a frontmatter that is not quite YAML, to be shown beside the error. */
function recovered(
  yaml: string,
  form: SkillForm | undefined,
  parseYaml: ParseYaml,
): Pick<ParsedSkill, "form" | "manifest" | "fields"> {
  const fields = Object.fromEntries(recoverFields(yaml, parseYaml).fields);
  const found = form ?? (Object.hasOwn(fields, "trigger") ? "flat" : "instruction");
  const manifest = readManifest(fields, (key) => writtenValue(yaml, key), []);
  return { form: found, fields, manifest: withDefaults(manifest, found) };
}

/** What breaks a rule of the form. */
function manifestFlaws(
  manifest: SkillManifest,
  form: SkillForm,
  before: readonly Diagnostic[],
): Diagnostic[] {
  const flaws: Diagnostic[] = [];
  if (form !== "flat") {
    for (const key of REQUIRED) {
      const isWrong = before.some((flaw) => flaw.key === key);
      if (manifest[key] === "" && !isWrong) {
        flaws.push(diagnose("field-missing", { key }, `${key} is required`));
      }
    }
  }
  const name = manifest.name === "" ? undefined : nameProblem(manifest.name);
  if (name !== undefined) flaws.push(diagnose("skill-name", { key: "name" }, `name ${name}`));
  flaws.push(...typeFlaws(manifest.types, form));
  return flaws;
}

/** A skill that is only text can only be a prompt. */
function typeFlaws(types: readonly string[], form: SkillForm): Diagnostic[] {
  if (form === "manifest") return [];
  return types.filter((type) => type !== "prompt").map((type) => {
    const message = `type ${
      JSON.stringify(type)
    } is not allowed: instruction skills are prompt-only`;
    return diagnose("types", { key: "types" }, message);
  });
}

/** With the types it has when it names none. */
export function withDefaults(manifest: SkillManifest, form: SkillForm): SkillManifest {
  if (manifest.types.length > 0 || form === "manifest") return manifest;
  return { ...manifest, types: ["prompt"] };
}

// The rule for names that both design document 001 and the Agent Skills specification can live with.

/** UTF-16 units. */
export const NAME_MAX = 64;
const NAME_REGEXP = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** What is wrong with it, as the end of a sentence about `name`; `undefined` when nothing is. */
function nameProblem(name: string): string | undefined {
  if (name.length > NAME_MAX) {
    return `must be at most ${NAME_MAX} characters: it has ${name.length}`;
  }
  if (NAME_REGEXP.test(name)) return undefined;
  return "must be lower-case words of letters and digits joined by single hyphens, " +
    `the first character a letter: got ${JSON.stringify(name)}`;
}
