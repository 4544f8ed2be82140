/** Which skills go into a payload, and why: named on the command line, by the task, or found by what the task says. */
import { diagnose } from "../base/diagnostic.ts";
import { asString, isFields } from "../base/json_type.ts";
import { isInside, joinPath, lastSegment, parentPath } from "../base/path.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import { attempt, type Host } from "../host/host.ts";
import { qualifiedName, readSkillName } from "../loader/check_names.ts";
import { headFields } from "../skill/strip_head.ts";
import { lexicalPath } from "./include.ts";
import { type Manifest, MANIFEST_PLACES, type ManifestEntry } from "./manifest.ts";
import { readSkillBundle, type SkillBundle } from "./skill_bundle.ts";
import type { Task } from "./task.ts";

export interface PickedSkill {
  readonly bundle: SkillBundle;
  /** Why it goes in, as a part of a sentence. */
  readonly because: string;
}

export type PickedSkills = Awaited<ReturnType<typeof pickSkills>>;

export interface PickRequest {
  readonly task: Task;
  /** `undefined`: those that the task wants. */
  readonly names: readonly string[] | undefined;
  /** Added to those: what a subagent that was started before asked for. */
  readonly also?: readonly string[];
  readonly preloaded: readonly string[];
  /** Takes the place of a missing skill; absent: that is a problem. */
  readonly fallback?: string;
  readonly places: SkillPlaces;
}

interface Wish {
  readonly name: string;
  readonly because: string;
  /** It was not asked for: a payload without it is not less than was wanted. */
  readonly isOnlyFallback?: boolean;
}

/** The primary skill first; what the agent's definition preloads is left out; with problems there is no payload. */
export async function pickSkills(host: Host, request: PickRequest) {
  const { fallback = "", places, also = [] } = request;
  const skills = new Map<string, PickedSkill>();
  const preloaded: string[] = [];
  const warnings: string[] = [];
  const problems: string[] = [];
  const add = (bundle: SkillBundle, because: string) => {
    if (!skills.has(bundle.path)) skills.set(bundle.path, { bundle, because });
  };
  const asked = also.map((name): Wish => ({ name, because: "a subagent asked for it" }));
  for (const wish of [...await wanted(host, request, warnings), ...asked]) {
    const { name, because, isOnlyFallback } = wish;
    if (isPreloaded(name, request.preloaded)) {
      preloaded.push(name);
      warnings.push(`Skill "${name}" is not injected: the agent's definition preloads it`);
      continue;
    }
    const found = await findBundle(host, name, places);
    const isMissing = "problem" in found && found.isMissing;
    const used = isMissing && name !== fallback ? await findBundle(host, fallback, places) : found;
    if (!("problem" in found)) add(found, because);
    else if (isMissing && isOnlyFallback) {
      warnings.push(`There is no fallback skill "${name}": the payload has no skills`);
    } else if ("problem" in used) {
      problems.push(`Cannot use skill "${name}": ${found.problem}`);
    } else {
      const instead = `the fallback "${fallback}" takes its place`;
      warnings.push(`Cannot find skill "${name}" (${found.problem}): ${instead}`);
      add(used, `in place of "${name}", which nobody has`);
    }
  }
  return { skills: [...skills.values()], preloaded, warnings, problems };
}

async function wanted(
  host: Host,
  { task, names, fallback = "", places }: PickRequest,
  warnings: string[],
): Promise<Wish[]> {
  if (names !== undefined) return names.map((name) => ({ name, because: "named in the call" }));
  if (task.skills.length > 0) {
    return task.skills.map((name) => ({ name, because: "named by the task" }));
  }
  const { manifest, projectDir } = places;
  const known = manifest ??
    await (await import("./make_manifest.ts")).impliedManifest(host, projectDir);
  const found = known && dispatchSkill(task, known);
  const none = 'there is no manifest ("skillhook agent manifest --write" makes one)';
  if (found !== undefined) {
    if (manifest === undefined) warnings.push(`No skill was named, and ${none}: skills were read`);
    return [found];
  }
  const why = known ? "no trigger fits the task" : "there is no manifest";
  const hint = manifest === undefined ? none : why;
  warnings.push(`No skill was named and ${hint}: the fallback "${fallback}" is used`);
  // A manifest with flaws may hold the very skill that was meant: then no fallback is a problem.
  const isOnlyFallback = (manifest?.diagnostics.length ?? 0) === 0;
  return [{ name: fallback, because: why, isOnlyFallback }];
}

