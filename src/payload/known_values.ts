/** The values a run knows by name, which of them it cannot do without, and what they look like. ADD A VALUE: one row. */

/** One known value. */
export interface KnownValue {
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
export const KNOWN_VALUES: Readonly<Record<string, KnownValue>> = {
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
export interface ValueFlaws {
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
