/** What a task itself says about the values of its payload. */
import type { Task } from "./task.ts";
import { withoutChain } from "./without_chain.ts";

/** Where subagents write unless told. */
const OUTPUT_DIR = ".skillhook/output";

/**
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

/**
 * @param taskId Its identifier, for a title without letters and digits.
 * @returns Words in lower case with hyphens between them: `hello-world`, or `task-T1`.
 */
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
