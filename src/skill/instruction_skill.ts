/** The strict reading of a skill, for `skillhook skill inspect`: every rule with its place. Discovery is lenient. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { keyLine, writtenValue } from "./top_level_keys.ts";
import { readManifest, type SkillManifest } from "./manifest.ts";
import { FRONTMATTER_MAX } from "./parse_frontmatter.ts";
import { recoverFields } from "./recover_fields.ts";
import { type ParseYaml, yamlFlaw } from "./yaml.ts";

/** Which file it is: `SKILL.md`, a flat `<name>.md`, `SKILL.yaml`. */
export type SkillForm = "instruction" | "flat" | "manifest";

export interface ParsedSkill {
  readonly form: SkillForm;
  readonly manifest: SkillManifest;
  /** The text behind the frontmatter, trimmed: the prompt. */
  readonly body: string;
  readonly fields: Fields;
  readonly errors: readonly Diagnostic[];
}

/** Nothing but what the forms have in common. */
const EMPTY: SkillManifest = { name: "", version: "", description: "", types: [], triggers: {} };
const REQUIRED = ["name", "version", "description"] as const;

/**
 * A flat file may leave everything out; where the place does not say the form, a flat file is told by its own key,
 * `trigger`. The result is what discovery would read, and every error.
 */
export function parseSkill(
  text: string,
  path: string,
  form: SkillForm | undefined,
  parseYaml: ParseYaml,
): ParsedSkill {
  const head = form === "manifest" ? { yaml: text, yamlLine: 1, body: "" } : splitFrontmatter(text);
  const body = head === "none" ? text.trim() : head === "unclosed" ? "" : head.body.trim();
  const failed = (message: string, line: number, column = 1): ParsedSkill => ({
    form: form ?? "instruction",
    manifest: EMPTY,
    body,
    fields: {},
    errors: [diagnose("frontmatter-unreadable", { path, line, column }, message)],
  });
  if (typeof head === "string") {
    const what = head === "none"
      ? 'missing frontmatter delimiter: the first line must be "---"'
      : 'unclosed frontmatter: missing closing frontmatter delimiter "---"';
    return failed(`Cannot read frontmatter: ${what}`, 1);
  }
  const { yaml, yamlLine } = head;
  if (yaml.length > FRONTMATTER_MAX) {
    const message = `Cannot read frontmatter: it is longer than ${FRONTMATTER_MAX / 1024} KB`;
    return failed(message, yamlLine);
  }
  const read = (fields: Fields, flaws: Diagnostic[]) => {
    const found = form ?? (Object.hasOwn(fields, "trigger") ? "flat" : "instruction");
    const manifest = readManifest(fields, (key) => writtenValue(yaml, key), flaws);
    return { form: found, fields, manifest: withDefaults(manifest, found), body };
  };
  let value: unknown;
  try {
    value = parseYaml(yaml, yamlLine > 1) ?? {};
  } catch (error) {
    const { line, column, reason } = yamlFlaw(error, yamlLine);
    const { errors } = failed(`Cannot parse frontmatter: ${reason}`, line, column);
    return { ...read(Object.fromEntries(recoverFields(yaml, parseYaml).fields), []), errors };
  }
  if (!isFields(value)) {
    const message = 'Cannot read frontmatter: it must be a mapping of "key: value" lines: ' +
      `got a ${jsonType(value)}`;
    return failed(message, yamlLine);
  }
  const flaws: Diagnostic[] = [];
  const skill = read(value, flaws);
  flaws.push(...manifestFlaws(skill.manifest, skill.form, flaws));
  const errors = flaws.map((flaw) => {
    const at = keyLine(yaml, flaw.key ?? "");
    return { ...flaw, path, line: at === undefined ? 1 : yamlLine + at, column: 1 };
  });
  return { ...skill, errors: errors.toSorted((a, b) => a.line - b.line) };
}

function manifestFlaws(
  manifest: SkillManifest,
  form: SkillForm,
  before: readonly Diagnostic[],
): Diagnostic[] {
  const missing = form === "flat"
    ? []
    : REQUIRED.filter((key) => manifest[key] === "" && !before.some((flaw) => flaw.key === key));
  const name = manifest.name === "" ? undefined : nameProblem(manifest.name);
  // A skill that is only text can only be a prompt.
  const odd = form === "manifest" ? [] : manifest.types.filter((type) => type !== "prompt");
  return [
    ...missing.map((key) => diagnose("field-missing", { key }, `${key} is required`)),
    ...name === undefined ? [] : [diagnose("skill-name", { key: "name" }, `name ${name}`)],
    ...odd.map((type) => {
      const shown = JSON.stringify(type);
      const message = `type ${shown} is not allowed: instruction skills are prompt-only`;
      return diagnose("types", { key: "types" }, message);
    }),
  ];
}

/** With the types it has when it names none. */
export function withDefaults(manifest: SkillManifest, form: SkillForm): SkillManifest {
  if (manifest.types.length > 0 || form === "manifest") return manifest;
  return { ...manifest, types: ["prompt"] };
}

/** UTF-16 units. */
const NAME_MAX = 64;
/** What the Agent Skills specification takes, too. */
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
