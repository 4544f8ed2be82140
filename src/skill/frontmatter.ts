/** Where a frontmatter lies, by hand: the library's expression is not linear, and messages need places in the file. */

/** Which file it is: `SKILL.md`, a flat `<name>.md`, `SKILL.yaml`. */
export type SkillForm = "instruction" | "flat" | "manifest";

export interface Frontmatter {
  /** The lines between the two `---` lines, with their own line ends. */
  readonly yaml: string;
  /** 1-based line of the file where `yaml` starts. */
  readonly yamlLine: number;
  readonly body: string;
  /** Where `body` starts, in UTF-16 units of the text as given (a BOM counts). */
  readonly bodyOffset: number;
}

/** From a first line `---` to the next one. Blanks behind the hyphens, a BOM and CRLF are fine; an indented one closes nothing. */
export function splitFrontmatter(text: string): Frontmatter | "none" | "unclosed" {
  const opening = /^\ufeff?---[ \t\r]*(?=\n|$)/.exec(text)?.[0];
  if (opening === undefined) return "none";
  const rest = text.slice(opening.length);
  const closing = /\n---[ \t\r]*(?:\n|$)/.exec(rest);
  if (closing === null) return "unclosed";
  const { 0: fence, index } = closing;
  const bodyOffset = opening.length + index + fence.length;
  return { yaml: rest.slice(1, index + 1), yamlLine: 2, body: text.slice(bodyOffset), bodyOffset };
}

/** The same for a skill's file: a SKILL.yaml is all frontmatter. */
export function splitSkill(text: string, isManifest: boolean): Frontmatter | "none" | "unclosed" {
  if (!isManifest) return splitFrontmatter(text);
  return { yaml: text.replace(/^\ufeff/, ""), yamlLine: 1, body: "", bodyOffset: 0 };
}

/** Where the Markdown of a text begins: behind its frontmatter. Two rules with no field between are Markdown. */
export function bodyOffset(text: string): number {
  const head = splitFrontmatter(text);
  if (typeof head === "string") return 0;
  const isHead = head.yaml.trim() === "" || /^["']?[\w-]+["']?[ \t]*:/m.test(head.yaml);
  return isHead ? head.bodyOffset : 0;
}
