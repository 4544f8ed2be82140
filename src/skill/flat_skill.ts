/** Which Markdown files beside skill folders are skills themselves (design document 002, section 5). */
import type { Fields } from "../base/json_type.ts";

/** One of these makes a file one; a README has none of them. */
const TELLING_KEYS = ["name", "description", "trigger", "triggers"];

/**
 * @param fields The frontmatter's fields; `undefined` when there is none to read.
 * @returns Whether the file means to be a skill.
 */
export function isSkillText(fields: Fields | undefined): boolean {
  return fields !== undefined && TELLING_KEYS.some((key) => Object.hasOwn(fields, key));
}

/**
 * @param fileName Such as `commit.md`.
 * @returns The name the skill has when it says none.
 */
export function flatName(fileName: string): string {
  return fileName.endsWith(".md") ? fileName.slice(0, -3) : fileName;
}
