/** The manifest as the skills on disk make it; what was written by hand into an older one is kept. */
import type { Fields } from "../base/json_type.ts";
import { joinPath, lastSegment, parentPath } from "../base/path.ts";
import { estimateTokens } from "../budget/estimate.ts";
import type { Host } from "../host/host.ts";
import { discoverSkills } from "../catalog/discover.ts";
import { findTokens } from "./tokens.ts";
import type { Manifest } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";

/** A budget leaves room to grow, and does not change with every word: a multiple of this. */
const BUDGET_STEP = 500;
const COMPANION = "-first-use";

/**
 * Lists every skill right below the directory `skills/`; versions, budgets, tiers and capabilities in the
 * manifest there is are kept. Entries come in the order of their names; problems name what cannot be listed.
 */
export function makeManifest(
  host: Host,
  skillsDir: string,
  old: Manifest | undefined,
) {
  const root = lastSegment(skillsDir, host.platform);
  const problems: string[] = [];
  const skills: ReturnType<typeof entryOf>[] = [];
  for (const { path, directory } of discoverSkills(host, skillsDir).skills) {
    const isDirect = parentPath(parentPath(path) ?? "") === skillsDir;
    if (!isDirect || directory.endsWith(COMPANION)) continue;
    const place = { skillsDir, directory: joinPath(skillsDir, directory), textPath: path };
    const located = { name: directory, qualified: directory, ...place, pluginRoot: undefined };
    const bundle = readSkillBundle(host, located);
    if ("problem" in bundle) problems.push(`Cannot list skill "${directory}": ${bundle.problem}`);
    else skills.push(entryOf(bundle, joinPath(root, directory), old));
  }
  return { skills: skills.sort((a, b) => a.name < b.name ? -1 : 1), problems };
}

function entryOf(bundle: SkillBundle, path: string, old: Manifest | undefined) {
  const before = old?.byName.get(bundle.name);
  const { name, description, references, source, pieces } = bundle;
  const text = pieces.map((piece) => piece.text).join("");
  const tokens = estimateTokens(source);
  const inputs = findTokens(text, ["variable"]).map((token) => token.name);
  return {
    ...before?.fields,
    name,
    version: bundle.version ?? before?.version ?? "1.0.0",
    description: description || (before?.fields.description ?? ""),
    path,
    token_budget: before?.fields.token_budget ??
      Math.ceil((tokens + 1) / BUDGET_STEP) * BUDGET_STEP,
    tier: before?.fields.tier ?? 1,
    references: [`${path}/SKILL.md`, ...references.map((one) => `${path}/${one.name}`)],
    capabilities: before?.fields.capabilities ?? {
      inputs: [...new Set(inputs)].sort(),
      outputs: [],
      dispatch_triggers: [],
    },
  };
}

/** What differs, one line each; none when it is up to date. */
export function manifestDrift(
  { byName }: Manifest,
  { skills, problems }: ReturnType<typeof makeManifest>,
): string[] {
  const drift = skills.flatMap((skill: Fields) => {
    const fields = byName.get(String(skill.name))?.fields;
    if (fields === undefined) return [`Skill "${skill.name}" is not listed`];
    return ["version", "description", "path", "references"]
      .filter((key) => JSON.stringify(fields[key]) !== JSON.stringify(skill[key]))
      .map((key) => `Skill "${skill.name}": "${key}" is out of date`);
  });
  const names = new Set(skills.map(({ name }) => name));
  const gone = [...byName.keys()].filter((name) => !names.has(name))
    .map((name) => `Skill "${name}" is listed and not there`);
  return [...problems, ...drift, ...gone];
}
