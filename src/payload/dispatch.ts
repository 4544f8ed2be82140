/** Which skill a task calls for: labels, then type, then keywords. The first entry of the manifest that fits wins. */
import type { Manifest, ManifestEntry } from "./manifest.ts";
import type { Task } from "./task.ts";

/** The choice. */
export interface Dispatch {
  readonly name: string;
  /** Why, as a sentence part. */
  readonly because: string;
}

/**
 * @param task The task.
 * @param manifest The skills there are.
 * @returns The skill whose trigger fits, or `undefined`.
 */
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