/** An agent names a plugin's skill with or without the plugin. */
function isPreloaded(name: string, preloaded: readonly string[]): boolean {
  const bare = (written: string) => written.slice(written.indexOf(":") + 1);
  return preloaded.some((one) =>
    one === name || (bare(one) === bare(name) && (one === bare(one) || name === bare(name)))
  );
}

/** The skill that a task calls for by labels, then type, then keywords: the first that fits of the lowest tier. */
export function dispatchSkill(task: Task, manifest: Manifest): Wish | undefined {
  const tier = ({ fields }: ManifestEntry) => Number(fields.tier ?? 1);
  const entries = [...manifest.byName.values()].sort((a, b) => tier(a) - tier(b));
  const named = [...task.labels.map((label) => ["label", label]), ["type", task.type]];
  for (const [what, word = ""] of named) {
    const entry = entries.find(({ name, triggers }) =>
      word !== "" && [name, ...triggers].some((one) => spaced(one) === spaced(word))
    );
    if (entry !== undefined) return { name: entry.name, because: `${what} "${word}"` };
  }
  const said = spaced(`${task.title} ${task.description}`);
  for (const { name, triggers } of entries) {
    const trigger = triggers.find((one) => spaced(one).trim() !== "" && said.includes(spaced(one)));
    if (trigger !== undefined) return { name, because: `keyword "${trigger}"` };
  }
  return undefined;
}

/** Words in lower case with a blank on each side of each: "latest" holds no "test". */
function spaced(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return ` ${words.join(" ")} `;
}

export interface SkillPlaces extends SkillContext {
  readonly projectDir: string;
  readonly manifest: Manifest | undefined;
}

/** `isMissing`: no skill has the name; else it cannot be read. `isStale`: where it should lie is none. */
type FoundSkill = SkillBundle | { problem: string; isMissing?: true; isStale?: true };

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
  const listed = entry === undefined ? undefined : listedBundle(host, entry, manifest!.path);
  if (listed !== undefined && !("isStale" in listed)) return asListed(listed, entry);
  const stale = listed && `${listed.problem}: ${WRITE_MANIFEST}`;
  const located = await findSkill(host, qualifiedName(name), places) ?? inOwnPlugin(host, name);
  if (located !== undefined) {
    return asListed(readSkillBundle(host, located, entry?.version), entry, stale);
  }
  if (stale !== undefined) return { problem: stale, isMissing: true };
  const path = joinPath(projectDir, MANIFEST_PLACES[0]!);
  const implied = { name: written, path: `skills/${written}`, version: undefined };
  const unlisted = listedBundle(host, implied, path);
  if ("isStale" in unlisted) return { problem: "there is no skill of this name", isMissing: true };
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
  manifestPath: string,
): FoundSkill {
  const root = parentPath(parentPath(manifestPath) ?? "/") ?? "/";
  const directory = lexicalPath(root, path, host.platform);
  const [realRoot, real] = [root, directory].map((one) => attempt(() => host.realPath(one)));
  if (real === undefined) {
    return { problem: `its path "${path}" in the manifest is stale`, isStale: true };
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
export async function preloadedSkills(host: Host, path: string): Promise<string[] | undefined> {
  const text = host.readText(path);
  if (text === undefined) return undefined;
  const { fields: { skills } } = await headFields(text, path, /skills/);
  const list = Array.isArray(skills) ? skills : (asString(skills) ?? "").split(",");
  return list.map((one) => (asString(one) ?? "").trim()).filter((name) => name !== "");
}
