/** The fields of `hookSpecificOutput` that several handlers may set. */
import { isFields } from "../base/json_type.ts";
import type { EffectItem } from "./effect.ts";

/** How two values of one field become one. */
type Combine = (first: unknown, second: unknown) => unknown;

/** Fields where both values can be had; everywhere else different values are a conflict. */
const COMBINED: Readonly<Record<string, Combine>> = {
  watchPaths: concatenate,
  updatedPermissions: concatenate,
  interrupt: (first, second) => first === true || second === true,
  retry: (first, second) => first === true && second === true,
  reloadSkills: (first, second) => first === true || second === true,
  suppressOriginalPrompt: (first, second) => first === true || second === true,
  classifierContext: (first, second) => first === second ? first : `${first}\n${second}`,
  action: stricterAction,
};

/** What two handlers want differently. */
export interface Conflict {
  /** Names both. */
  readonly text: string;
  /** Going on without the value would be a call, or an answer, that nobody wanted. */
  readonly isGrave: boolean;
}

const GRAVE: readonly string[] = ["updatedInput", "content"];

/** Strictest first. */
const ACTIONS: readonly unknown[] = ["decline", "cancel", "accept"];

/**
 * Merges the fields.
 *
 * @returns Field by name; a conflicting field is left out.
 */
export function mergeUpdates(
  items: readonly EffectItem[],
): { updates: Record<string, unknown>; conflicts: Conflict[] } {
  const merged = new Map<string, { value: unknown; source: string }>();
  const conflicts = new Map<string, Conflict>();
  for (const item of items) {
    const source = item.name ?? item.source;
    for (const [name, value] of Object.entries(item.effect.updates ?? {})) {
      const before = merged.get(name);
      const combine = COMBINED[name];
      if (before === undefined) merged.set(name, { value, source });
      else if (combine !== undefined) {
        merged.set(name, { value: combine(before.value, value), source });
      } else if (!isSame(before.value, value) && !conflicts.has(name)) {
        const both = `Hooks ${before.source} and ${source}`;
        const text = `${both} set different values for "${name}": keep one of them`;
        conflicts.set(name, { text, isGrave: GRAVE.includes(name) });
      }
    }
  }
  const kept = [...merged].filter(([name]) => !conflicts.has(name));
  const updates = Object.fromEntries(kept.map(([name, { value }]) => [name, value]));
  return { updates, conflicts: [...conflicts.values()] };
}

function concatenate(first: unknown, second: unknown): unknown {
  const list = [...Array.isArray(first) ? first : [], ...Array.isArray(second) ? second : []];
  return list.filter((item, at) => list.findIndex((other) => isSame(item, other)) === at);
}

function stricterAction(first: unknown, second: unknown): unknown {
  return ACTIONS.find((action) => action === first || action === second);
}

/** Equal as JSON, whatever the order of the keys. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const keys = Object.keys(value).sort();
  return keys.map((key) => [key, sorted(value[key])]);
}
