/** The manifest as the skills on disk make it; what somebody wrote by hand into an older one is kept. */
import { joinPath, lastSegment, parentPath } from "../base/path.ts";
import { estimateTokens } from "../budget/estimate.ts";
import type { Host } from "../host/host.ts";
import { discoverSkills } from "../catalog/discover.ts";
import { findTokens } from "./tokens.ts";
import type { Manifest } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";

/** Entries in the order of their names, as they are written. */
export interface MadeManifest {
  readonly skills: readonly Readonly<Record<string, unknown>>[];
  /** Skills that cannot be listed. */
  readonly problems: readonly string[];
}

/** A budget leaves room to grow, and does not change with every word: a multiple of this. */
const BUDGET_STEP = 500;
const COMPANION = "-first-use";

/**
 * @param skillsDir The directory `skills/`.
 * @param old The manifest there is, if any: versions, budgets, tiers and capabilities in it are kept.
 * @returns Every skill right below the directory.
 */
export function makeManifest(
  host: Host,
  skillsDir: string,
  old: Manifest | undefined,
): MadeManifest {
  const root = lastSegment(skillsDir, host.platform);
  const problems: string[] = [];
  const skills = [];
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
    description: description || (before?.description ?? ""),
    path,
    token_budget: before?.tokenBudget ?? Math.ceil((tokens + 1) / BUDGET_STEP) * BUDGET_STEP,
    tier: before?.tier ?? 1,
    references: [`${path}/SKILL.md`, ...references.map((one) => `${path}/${one.name}`)],
    capabilities: before?.fields.capabilities ?? {
      inputs: [...new Set(inputs)].sort(),
      outputs: [],
      dispatch_triggers: [],
    },
  };
}

/** What differs, one line each; none when it is up to date. */
export function manifestDrift(manifest: Manifest, made: MadeManifest): string[] {
  const lines: string[] = [...made.problems];
  const names = new Set<string>();
  for (const skill of made.skills) {
    const name = String(skill.name);
    names.add(name);
    const entry = manifest.byName.get(name);
    if (entry === undefined) {
      lines.push(`Skill "${name}" is not listed`);
      continue;
    }
    for (const key of ["version", "description", "path", "references"]) {
      if (JSON.stringify(entry.fields[key]) !== JSON.stringify(skill[key])) {
        lines.push(`Skill "${name}": "${key}" is out of date`);
      }
    }
  }
  for (const name of manifest.byName.keys()) {
    if (!names.has(name)) lines.push(`Skill "${name}" is listed and not there`);
  }
  return lines;
}
