/**
 * Finds the skills of a payload: in the project's manifest by name, else where the agent looks for skills; and those
 * that an agent's definition brings itself, which never come both ways.
 */
import { asString } from "../base/json_type.ts";
import { isInside, joinPath, lastSegment, parentPath } from "../base/path.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import { attempt, type Host } from "../host/host.ts";
import { qualifiedName, readSkillName } from "../loader/check_names.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { lexicalPath } from "./include.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";

export interface SkillPlaces extends SkillContext {
  readonly manifest: Manifest | undefined;
}

type FoundSkill = SkillBundle | { readonly problem: string; readonly isMissing?: true };

/** Finds and reads a skill; `isMissing` tells a name that no skill has from a skill that cannot be read. */
export async function findBundle(
  host: Host,
  written: string,
  places: SkillPlaces,
): Promise<FoundSkill> {
  const name = readSkillName(written);
  if (typeof name === "string") return { problem: name };
  const entry = places.manifest?.byName.get(written);
  const listed = entry === undefined ? undefined : inManifest(host, entry, places.manifest!);
  if (listed !== undefined) return withBudget(listed, entry);
  const located = await findSkill(host, qualifiedName(name), places) ?? inOwnPlugin(host, name);
  if (located === undefined) return { problem: "there is no skill of this name", isMissing: true };
  return withBudget(readSkillBundle(host, located, entry?.version), entry);
}

/** What the manifest allows beats what the skill says of itself. */
function withBudget(found: FoundSkill, entry: ManifestEntry | undefined): FoundSkill {
  const budget = entry?.fields.token_budget;
  return "problem" in found || !budget ? found : { ...found, tokenBudget: Number(budget) };
}

/** A manifest is the project's: it may name nothing outside of its own tree. */
function inManifest(
  host: Host,
  { path, name, version }: ManifestEntry,
  manifest: Manifest,
): FoundSkill | undefined {
  const root = parentPath(parentPath(manifest.path) ?? "/") ?? "/";
  const directory = lexicalPath(root, path, host.platform);
  const realRoot = attempt(() => host.realPath(root));
  const real = attempt(() => host.realPath(directory));
  if (real === undefined) return undefined;
  if (realRoot === undefined || !isInside(realRoot, real, host.platform)) {
    return { problem: `the manifest's path "${path}" leaves "${root}"` };
  }
  const located = {
    name: lastSegment(directory, host.platform),
    qualified: name,
    skillsDir: parentPath(directory) ?? "/",
    directory,
    textPath: joinPath(directory, "SKILL.md"),
    pluginRoot: undefined,
  };
  return readSkillBundle(host, located, version);
}

/** Names in the `skills` of an agent's definition; `undefined` when there is no such file. @throws {HostError} */
export async function preloadedSkills(
  host: Host,
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
  return list.map((one) => (asString(one) ?? "").trim()).filter((name) => name !== "");
}
