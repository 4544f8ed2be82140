/** Values for `{{NAME}}` as people give them: `NAME=VALUE`, a JSON object, variables of the environment. */
import { isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { KNOWN_VALUES } from "./known_values.ts";

/** Values, or what is wrong with how they were given. */
export type GivenValues = ReadonlyMap<string, string> | { readonly problem: string };

const NAME_REGEXP = /^[A-Z0-9_]+$/;
/** Scripts written for shell functions export their values under such names. */
const ENVIRONMENT_PREFIX = "TI_";

/**
 * @param pairs `NAME=VALUE`, each.
 * @returns The values; the last of a name counts.
 */
export function valuesFromPairs(pairs: readonly string[]): GivenValues {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) return { problem: `Cannot set "${pair}": expected NAME=VALUE` };
    const name = pair.slice(0, equals);
    if (!NAME_REGEXP.test(name)) return { problem: badName(name) };
    values.set(name, pair.slice(equals + 1));
  }
  return values;
}

/**
 * @param value What `JSON.parse` made: an object of texts, numbers and truth values.
 * @returns The values; null counts as absent, a list is joined with commas.
 */
export function valuesFromJson(value: unknown): GivenValues {
  if (!isFields(value)) {
    return { problem: `Cannot read values: expected an object: got ${jsonType(value)}` };
  }
  const values = new Map<string, string>();
  for (const [written, one] of Object.entries(value)) {
    const name = written.startsWith(ENVIRONMENT_PREFIX) && !Object.hasOwn(KNOWN_VALUES, written)
      ? written.slice(ENVIRONMENT_PREFIX.length)
      : written;
    if (!NAME_REGEXP.test(name)) return { problem: badName(name) };
    if (one === null) continue;
    const text = textOf(one);
    if (text === undefined) {
      return { problem: `Cannot read values: "${name}" must be a text: got ${jsonType(one)}` };
    }
    values.set(name, text);
  }
  return values;
}

/** What stands in variables such as `TI_TASK_ID`. */
export function valuesFromEnvironment(
  environment: Readonly<Record<string, string>>,
): Map<string, string> {
  const known = Object.entries(environment).flatMap(([key, value]): [string, string][] => {
    const name = key.startsWith(ENVIRONMENT_PREFIX) ? key.slice(ENVIRONMENT_PREFIX.length) : "";
    return NAME_REGEXP.test(name) ? [[name, value]] : [];
  });
  return new Map(known);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return undefined;
  const parts = value.map(textOf);
  return parts.includes(undefined) ? undefined : parts.join(", ");
}

function badName(name: string): string {
  const upper = name.toUpperCase().replaceAll("-", "_");
  const near = NAME_REGEXP.test(upper) ? upper : nearestWord(name, Object.keys(KNOWN_VALUES));
  const hint = near === undefined ? "" : `: did you mean "${near}"?`;
  return `Cannot set "${
    name.slice(0, 80)
  }": a name has upper case letters, digits and underscores${hint}`;
}
