/** What stands before the instructions and is not for the model: BOM, frontmatter, licence comment. */
import { splitFrontmatter } from "./frontmatter.ts";
import type { ParsedFrontmatter } from "./parse_frontmatter.ts";

/** A comment counts as a licence when it says so; others stay: authors leave notes for the model in comments. */
export function stripHead(text: string): { yaml: string; body: string } {
  const start = withoutLicence(text.replace(/^\ufeff/, ""));
  const frontmatter = splitFrontmatter(start);
  if (typeof frontmatter === "string") return { yaml: "", body: withoutBlankLines(start) };
  return { yaml: frontmatter.yaml, body: withoutBlankLines(withoutLicence(frontmatter.body)) };
}

function withoutLicence(text: string): string {
  const start = text.trimStart();
  const end = start.startsWith("<!--") ? start.indexOf("-->", 4) : -1;
  const isLicence = end >= 0 && /copyright|licen[cs]e|spdx/i.test(start.slice(0, end));
  return isLicence ? withoutBlankLines(start.slice(end + 3)) : text;
}

/** The first line that says something keeps its indentation. */
function withoutBlankLines(text: string): string {
  const first = text.length - text.trimStart().length;
  const lineStart = text.lastIndexOf("\n", first - 1) + 1;
  return first === text.length ? "" : text.slice(first === 0 ? 0 : lineStart);
}

/** Keys that make a difference to a rendered text; without one of them no YAML is read. */
const RELEVANT_KEYS_REGEXP = /^["']?(?:skillhook|arguments|shell)["']?[ \t]*:/m;

export async function headFields(
  text: string,
  path: string,
  keys = RELEVANT_KEYS_REGEXP,
): Promise<ParsedFrontmatter> {
  const { yaml } = stripHead(text);
  if (!keys.test(yaml)) return { fields: {}, diagnostics: [] };
  const { loadYaml } = await import("./yaml.ts");
  const { parseFrontmatter } = await import("./parse_frontmatter.ts");
  return parseFrontmatter({ yaml, yamlLine: 2 }, path, await loadYaml());
}
