/** Which skills go into a payload, and why: named on the command line, by the task, or found by what the task says. */
import type { Host } from "../host/host.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import type { SkillBundle } from "./skill_bundle.ts";
import { findBundle, type SkillPlaces } from "./skill_lookup.ts";
import type { Task } from "./task.ts";

/** A skill that goes in. */
export interface PickedSkill {
  readonly bundle: SkillBundle;
  /** Why, as a sentence part. */
  readonly because: string;
}

/** What was picked. */
export interface PickedSkills {
  /** The primary skill first. */
  readonly skills: readonly PickedSkill[];
  /** Skills that are left out because the agent's definition brings them. */
  readonly preloaded: readonly string[];
  readonly warnings: readonly string[];
  /** Why there is no payload. */
  readonly problems: readonly string[];
}

/** Who wants what. */
interface PickRequest {
  readonly task: Task;
  /** From the command line; empty: whatever the task wants. */
  readonly names: readonly string[];
  /** Skills in the agent's frontmatter. */
  readonly preloaded: readonly string[];
  readonly fallback: string;
  readonly places: SkillPlaces;
}

/** A skill that somebody or something asks for. */
interface Wish {
  readonly name: string;
  readonly because: string;
  /** Nobody asked for it: a payload without it is not less than was wanted. */
  readonly isOnlyFallback?: boolean;
}

/**
 * Picks the skills. A name that nobody has gives way to the fallback skill, with a warning; where
 * nobody named one and there is no fallback either, the payload has no skills.
 */
export async function pickSkills(host: Host, request: PickRequest): Promise<PickedSkills> {
  const { fallback, places } = request;
  const skills = new Map<string, PickedSkill>();
  const preloaded: string[] = [];
  const warnings: string[] = [];
  const problems: string[] = [];
  for (const { name, because, isOnlyFallback = false } of wanted(request, warnings)) {
    if (isPreloaded(name, request.preloaded)) {
      preloaded.push(name);
      warnings.push(`Skill "${name}" is not injected: the agent's definition preloads it`);
      continue;
    }
    const found = await findBundle(host, name, places);
    if (!("problem" in found)) {
      if (!skills.has(found.path)) skills.set(found.path, { bundle: found, because });
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
    warnings.push(`Cannot find skill "${name}": the fallback "${fallback}" takes its place`);
    const reason = `in place of "${name}", which nobody has`;
    if (!skills.has(second.path)) skills.set(second.path, { bundle: second, because: reason });
  }
  return { skills: [...skills.values()], preloaded, warnings, problems };
}

function wanted(
  { task, names, fallback, places }: PickRequest,
  warnings: string[],
): Wish[] {
  if (names.length > 0) return names.map((name) => ({ name, because: "named in the call" }));
  if (task.skills.length > 0) {
    return task.skills.map((name) => ({ name, because: "named by the task" }));
  }
  const found = places.manifest === undefined ? undefined : dispatchSkill(task, places.manifest);
  if (found !== undefined) return [found];
  const why = places.manifest === undefined ? "there is no manifest" : "no trigger fits the task";
  warnings.push(`No skill was named and ${why}: the fallback "${fallback}" is used`);
  // A manifest with flaws may hold the very skill that was meant: then no fallback is a problem.
  const isOnlyFallback = (places.manifest?.diagnostics.length ?? 0) === 0;
  return [{ name: fallback, because: why, isOnlyFallback }];
}

/** An agent names a plugin's skill with or without the plugin. */
function isPreloaded(name: string, preloaded: readonly string[]): boolean {
  const bare = (written: string) => written.slice(written.indexOf(":") + 1);
  return preloaded.some((one) =>
    one === name || (bare(one) === bare(name) && (one === bare(one) || name === bare(name)))
  );
}

/** Which skill a task calls for: labels, then type, then keywords. The first entry of the manifest that fits wins. */
interface Dispatch {
  readonly name: string;
  /** Why, as a sentence part. */
  readonly because: string;
}

/** The skill whose trigger fits, or `undefined`. */
export function dispatchSkill(task: Task, manifest: Manifest): Dispatch | undefined {
  const entries = [...manifest.byName.values()];
  for (const label of task.labels) {
    const entry = entries.find((one) => hasTrigger(one, label));
    if (entry !== undefined) return { name: entry.name, because: `label "${label}"` };
  }
  const byType = task.type === "" ? undefined : entries.find((one) => hasTrigger(one, task.type));
  if (byType !== undefined) return { name: byType.name, because: `type "${task.type}"` };
  const words = spaced(`${task.title} ${task.description}`);
  for (const entry of entries) {
    const trigger = entry.triggers.find((one) => holdsPhrase(words, one));
    if (trigger !== undefined) return { name: entry.name, because: `keyword "${trigger}"` };
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
