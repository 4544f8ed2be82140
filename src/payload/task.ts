/** A task, read out of the JSON that trackers write in several shapes. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { readTaskProfile, type TaskProfile } from "../budget/strategy.ts";

/** Besides its fields, what the choice of a strategy looks at. */
export type Task = Readonly<ReturnType<typeof taskOf>> & { readonly profile: TaskProfile };

export function readTask(value: unknown): Task | { readonly problem: string } {
  const profile = readTaskProfile(value);
  if ("problem" in profile) return profile;
  const flaws: string[] = [];
  const task = taskOf(value as Fields, flaws);
  const [flaw] = flaws;
  return flaw === undefined ? { ...task, profile } : { problem: `Cannot read the task: ${flaw}` };
}

function taskOf(fields: Fields, flaws: string[]) {
  // A number of them is for the profile.
  const counted = (name: string) => typeof fields[name] === "number";
  return {
    id: text("id", "task_id", "taskId"),
    title: text("title", "name"),
    description: text("description"),
    type: text("type"),
    labels: list("labels"),
    depends: counted("depends") ? [] : list("depends", "dependencies"),
    acceptance: list("acceptance", "acceptance_criteria"),
    deliverables: list("deliverables"),
    // Those that it asks for by name, the most important first.
    skills: counted("skills") ? [] : list("skills"),
    // Variables of the environment that its payload may show.
    environment: list("env"),
    parent: text("parent", "parent_id", "parentId", "epic"),
    session: text("session", "session_id", "sessionId"),
    values: isFields(fields.values) ? fields.values : {},
  };

  function text(...names: string[]): string {
    const [name, found = ""] = firstOf(fields, names);
    if (typeof found === "string" || typeof found === "number") return String(found);
    flaws.push(`"${name}" must be a text: got ${jsonType(found)}`);
    return "";
  }

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

/** Unread tasks in JSON: a list, an object with a list `tasks`, or objects by identifier; the first of one counts. */
export function tasksById(value: unknown): Map<string, unknown> {
  const within = isFields(value) ? value.tasks : undefined;
  const all = Array.isArray(within) || isFields(within) ? within : value;
  const found = new Map<string, unknown>();
  for (const [key, one] of isFields(all) || Array.isArray(all) ? Object.entries(all) : []) {
    if (!isFields(one)) continue;
    const [, id] = Array.isArray(all) ? firstOf(one, ["id", "task_id", "taskId"]) : [, key];
    if (typeof id !== "string" && typeof id !== "number" || found.has(String(id))) continue;
    found.set(String(id), Array.isArray(all) ? one : { id, ...one });
  }
  return found;
}
