/** A task as a JSON file describes it. Trackers write tasks in several shapes; what we need is read out of each. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { readTaskProfile, type TaskProfile } from "../budget/strategy.ts";

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly depends: readonly string[];
  readonly acceptance: readonly string[];
  readonly deliverables: readonly string[];
  /** Skills it asks for by name, the most important first. */
  readonly skills: readonly string[];
  /** Variables of the environment its payload may show. */
  readonly environment: readonly string[];
  readonly parent: string;
  /** The session it belongs to, where its tracker keeps that. */
  readonly session: string;
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
    deliverables: list("deliverables"),
    skills: typeof value.skills === "number" ? [] : list("skills"),
    environment: list("env"),
    parent: text("parent", "parent_id", "parentId", "epic"),
    session: text("session", "session_id", "sessionId"),
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
