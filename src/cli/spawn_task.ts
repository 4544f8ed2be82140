/** Finds the task of a `spawn`: by its identifier in a file of tasks, or as the only one on standard input. */
import { nearHint } from "../base/nearest.ts";
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { readTask, type Task, tasksById } from "../payload/task.ts";
import type { Given } from "./table.ts";
import { parseNamed, readAllStdin, readNamed } from "./named_input.ts";
import { absolutePath } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { VerbError } from "./verb.ts";

export type SpawnOptions = Given<"agent spawn">;

/** Exit code: there is no such task. */
export const EX_NO_TASK = 4;
/** From the project. */
const TASKS_FILE = ".skillhook/tasks.json";

/** All tasks of a file, unread. */
interface TaskFile {
  readonly path: string;
  readonly byId: Map<string, unknown>;
}

/** The task that the command line names. */
export async function readSpawnTask(
  options: SpawnOptions,
  projectDir: string,
  host: Host,
): Promise<Task> {
  const [id] = options.operands;
  if (id === undefined || id === "") {
    throw options.misuse("Missing argument TASK: an identifier, or - for standard input");
  }
  if (id === "-") {
    if (options.text("tasks") !== undefined) {
      throw options.misuse(`Option "--tasks" cannot be used with a task on standard input`);
    }
    return checked(parseNamed(await readAllStdin(host), "the task", EX_INVALID), "");
  }
  const tasks = await readTasks(options, projectDir, host);
  const found = tasks.byId.get(id);
  if (found !== undefined) return checked(found, id);
  const hint = nearHint(id, tasks.byId.keys());
  throw new VerbError(`Cannot find task "${id}" in "${tasks.path}"${hint}`, EX_NO_TASK);
}

/** The tasks of `--tasks`, else of the project. */
export async function readTasks(
  options: SpawnOptions,
  projectDir: string,
  host: Host,
): Promise<TaskFile> {
  const named = options.text("tasks");
  if (named === "-") {
    const tasks = parseNamed(await readAllStdin(host), "the tasks", EX_INVALID);
    return { path: "standard input", byId: tasksById(tasks) };
  }
  const path = named === undefined ? joinPath(projectDir, TASKS_FILE) : absolutePath(named, host);
  const hint = named === undefined ? "name another file with --tasks" : undefined;
  const text = readNamed(host, path, { what: "the tasks", code: EX_NO_TASK, hint });
  return { path, byId: tasksById(parseNamed(text, `"${path}"`, EX_INVALID)) };
}

function checked(value: unknown, id: string): Task {
  const task = readTask(value);
  if (!("problem" in task)) return task;
  const name = id === "" ? "" : ` "${id}"`;
  throw new VerbError(task.problem.replace("the task", `the task${name}`), EX_INVALID);
}
