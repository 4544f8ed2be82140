/** Skills that an agent's definition brings itself (design document 003, section 4.3: never both ways). */
import { asString } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";

/**
 * @param host The machine.
 * @param path An agent's definition, a Markdown file with frontmatter.
 * @returns Names in its `skills`; `undefined` when there is no such file.
 * @throws {HostError} It cannot be read.
 */
export async function preloadedSkills(
  host: Pick<Host, "readText">,
  path: string,
): Promise<string[] | undefined> {
  const text = host.readText(path);
  if (text === undefined) return undefined;
  const frontmatter = splitFrontmatter(text);
  if (typeof frontmatter === "string" || !frontmatter.yaml.includes("skills")) return [];
  const { loadYaml } = await import("../skill/yaml.ts");
  const { parseFrontmatter } = await import("../skill/parse_frontmatter.ts");
  const { skills } = parseFrontmatter(frontmatter, path, await loadYaml()).fields;
  const list = Array.isArray(skills) ? skills : (asString(skills) ?? "").split(",");
  return list.flatMap((one) => {
    const name = (asString(one) ?? "").trim();
    return name === "" ? [] : [name];
  });
}
