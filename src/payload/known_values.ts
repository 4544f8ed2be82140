/** The values that skills' texts may ask for by name. ADD A VALUE: one row; `resolve --list` shows it. */
import type { Settings } from "../config/schema.ts";
import type { Task } from "./task.ts";
import { withoutChain } from "./without_chain.ts";

interface KnownValue {
  readonly says: string;
  /** When none is given; `now`: milliseconds since 1970, `session`: the one that starts the subagent. */
  readonly of: (task: Task, now: number, session: string) => string | undefined;
  /** A run without it ends with exit code 6. */
  readonly isRequired?: boolean;
  /** A wrong shape ends the run too, instead of a warning. */
  readonly isFatal?: boolean;
  /** How it must look, for messages; absent: any text. */
  readonly shape?: string;
  readonly fits?: RegExp;
}

const IDENTIFIER = {
  shape: "letters, digits and marks with a number in it, such as T1234",
  fits: /^(?=[^0-9]*[0-9])[A-Za-z0-9][A-Za-z0-9._#-]*$/,
};

const OUTPUT_DIR = ".skillhook/output";

export const KNOWN_VALUES: Readonly<Record<string, KnownValue>> = {
  TASK_ID: {
    ...IDENTIFIER,
    isRequired: true,
    says: "The task's identifier",
    of: ({ id }) => given(id),
  },
  DATE: {
    says: "Today",
    of: (_, now) => new Date(now).toISOString().slice(0, 10),
    isRequired: true,
    isFatal: true,
    shape: "YYYY-MM-DD",
    fits: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  },
  TOPIC_SLUG: {
    says: "The task's title as a part of a file's name",
    of: ({ id, title }) =>
      id === "" && title === "" ? undefined : topicSlug(withoutChain(title).text, id),
    isRequired: true,
    shape: "letters, digits, hyphens and underscores",
    fits: /^[A-Za-z0-9_-]+$/,
  },
  EPIC_ID: { says: "The task's parent", of: ({ parent }) => parent, ...IDENTIFIER },
  SESSION_ID: {
    says: "The task's session, else the one that starts the subagent",
    of: (task, _, session) => task.session || session,
  },
  TASK_NAME: { says: "The task's title", of: ({ title }) => title },
  TASK_TITLE: { says: "The same", of: ({ title }) => title },
  TASK_INSTRUCTIONS: {
    says: "The task's description, else its title",
    of: ({ description, title }) => given(description) ?? given(title),
  },
  TASK_DESCRIPTION: { says: "The task's description", of: ({ description }) => description },
  TASK_TYPE: { says: "The task's type", of: ({ type }) => type },
  TASK_LABELS: { says: "The task's labels, with commas", of: ({ labels }) => labels.join(", ") },
  TOPICS_JSON: {
    says: "The task's labels as a JSON list",
    of: ({ labels }) => JSON.stringify(labels),
  },
  DEPENDS_LIST: {
    says: "The tasks it depends on, with commas",
    of: ({ depends }) => depends.join(", "),
  },
  DELIVERABLES_LIST: {
    says: "The task's deliverables, with commas",
    of: ({ deliverables }) => given(deliverables.join(", ")),
  },
  ACCEPTANCE_CRITERIA: {
    says: "The task's acceptance criteria as a list",
    of: ({ acceptance }) => acceptance.map((one) => `- ${one}`).join("\n"),
  },
  OUTPUT_DIR: { says: "Where results are written", of: () => OUTPUT_DIR },
  MANIFEST_PATH: { says: "The file that lists results", of: () => `${OUTPUT_DIR}/MANIFEST.jsonl` },
};

function given(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}

/** What a task says about its payload's values; where a whole set was given, nothing required is made up. */
export function taskValues(task: Task, now: number, session: string, isWholeSet: boolean) {
  const values = new Map<string, string>();
  for (const [name, { of, isRequired }] of Object.entries(KNOWN_VALUES)) {
    const value = isRequired && isWholeSet ? undefined : of(task, now, session);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** How skills are to call the project's own programs, as the settings say. */
export function commandValues({ subagents }: Settings): Map<string, string> {
  return new Map([...subagents.commands].map(([name, { command }]) => [name, command]));
}

/** What is missing or malformed: what ends a run, and what is only said. */
export function checkValues(values: ReadonlyMap<string, string>) {
  const fatal: string[] = [];
  const warnings: string[] = [];
  const missing: string[] = [];
  for (const [name, { isRequired, isFatal, shape, fits }] of Object.entries(KNOWN_VALUES)) {
    const value = values.get(name) ?? "";
    if (value.trim() === "") {
      if (isRequired) missing.push(`${name} (TI_${name})`);
    } else if (fits?.test(value) === false) {
      const wrong = `${name} ${JSON.stringify(value.slice(0, 60))}`;
      (isFatal ? fatal : warnings).push(`${wrong} does not match expected pattern: ${shape}`);
    }
  }
  if (missing.length > 0) {
    const names = missing.join(", ");
    fatal.unshift(`Missing required tokens: ${names}; set them with --set NAME=VALUE`);
  }
  return { fatal, warnings };
}

const MAX_LENGTH = 60;

/** Words in lower case with hyphens between them: `hello-world`; `task-T1` for a title without letters and digits. */
export function topicSlug(title: string, taskId: string): string {
  // An accent is no gap between two words.
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  let slug = "";
  for (const word of plain.split(/[^a-z0-9]+/).filter((one) => one !== "")) {
    const longer = slug === "" ? word.slice(0, MAX_LENGTH) : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug || `task-${taskId}`;
}
