/** The strict reading of a skill, for `skillhook skill inspect`: every rule with its place. Discovery is lenient. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type SkillForm, splitSkill } from "./frontmatter.ts";
import { readManifest, type SkillManifest } from "./manifest.ts";
import { FRONTMATTER_MAX, keyLine, recoverFields, writtenValue } from "./parse_frontmatter.ts";
import { type ParseYaml, yamlFlaw } from "./yaml.ts";

export interface ParsedSkill {
  readonly form: SkillForm;
  readonly manifest: SkillManifest;
  readonly body: string;
  readonly errors: readonly Diagnostic[];
}

/** UTF-16 units. */
const NAME_MAX = 64;

/** What discovery would read, and every error. Without a form, a flat file is told by its own key, `trigger`. */
export function parseSkill(
  text: string,
  path: string,
  form: SkillForm | undefined,
  parseYaml: ParseYaml,
): ParsedSkill {
  const split = splitSkill(text, form === "manifest");
  const { known, flaw } = readStrictly(split, path, parseYaml);
  const fields = known ?? {};
  const head = typeof split === "string" ? { yaml: "", yamlLine: 1, body: "" } : split;
  const found = form ?? (Object.hasOwn(fields, "trigger") ? "flat" : "instruction");
  const flaws: Diagnostic[] = [];
  const read = readManifest(fields, (key) => writtenValue(head.yaml, key), flaws);
  const manifest = known === undefined ? read : withDefaults(read, found);
  const skill = { form: found, manifest, body: (split === "none" ? text : head.body).trim() };
  if (flaw !== undefined) return { ...skill, errors: [flaw] };
  const errors = [...flaws, ...manifestFlaws(manifest, found, flaws)]
    .map((flaw) => ({ ...flaw, path, line: keyLine(head, flaw.key) ?? 1, column: 1 }));
  return { ...skill, errors: errors.sort((a, b) => a.line - b.line) };
}

function readStrictly(
  head: ReturnType<typeof splitSkill>,
  path: string,
  parseYaml: ParseYaml,
): { readonly known?: Fields; readonly flaw?: Diagnostic } {
  const failed = (why: string, line = 1, column = 1, verb = "read") => {
    const message = `Cannot ${verb} frontmatter: ${why}`;
    return { flaw: diagnose("frontmatter-unreadable", { path, line, column }, message) };
  };
  if (head === "none") return failed('missing frontmatter delimiter: the first line must be "---"');
  if (head === "unclosed") {
    return failed('unclosed frontmatter: missing closing frontmatter delimiter "---"');
  }
  const { yaml, yamlLine } = head;
  if (yaml.length > FRONTMATTER_MAX) {
    return failed(`it is longer than ${FRONTMATTER_MAX / 1024} KB`, yamlLine);
  }
  try {
    const value = parseYaml(yaml, yamlLine > 1) ?? {};
    if (isFields(value)) return { known: value };
    const why = `it must be a mapping of "key: value" lines: got a ${jsonType(value)}`;
    return failed(why, yamlLine);
  } catch (error) {
    const { reason, line, column } = yamlFlaw(error, yamlLine);
    const known = recoverFields(yaml, parseYaml).fields;
    return { known, ...failed(reason, line, column, "parse") };
  }
}

function manifestFlaws(manifest: SkillManifest, form: SkillForm, before: readonly Diagnostic[]) {
  const { name, types } = manifest;
  const required = form === "flat" ? [] : ["name", "version", "description"] as const;
  const flaws = required
    .filter((key) => manifest[key] === "" && !before.some((flaw) => flaw.key === key))
    .map((key) => diagnose("field-missing", { key }, `${key} is required`));
  if (name.length > NAME_MAX) {
    const message = `name must be at most ${NAME_MAX} characters: it has ${name.length}`;
    flaws.push(diagnose("skill-name", { key: "name" }, message));
  } else if (name !== "" && !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    const message = "name must be lower-case words of letters and digits joined by single " +
      `hyphens, the first character a letter: got ${JSON.stringify(name)}`;
    flaws.push(diagnose("skill-name", { key: "name" }, message));
  }
  // A skill that is only text can only be a prompt.
  for (const type of form === "manifest" ? [] : types.filter((type) => type !== "prompt")) {
    const shown = JSON.stringify(type);
    const message = `type ${shown} is not allowed: instruction skills are prompt-only`;
    flaws.push(diagnose("types", { key: "types" }, message));
  }
  return flaws;
}

/** With the types it has when it names none. */
export function withDefaults(manifest: SkillManifest, form: SkillForm): SkillManifest {
  if (manifest.types.length > 0 || form === "manifest") return manifest;
  return { ...manifest, types: ["prompt"] };
}
