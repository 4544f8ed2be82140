/** A task as a JSON file describes it. Trackers write tasks in several shapes; what we need is read out of each. */
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { readTaskProfile } from "../budget/read_task_profile.ts";
import type { TaskProfile } from "../budget/strategy.ts";

/** One task. */
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
  /** The epic it belongs to. */
  readonly parent: string;
  /** Its own values for tokens. */
  readonly values: Fields;
  /** What the choice of a strategy looks at. */
  readonly profile: TaskProfile;
}

/**
 * @param value What `JSON.parse` made of a task.
 * @returns The task, or what is wrong with it.
 */
export function readTask(value: unknown): Task | { readonly problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the task: expected an object: got ${jsonType(value)}` };
  }
  const profile = readTaskProfile(value);
  if ("problem" in profile) return profile;
  const flaws: string[] = [];
  const text = (...names: string[]) => textOf(value, names, flaws);
  const list = (...names: string[]) => listOf(value, names, flaws);
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
}

function textOf(fields: Fields, names: readonly string[], flaws: string[]): string {
  for (const name of names) {
    const value = fields[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value === "number") return String(value);
    const text = asString(value);
    if (text === undefined) flaws.push(`"${name}" must be a text: got ${jsonType(value)}`);
    return text ?? "";
  }
  return "";
}

/** A list of texts; one text is a list of one. */
function listOf(fields: Fields, names: readonly string[], flaws: string[]): string[] {
  for (const name of names) {
    const value = fields[name] ?? undefined;
    if (value === undefined) continue;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    const texts = list.filter((one) => typeof one === "string" || typeof one === "number");
    if (texts.length < list.length) flaws.push(`"${name}" must be a list of texts`);
    return texts.map(String).filter((one) => one.trim() !== "");
  }
  return [];
}

/**
 * Finds tasks in a file: a list, an object with a list `tasks`, or objects by identifier.
 *
 * @param value What `JSON.parse` made of the file.
 * @returns Tasks by identifier, unread; the first of an identifier counts.
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
  const id = fields.id ?? fields.task_id ?? fields.taskId;
  return typeof id === "string" ? id : typeof id === "number" ? String(id) : undefined;
}
