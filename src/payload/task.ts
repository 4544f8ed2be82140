/** A task as a JSON file describes it. Trackers write tasks in several shapes; what we need is read out of each. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { readTaskProfile, type TaskProfile } from "../budget/strategy.ts";
import { withoutChain } from "./without_chain.ts";

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly depends: readonly string[];
  readonly acceptance: readonly string[];
  /** Skills it asks for by name, the most important first. */
  readonly skills: readonly string[];
  /** Variables of the environment its payload may show. */
  readonly environment: readonly string[];
  readonly parent: string;
  /** Its own values for tokens. */
  readonly values: Fields;
  /** What the choice of a strategy looks at. */
  readonly profile: TaskProfile;
}

/** Reads a task out of JSON, or says what is wrong with it. */
export function readTask(value: unknown): Task | { readonly problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the task: expected an object: got ${jsonType(value)}` };
  }
  const fields = value;
  const profile = readTaskProfile(value);
  if ("problem" in profile) return profile;
  const flaws: string[] = [];
  const task = {
    id: text("id", "task_id", "taskId"),
    title: text("title", "name"),
    description: text("description"),
    type: text("type"),
    labels: list("labels"),
    depends: typeof value.depends === "number" ? [] : list("depends", "dependencies"),
    acceptance: list("acceptance", "acceptance_criteria"),
    skills: typeof value.skills === "number" ? [] : list("skills"),
    environment: list("env"),
    parent: text("parent", "parent_id", "parentId", "epic"),
    values: isFields(value.values) ? value.values : {},
    profile,
  };
  const [flaw] = flaws;
  return flaw === undefined ? task : { problem: `Cannot read the task: ${flaw}` };

  function text(...names: string[]): string {
    const [name, found = ""] = firstOf(fields, names);
    if (typeof found === "string" || typeof found === "number") return String(found);
    flaws.push(`"${name}" must be a text: got ${jsonType(found)}`);
    return "";
  }

  /** A list of texts; one text is a list of one. */
  function list(...names: string[]): string[] {
    const [name, found = []] = firstOf(fields, names);
    const all: unknown[] = Array.isArray(found) ? found : [found];
    const texts = all.filter((one) => typeof one === "string" || typeof one === "number");
    if (texts.length < all.length) flaws.push(`"${name}" must be a list of texts`);
    return texts.map(String).filter((one) => one.trim() !== "");
  }
}

/** The first of some fields that is there; null counts as absent. */
function firstOf(fields: Fields, names: readonly string[]): [name: string, value: unknown] {
  const name = names.find((one) => (fields[one] ?? undefined) !== undefined) ?? names[0]!;
  return [name, fields[name] ?? undefined];
}

/**
 * Finds tasks in a file's JSON: a list, an object with a list `tasks`, or objects by identifier. They are
 * unread; the first of an identifier counts.
 */
export function tasksById(value: unknown): Map<string, unknown> {
  const inner = isFields(value) && (Array.isArray(value.tasks) || isFields(value.tasks))
    ? value.tasks
    : value;
  const found = new Map<string, unknown>();
  if (Array.isArray(inner)) {
    for (const one of inner) {
      const id = isFields(one) ? idOf(one) : undefined;
      if (id !== undefined && !found.has(id)) found.set(id, one);
    }
  } else if (isFields(inner)) {
    for (const [id, one] of Object.entries(inner)) {
      if (isFields(one)) found.set(id, { id, ...one });
    }
  }
  return found;
}

function idOf(fields: Fields): string | undefined {
  const [, id] = firstOf(fields, ["id", "task_id", "taskId"]);
  return typeof id === "string" ? id : typeof id === "number" ? String(id) : undefined;
}

const OUTPUT_DIR = ".skillhook/output";

/**
 * What a task itself says about the values of its payload. Where a whole set of values was given, nothing
 * required is made up.
 *
 * @param now Milliseconds since 1970.
 */
export function taskValues(task: Task, now: number, isWholeSet: boolean): Map<string, string> {
  const values = new Map<string, string>([
    ["TASK_TITLE", task.title],
    ["TASK_DESCRIPTION", task.description],
    ["TASK_TYPE", task.type],
    ["TASK_LABELS", task.labels.join(", ")],
    ["DEPENDS_LIST", task.depends.join(", ")],
    ["ACCEPTANCE_CRITERIA", task.acceptance.map((one) => `- ${one}`).join("\n")],
    ["OUTPUT_DIR", OUTPUT_DIR],
    ["MANIFEST_PATH", `${OUTPUT_DIR}/MANIFEST.jsonl`],
  ]);
  if (task.parent !== "") values.set("EPIC_ID", task.parent);
  if (isWholeSet) return values;
  if (task.id !== "") values.set("TASK_ID", task.id);
  values.set("DATE", new Date(now).toISOString().slice(0, 10));
  if (task.id !== "" || task.title !== "") {
    values.set("TOPIC_SLUG", topicSlug(withoutChain(task.title).text, task.id));
  }
  return values;
}

/** UTF-16 units; a file's name has more in it than its topic. */
const MAX_LENGTH = 60;

/** Words in lower case with hyphens between them: `hello-world`; `task-T1` for a title without letters and digits. */
export function topicSlug(title: string, taskId: string): string {
  // An accent is no gap between two words.
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, MAX_LENGTH) : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug === "" ? `task-${taskId}` : slug;
}
