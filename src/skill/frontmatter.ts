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

/**
 * The first line must be `---`; the frontmatter ends at the next line that is `---`. Blanks after the hyphens, a BOM
 * before them and CRLF are fine; an indented `---` (inside a block scalar) closes nothing. The text may end behind it.
 */
export function splitFrontmatter(text: string): Frontmatter | "none" | "unclosed" {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let end = lineEnd(text, start);
  if (!isFence(text, start, end)) return "none";
  const yamlStart = end + 1;
  for (let line = yamlStart; line < text.length; line = end + 1) {
    end = lineEnd(text, line);
    if (!isFence(text, line, end)) continue;
    const bodyOffset = Math.min(end + 1, text.length);
    return {
      yaml: text.slice(yamlStart, line),
      yamlLine: 2,
      body: text.slice(bodyOffset),
      bodyOffset,
    };
  }
  return "unclosed";
}

/** The same for a skill's file: a SKILL.yaml is all frontmatter. */
export function splitSkill(text: string, isManifest: boolean): Frontmatter | "none" | "unclosed" {
  if (!isManifest) return splitFrontmatter(text);
  return { yaml: text.replace(/^\ufeff/, ""), yamlLine: 1, body: "", bodyOffset: 0 };
}

/** Where the Markdown of a text begins: behind its frontmatter. Two rules with no field between are Markdown. */
export function bodyOffset(text: string): number {
  const frontmatter = splitFrontmatter(text);
  if (typeof frontmatter === "string") return 0;
  const isEmpty = frontmatter.yaml.trim() === "";
  return isEmpty || /^["']?[\w-]+["']?[ \t]*:/m.test(frontmatter.yaml) ? frontmatter.bodyOffset : 0;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function isFence(text: string, start: number, end: number): boolean {
  return text.startsWith("---", start) && /^---[ \t\r]*$/.test(text.slice(start, end));
}
