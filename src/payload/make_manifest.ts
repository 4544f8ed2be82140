/** The manifest as the skills on disk make it; what was written by hand into an older one is kept. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { joinPath, lastSegment, parentPath } from "../base/path.ts";
import { estimateTokens } from "../budget/estimate.ts";
import type { Host } from "../host/host.ts";
import { discoverSkills } from "../catalog/discover.ts";
import { readSkillHead } from "../skill/parse_frontmatter.ts";
import { loadYaml } from "../skill/yaml.ts";
import { findTokens } from "./tokens.ts";
import { type Manifest, MANIFEST_PLACES, readManifest } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";
import { listedBundle } from "./pick_skills.ts";

/** A budget leaves room to grow, and does not change with every word: a multiple of this. */
const BUDGET_STEP = 500;

/** The project's manifest belongs beside its skills; `undefined` when it has no directory of skills. */
export function manifestPath(host: Host, projectDir: string): string | undefined {
  const places = MANIFEST_PLACES.map((place) => joinPath(projectDir, place));
  return places.find((place) => host.stat(parentPath(place)!)?.kind === "directory");
}

export async function impliedManifest(host: Host, projectDir: string) {
  const path = manifestPath(host, projectDir);
  if (path === undefined) return undefined;
  const { skills } = await makeManifest(host, path, undefined);
  return readManifest(JSON.stringify({ skills }), path);
}

/** Lists the skills right below the manifest's directory and those that the old one leads to; what they say counts. */
export async function makeManifest(host: Host, path: string, old: Manifest | undefined) {
  const skillsDir = parentPath(path)!;
  const root = lastSegment(skillsDir, host.platform);
  const parseYaml = await loadYaml();
  const problems: string[] = [];
  const skills: ReturnType<typeof entryOf>[] = [];
  const add = (name: string, bundle: SkillBundle | { problem: string }, place: string) => {
    if ("problem" in bundle) return problems.push(`Cannot list skill "${name}": ${bundle.problem}`);
    const file = joinPath(bundle.directory, "SKILL.md");
    const { fields = {} } = readSkillHead(host, file, "instruction", undefined, parseYaml);
    const before = old?.byName.get(name)?.fields ?? {};
    return skills.push(entryOf(bundle, place, ownWord(fields, name, problems), before));
  };
  for (const { path: textPath, directory: name } of discoverSkills(host, skillsDir).skills) {
    const isDirect = parentPath(parentPath(textPath) ?? "") === skillsDir;
    if (!isDirect || name.endsWith("-first-use")) continue;
    const names = { name, qualified: name, pluginRoot: undefined };
    const located = { ...names, skillsDir, directory: joinPath(skillsDir, name), textPath };
    add(name, readSkillBundle(host, located), joinPath(root, name));
  }
  for (const entry of old?.byName.values() ?? []) {
    if (skills.some(({ name }) => name === entry.name)) continue;
    const bundle = listedBundle(host, entry, old!.path);
    if (!("isStale" in bundle)) add(entry.name, bundle, entry.path);
    else problems.push(`Skill "${entry.name}" is listed and not there: ${bundle.problem}`);
  }
  return { skills: skills.sort((a, b) => a.name < b.name ? -1 : 1), problems };
}

type Own = ReturnType<typeof ownWord>;

/** What a frontmatter says for a manifest, on its top level or below `metadata` or `capabilities`. */
function ownWord(fields: Fields, name: string, problems: string[]) {
  const places = [fields, fields.metadata, fields.capabilities].filter(isFields);
  const first = (key: string) =>
    places.map((place) => place[key] ?? undefined).find((one) => one !== undefined);
  const wrong = (key: string, expected: string, value: unknown) => {
    const got = typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : jsonType(value);
    problems.push(`Skill "${name}": "${key}" must be ${expected}: got ${got}`);
  };
  const count = (key: string) => {
    const value = first(key);
    if (typeof value !== "object" && /^\d{1,9}$/.test(String(value))) return Number(value);
    if (value !== undefined) wrong(key, "a whole number", value);
    return undefined;
  };
  const words = (key: string, value: unknown) => {
    if (value === undefined) return undefined;
    const list: unknown = typeof value === "string" ? value.split(",") : value;
    const named = Array.isArray(list) ? list.map((one) => isFields(one) ? one.name : one) : [];
    const texts = named.filter((one) => typeof one === "string");
    if (!Array.isArray(list) || texts.length < list.length) wrong(key, "a list of texts", value);
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  };
  const triggers = first("triggers");
  const keywords = isFields(triggers) ? triggers.keywords ?? undefined : triggers;
  return {
    tier: count("tier"),
    budget: count("token_budget"),
    inputs: words("inputs", first("inputs")),
    outputs: words("outputs", first("outputs")),
    triggers: words("dispatch_triggers", first("dispatch_triggers")) ?? words("triggers", keywords),
  };
}

function entryOf(bundle: SkillBundle, path: string, own: Own, before: Fields) {
  const { name, description, references, source, pieces } = bundle;
  const text = pieces.map((piece) => piece.text).join("");
  const budget = Math.ceil((estimateTokens(source) + 1) / BUDGET_STEP) * BUDGET_STEP;
  const asked = findTokens(text, ["variable"]).map((token) => token.name);
  const capabilities = isFields(before.capabilities) ? before.capabilities : {};
  return {
    ...before,
    name,
    version: bundle.version ?? before.version ?? "1.0.0",
    description: description || (before.description ?? ""),
    path,
    token_budget: own.budget ?? before.token_budget ?? budget,
    tier: own.tier ?? before.tier ?? 1,
    references: [`${path}/SKILL.md`, ...references.map((one) => `${path}/${one.name}`)],
    capabilities: {
      ...capabilities,
      inputs: own.inputs ?? capabilities.inputs ?? [...new Set(asked)].sort(),
      outputs: own.outputs ?? capabilities.outputs ?? [],
      dispatch_triggers: own.triggers ?? capabilities.dispatch_triggers ?? [],
    },
  };
}

const COMPARED = ["version", "description", "path", "token_budget", "tier", "references"] as const;

export function manifestDrift(
  { byName }: Manifest,
  { skills, problems }: Awaited<ReturnType<typeof makeManifest>>,
): string[] {
  const drift = skills.flatMap((skill: Fields) => {
    const fields = byName.get(String(skill.name))?.fields;
    if (fields === undefined) return [`Skill "${skill.name}" is not listed`];
    const before: Fields = isFields(fields.capabilities) ? fields.capabilities : {};
    const capabilities = Object.entries(skill.capabilities as Fields)
      .map(([key, now]) => [`capabilities.${key}`, before[key], now] as const);
    return [...COMPARED.map((key) => [key, fields[key], skill[key]] as const), ...capabilities]
      .filter(([, before, now]) => JSON.stringify(before) !== JSON.stringify(now))
      .map(([key]) => `Skill "${skill.name}": "${key}" is out of date`);
  });
  return [...problems, ...drift];
}
