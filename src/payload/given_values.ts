/**
 * Values for `{{NAME}}`: those a run knows by name, which of them it cannot do without, and what they look like;
 * and how people give them: `NAME=VALUE`, a JSON object, variables of the environment. ADD A VALUE: one row.
 */
import { isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";

/** One known value. */
interface KnownValue {
  readonly summary: string;
  /** A run without it ends with exit code 6. */
  readonly isRequired: boolean;
  /** A wrong shape ends the run too, instead of a warning. */
  readonly isFatal: boolean;
  /** How it must look, for messages; absent: any text. */
  readonly shape?: string;
  readonly fits?: (value: string) => boolean;
}

const ANY = { isRequired: false, isFatal: false } as const;
const ID_SHAPE = "letters, digits and marks with a number in it, such as T1234";

/** Rows by name. */
const KNOWN_VALUES: Readonly<Record<string, KnownValue>> = {
  TASK_ID: {
    summary: "the task's identifier",
    isRequired: true,
    isFatal: false,
    shape: ID_SHAPE,
    fits: isIdentifier,
  },
  DATE: {
    summary: "the day",
    isRequired: true,
    isFatal: true,
    shape: "YYYY-MM-DD",
    fits: (value) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value),
  },
  TOPIC_SLUG: {
    summary: "the task's title as part of a file name",
    isRequired: true,
    isFatal: false,
    shape: "letters, digits, hyphens and underscores",
    fits: (value) => /^[A-Za-z0-9_-]+$/.test(value),
  },
  EPIC_ID: { ...ANY, summary: "the task's epic", shape: ID_SHAPE, fits: isIdentifier },
  TASK_TITLE: { ...ANY, summary: "the task's title" },
  TASK_DESCRIPTION: { ...ANY, summary: "the task's description" },
  TASK_TYPE: { ...ANY, summary: "the task's type" },
  TASK_LABELS: { ...ANY, summary: "the task's labels" },
  DEPENDS_LIST: { ...ANY, summary: "the tasks this one depends on" },
  ACCEPTANCE_CRITERIA: { ...ANY, summary: "when the task is done" },
  OUTPUT_DIR: { ...ANY, summary: "where a subagent writes its result" },
  MANIFEST_PATH: { ...ANY, summary: "the list of results" },
};

function isIdentifier(value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._#-]*$/.test(value) && /[0-9]/.test(value);
}

/** What is wrong with the values of a run. */
interface ValueFlaws {
  /** The run cannot go on. */
  readonly fatal: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Checks the values of a run.
 *
 * @returns What is missing or malformed, each named.
 */
export function checkValues(values: ReadonlyMap<string, string>): ValueFlaws {
  const fatal: string[] = [];
  const warnings: string[] = [];
  const missing = Object.entries(KNOWN_VALUES)
    .filter(([name, { isRequired }]) => isRequired && (values.get(name) ?? "").trim() === "")
    .map(([name]) => name);
  if (missing.length > 0) {
    const names = missing.map((name) => `${name} (TI_${name})`).join(", ");
    fatal.push(`Missing required tokens: ${names}; set them with --set NAME=VALUE`);
  }
  for (const [name, { isFatal, shape, fits }] of Object.entries(KNOWN_VALUES)) {
    const value = values.get(name) ?? "";
    if (value.trim() === "" || fits === undefined || fits(value)) continue;
    const message = `${name} "${shown(value)}" does not match expected pattern: ${shape}`;
    (isFatal ? fatal : warnings).push(message);
  }
  return { fatal, warnings };
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 60)).slice(1, -1);
}

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
