/** A skill as the linter looks at it: with its file, as it is and as it was read. */
import type { Fields } from "../base/json_type.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import { attempt, type Host } from "../host/host.ts";
import { readSkillHead } from "../skill/read_skill.ts";
import type { ParseYaml } from "../skill/yaml.ts";

/** The skill. */
export interface LintedSkill extends WholeSkill {
  readonly dir: string;
  readonly fields: Fields;
  /** The whole file. */
  readonly text: string;
  /** The instructions, trimmed. */
  readonly body: string;
}

/** Reads the file. */
export function withText(host: Host, skill: WholeSkill, parseYaml: ParseYaml): LintedSkill {
  const { path, form } = skill;
  const text = attempt(() => host.readText(path)) ?? "";
  const { fields = {} } = readSkillHead(host, path, form, undefined, parseYaml);
  return { ...skill, dir: directoryOf(skill), fields, text, body: readBody(host, skill) };
}
