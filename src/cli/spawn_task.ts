/** Finds the task of a `spawn`: by its identifier in a file of tasks, or as the only one on standard input. */
import { nearestWord } from "../base/nearest.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { readTask, type Task, tasksById } from "../payload/task.ts";
import type { AGENT_VERBS } from "./agent_verbs.ts";
import { absolutePath } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { readAllStdin } from "./text_operand.ts";
import { failure, type Options } from "./verb.ts";

export type SpawnOptions = Options<typeof AGENT_VERBS["agent spawn"]>;

/** Design document 003, section 7.4. */
export const EX_NO_TASK = 4;
/** From the project. */
const TASKS_FILE = ".skillhook/tasks.json";

/** The task, or the error to end with. */
export async function readSpawnTask(
  options: SpawnOptions,
  projectDir: string,
  host: Host,
): Promise<Task | { error: Outcome }> {
  const [id] = options.operands;
  if (id === undefined || id === "") return { error: options.misuse("Missing argument TASK") };
  if (id === "-") {
    if (options.text("tasks") !== undefined) {
      return { error: options.misuse(`A task on standard input needs no "--tasks"`) };
    }
    const parsed = parse(await readAllStdin(host), "the task");
    return "error" in parsed ? parsed : checked(parsed.value, "");
  }
  const tasks = await readTasks(options, projectDir, host);
  if ("error" in tasks) return tasks;
  const found = tasks.byId.get(id);
  if (found !== undefined) return checked(found, id);
  const near = nearestWord(id, tasks.byId.keys());
  const hint = near === undefined ? "" : `: did you mean "${near}"?`;
  return { error: failure(`Cannot find task "${id}" in "${tasks.path}"${hint}`, EX_NO_TASK) };
}

/** All tasks of the file, unread, or the error to end with. */
export async function readTasks(
  options: SpawnOptions,
  projectDir: string,
  host: Host,
): Promise<{ path: string; byId: Map<string, unknown> } | { error: Outcome }> {
  const named = options.text("tasks");
  const path = named ?? TASKS_FILE;
  if (path === "-") {
    const parsed = parse(await readAllStdin(host), "the tasks");
    return "error" in parsed ? parsed : { path: "standard input", byId: tasksById(parsed.value) };
  }
  const file = named === undefined ? joinPath(projectDir, path) : absolutePath(path, host);
  try {
    const text = host.readText(file);
    if (text === undefined) {
      const message = `Cannot find the task: there is no "${file}"; --tasks names another file`;
      return { error: failure(message, EX_NO_TASK) };
    }
    const parsed = parse(text, `"${file}"`);
    return "error" in parsed ? parsed : { path: file, byId: tasksById(parsed.value) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: failure(`Cannot read "${file}": ${error.code}`, EX_NO_TASK) };
  }
}

function parse(text: string, what: string): { value: unknown } | { error: Outcome } {
  try {
    return { value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { error: failure(`Cannot read ${what}: it is not valid JSON`, EX_INVALID) };
  }
}

function checked(value: unknown, id: string): Task | { error: Outcome } {
  const task = readTask(value);
  if (!("problem" in task)) return task;
  const name = id === "" ? "" : ` "${id}"`;
  return { error: failure(task.problem.replace("the task", `the task${name}`), EX_INVALID) };
}
