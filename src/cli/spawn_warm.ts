/**
 * `skillhook agent spawn --warm EPIC`: resolves what an epic's tasks will need before you wait for it,
 * keeps the texts, and says beforehand which of the tasks cannot be started.
 */
import { isFields } from "../base/json_type.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import { checkValues } from "../payload/given_values.ts";
import { readTask } from "../payload/task.ts";
import { keepTexts, recordTexts } from "../payload/warm_texts.ts";
import { projectOption } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { buildSpawnPayload, readSpawnInput } from "./spawn_input.ts";
import { EX_NO_TASK, readTasks, type SpawnOptions } from "./spawn_task.ts";
import { success, VerbError } from "./verb.ts";

/** One line for each task, and where the texts are kept; exit 6 when a task cannot be started. */
export async function warmEpic(options: SpawnOptions, host: Host): Promise<Outcome> {
  const epic = options.text("warm")!;
  if (options.operands[0] !== undefined) {
    throw options.misuse(`Option "--warm" names an epic: leave out "${options.operands[0]}"`);
  }
  const projectDir = projectOption(options, host);
  const tasks = await readTasks(options, projectDir, host);
  const { byId } = tasks;
  const ids = [...byId].filter(([id, value]) => id !== epic && belongsTo(value, epic))
    .map(([id]) => id);
  if (ids.length === 0) {
    throw new VerbError(`Cannot find tasks of "${epic}" in "${tasks.path}"`, EX_NO_TASK);
  }
  const recorder = recordTexts(host);
  const lines: string[] = [];
  const problems: string[] = [];
  for (const id of ids) {
    try {
      lines.push(await warmTask(id));
    } catch (error) {
      if (!(error instanceof VerbError)) throw error;
      problems.push(...error.messages.map((message) => `Task "${id}": ${message}`));
    }
  }
  const place = await keep();
  if (problems.length > 0) throw new VerbError(problems, EX_INVALID);
  return success([...lines, place].join("\n"));

  /** What is said of the task; throws why it cannot be started. */
  async function warmTask(id: string): Promise<string> {
    const task = readTask(byId.get(id));
    if ("problem" in task) throw new VerbError(task.problem);
    const input = await readSpawnInput(options, recorder.host, task);
    const problems = [...input.picked.problems, ...checkValues(input.values).fatal];
    if (problems.length > 0) throw new VerbError(problems);
    const payload = await buildSpawnPayload(input, options, undefined, recorder.host);
    const { fitted, failures, strategy } = payload;
    if (failures.length > 0) throw new VerbError(failures.map(({ message }) => message));
    if (fitted.isOver) throw new VerbError(`Budget exceeded: ${fitted.tokens} tokens`);
    const names = input.picked.skills.map(({ bundle }) => bundle.name).join(", ");
    return `${id}: ${names} (${strategy}, ${fitted.tokens} tokens)`;
  }

  async function keep(): Promise<string> {
    const stateDir = stateDirectory(host);
    if (stateDir === undefined) return "Nothing is kept: set HOME or XDG_STATE_HOME";
    try {
      const path = await keepTexts(host, stateDir, projectDir, recorder.texts);
      return `Kept ${recorder.texts.size} texts in ${path}`;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return `Nothing is kept: ${error.message}`;
    }
  }
}

function belongsTo(value: unknown, epic: string): boolean {
  const task = isFields(value) ? readTask(value) : undefined;
  return task !== undefined && !("problem" in task) && task.parent === epic;
}
