/**
 * Finds the skills of a payload: in the project's manifest by name, else where the agent looks for skills; and those
 * that an agent's definition brings itself, which never come both ways.
 */
import { diagnose } from "../base/diagnostic.ts";
import { asString, isFields } from "../base/json_type.ts";
import { isInside, joinPath, lastSegment, parentPath } from "../base/path.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import { attempt, type Host } from "../host/host.ts";
import { qualifiedName, readSkillName } from "../loader/check_names.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { lexicalPath } from "./include.ts";
import { type Manifest, MANIFEST_PLACES, type ManifestEntry } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";

export interface SkillPlaces extends SkillContext {
  readonly manifest: Manifest | undefined;
}

/** `isMissing` tells a name that no skill has from a skill that cannot be read; `isStale`: where it should lie is none. */
type FoundSkill = SkillBundle | {
  readonly problem: string;
  readonly isMissing?: true;
  readonly isStale?: true;
};

const WRITE_MANIFEST = '"skillhook agent manifest --write" brings it up to date';

/** Finds and reads a skill: where the manifest says, else where the agent looks, else in the project's `skills/`. */
export async function findBundle(
  host: Host,
  written: string,
  places: SkillPlaces,
): Promise<FoundSkill> {
  const name = readSkillName(written);
  if (typeof name === "string") return { problem: name };
  const { manifest, projectDir } = places;
  const entry = manifest?.byName.get(written);
  const listed = entry === undefined ? undefined : listedBundle(host, entry, manifest!);
  if (listed !== undefined && !("isStale" in listed)) return asListed(listed, entry);
  const stale = listed && `${listed.problem}: ${WRITE_MANIFEST}`;
  const located = await findSkill(host, qualifiedName(name), places) ?? inOwnPlugin(host, name);
  if (located !== undefined) {
    return asListed(readSkillBundle(host, located, entry?.version), entry, stale);
  }
  if (stale !== undefined) return { problem: stale, isMissing: true };
  const path = joinPath(projectDir ?? "", MANIFEST_PLACES[0]!);
  const implied = { name: written, path: `skills/${written}`, version: undefined };
  const unlisted = projectDir === undefined ? undefined : listedBundle(host, implied, { path });
  if (unlisted === undefined || "isStale" in unlisted) {
    return { problem: "there is no skill of this name", isMissing: true };
  }
  return asListed(unlisted, undefined, manifest && `it is not in the manifest: ${WRITE_MANIFEST}`);
}

/** What the manifest allows beats what the skill says of itself. */
function asListed(found: FoundSkill, entry?: ManifestEntry, flaw?: string): FoundSkill {
  if ("problem" in found) return found;
  const { token_budget: budget } = entry?.fields ?? {};
  const { inputs } = isFields(entry?.fields.capabilities) ? entry.fields.capabilities : {};
  const flaws = flaw === undefined ? [] : [diagnose("manifest-entry", found.name, flaw)];
  return {
    ...found,
    ...budget ? { tokenBudget: Number(budget) } : {},
    inputs: Array.isArray(inputs) ? inputs.map(String) : [],
    warnings: [...flaws, ...found.warnings],
  };
}

/** A manifest is the project's: it may name nothing outside of its own tree. */
export function listedBundle(
  host: Host,
  { path, name, version }: Pick<ManifestEntry, "path" | "name" | "version">,
  manifest: Pick<Manifest, "path">,
): FoundSkill {
  const root = parentPath(parentPath(manifest.path) ?? "/") ?? "/";
  const directory = lexicalPath(root, path, host.platform);
  const realRoot = attempt(() => host.realPath(root));
  const real = attempt(() => host.realPath(directory));
  if (real === undefined) {
    return {
      problem: `its path "${path}" in the manifest is stale`,
      isStale: true,
    };
  }
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
