/** The frontmatter of a text that is about to be rendered: one reader, whoever renders it. */
import { stripHead } from "./strip_head.ts";
import type { ParsedFrontmatter } from "./parse_frontmatter.ts";

/** Keys that make a difference to a rendered text; without one of them no YAML is read. */
const RELEVANT_KEYS_REGEXP = /^["']?(?:skillhook|arguments|shell)["']?[ \t]*:/m;

/**
 * @param text A whole skill file.
 * @returns The fields; none where no field could make a difference.
 */
export async function headFields(text: string, path: string): Promise<ParsedFrontmatter> {
  const { yaml } = stripHead(text);
  if (!RELEVANT_KEYS_REGEXP.test(yaml)) return { fields: {}, diagnostics: [] };
  const { loadYaml } = await import("./yaml.ts");
  const { parseFrontmatter } = await import("./parse_frontmatter.ts");
  return parseFrontmatter({ yaml, yamlLine: 2, body: "", bodyOffset: 0 }, path, await loadYaml());
}
