/** Which skills go into a payload, and why: named on the command line, by the task, or found by what the task says. */
import type { Host } from "../host/host.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import { findBundle, type SkillPlaces } from "./skill_lookup.ts";
import type { Task } from "./task.ts";

/** A skill that goes in, and why, as a part of a sentence. */
export interface PickedSkill {
  readonly bundle: SkillBundle;
  readonly because: string;
}

export type PickedSkills = Awaited<ReturnType<typeof pickSkills>>;

export interface PickRequest {
  readonly task: Task;
  /** Those that are asked for; `undefined`: whatever the task wants. */
  readonly names: readonly string[] | undefined;
  /** Added to those: what a subagent that was started before asked for. */
  readonly also?: readonly string[];
  /** Skills in the agent's frontmatter. */
  readonly preloaded: readonly string[];
  readonly fallback: string;
  readonly places: SkillPlaces & { readonly projectDir: string };
}

/** A skill that is asked for, and why. */
interface Wish {
  readonly name: string;
  readonly because: string;
  /** It was not asked for: a payload without it is not less than was wanted. */
  readonly isOnlyFallback?: boolean;
}

/**
 * Picks the skills. A name that no skill has gives way to the fallback skill, with a warning; where none
 * was named and there is no fallback either, the payload has no skills. The primary skill comes first; what
 * is preloaded is left out because the agent's definition brings it; with problems there is no payload.
 */
export async function pickSkills(host: Host, request: PickRequest) {
  const { fallback, places } = request;
  const skills = new Map<string, PickedSkill>();
  const preloaded: string[] = [];
  const warnings: string[] = [];
  const problems: string[] = [];
  const also = (request.also ?? []).map((name): Wish => {
    return { name, because: "a subagent asked for it" };
  });
  const add = (bundle: SkillBundle, because: string) => {
    if (!skills.has(bundle.path)) skills.set(bundle.path, { bundle, because });
  };
  const wishes = [...await wanted(host, request, warnings), ...also];
  for (const { name, because, isOnlyFallback } of wishes) {
    if (isPreloaded(name, request.preloaded)) {
      preloaded.push(name);
      warnings.push(`Skill "${name}" is not injected: the agent's definition preloads it`);
      continue;
    }
    const found = await findBundle(host, name, places);
    if (!("problem" in found)) {
      add(found, because);
      continue;
    }
    if (found.isMissing && isOnlyFallback) {
      warnings.push(`There is no fallback skill "${name}": the payload has no skills`);
      continue;
    }
    const second = found.isMissing && name !== fallback
      ? await findBundle(host, fallback, places)
      : undefined;
    if (second === undefined || "problem" in second) {
      problems.push(`Cannot use skill "${name}": ${found.problem}`);
      continue;
    }
    const instead = `the fallback "${fallback}" takes its place`;
    warnings.push(`Cannot find skill "${name}" (${found.problem}): ${instead}`);
    add(second, `in place of "${name}", which nobody has`);
  }
  return { skills: [...skills.values()], preloaded, warnings, problems };
}

async function wanted(
  host: Host,
  { task, names, fallback, places }: PickRequest,
  warnings: string[],
): Promise<Wish[]> {
  if (names !== undefined) return names.map((name) => ({ name, because: "named in the call" }));
  if (task.skills.length > 0) {
    return task.skills.map((name) => ({ name, because: "named by the task" }));
  }
  const { manifest, projectDir } = places;
  const known = manifest ??
    await (await import("./make_manifest.ts")).impliedManifest(host, projectDir);
  const found = known ? dispatchSkill(task, known) : undefined;
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

/** The skill that a task calls for by labels, then type, then keywords: of those that fit, the first of the lowest tier. */
export function dispatchSkill(task: Task, manifest: Manifest): Wish | undefined {
  const tier = ({ fields }: ManifestEntry) => Number(fields.tier ?? 1);
  const entries = [...manifest.byName.values()].sort((a, b) => tier(a) - tier(b));
  const named = [
    ...task.labels.map((word) => ({ what: "label", word })),
    ...(task.type === "" ? [] : [{ what: "type", word: task.type }]),
  ];
  for (const { what, word } of named) {
    const entry = entries.find((one) => hasTrigger(one, word));
    if (entry !== undefined) return { name: entry.name, because: `${what} "${word}"` };
  }
  const words = spaced(`${task.title} ${task.description}`);
  for (const { name, triggers } of entries) {
    const trigger = triggers.find((one) => holdsPhrase(words, one));
    if (trigger !== undefined) return { name, because: `keyword "${trigger}"` };
  }
  return undefined;
}

function hasTrigger({ name, triggers }: ManifestEntry, word: string): boolean {
  const wanted = spaced(word);
  return [name, ...triggers].some((trigger) => spaced(trigger) === wanted);
}

/** Whole words: "latest" holds no "test". */
function holdsPhrase(words: string, trigger: string): boolean {
  const phrase = spaced(trigger);
  return phrase.trim() !== "" && words.includes(phrase);
}

/** Words in lower case with a blank on each side of each. */
function spaced(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return ` ${words.join(" ")} `;
}
