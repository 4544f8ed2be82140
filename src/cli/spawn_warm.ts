/**
 * `skillhook agent spawn --warm EPIC`: resolves what an epic's tasks will need before you wait for it,
 * keeps the texts, and says beforehand which of the tasks cannot be started.
 */
import { counted } from "../base/fitted_text.ts";
import { isFields } from "../base/json_type.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { buildPayload } from "../payload/build_payload.ts";
import { checkValues } from "../payload/known_values.ts";
import { readTask } from "../payload/task.ts";
import { keepTexts, recordTexts } from "../payload/warm_texts.ts";
import { projectOption } from "./named_input.ts";
import { overBudget } from "./spawn.ts";
import { readSpawnInput, readTasks, type SpawnOptions } from "./spawn_input.ts";
import { EX_INVALID, EX_NO_TASK, success, VerbError } from "./verb.ts";

/** One line for each task, and where the texts are kept; exit 6 when a task cannot be started. */
export async function warmEpic(options: SpawnOptions, host: Host): Promise<Outcome> {
  const epic = options.text("warm")!;
  if (options.operands[0] !== undefined) {
    throw options.misuse(`Option "--warm" names an epic: leave out "${options.operands[0]}"`);
  }
  const projectDir = projectOption(options, host);
  const { path, byId } = await readTasks(options, projectDir, host);
  const tasks = [...byId].filter(([id, value]) => id !== epic && belongsTo(value, epic));
  if (tasks.length === 0) {
    throw new VerbError(
      `Cannot find tasks of "${epic}" in "${path}": name an epic that is there`,
      EX_NO_TASK,
    );
  }
  const recorder = recordTexts(host);
  const lines: string[] = [];
  const problems: string[] = [];
  for (const [id, value] of tasks) {
    try {
      lines.push(`${id}: ${await warmTask(value, options, recorder.host)}`);
    } catch (error) {
      if (!(error instanceof VerbError)) throw error;
      problems.push(...error.messages.map((message) => `Task "${id}": ${message}`));
    }
  }
  const place = await keep(recorder.texts, projectDir, host);
  if (problems.length > 0) throw new VerbError(problems, EX_INVALID);
  return success([...lines, place].join("\n"));
}

/** What is said of a task; throws why it cannot be started. */
async function warmTask(value: unknown, options: SpawnOptions, host: Host): Promise<string> {
  const task = readTask(value);
  if ("problem" in task) throw new VerbError(task.problem);
  const { request, picked } = await readSpawnInput(options, host, task);
  const problems = [...picked.problems, ...checkValues(request.values).fatal];
  if (problems.length > 0) throw new VerbError(problems);
  const { fitted, failures, strategy } = await buildPayload({ ...request, isDry: true }, host);
  if (failures.length > 0) throw new VerbError(failures.map(({ message }) => message));
  if (fitted.isOver) throw new VerbError(overBudget(request, fitted));
  const names = picked.skills.map(({ bundle }) => bundle.name).join(", ");
  return `${names} (${strategy}, ${fitted.tokens} tokens)`;
}

async function keep(
  texts: ReturnType<typeof recordTexts>["texts"],
  projectDir: string,
  host: Host,
): Promise<string> {
  const stateDir = stateDirectory(host);
  if (stateDir === undefined) return "Nothing is kept: set HOME or XDG_STATE_HOME";
  try {
    return `Kept ${counted(texts.size, "text")} in ${await keepTexts(
      host,
      stateDir,
      projectDir,
      texts,
    )}`;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return `Nothing is kept: ${error.message}`;
  }
}

function belongsTo(value: unknown, epic: string): boolean {
  const task = isFields(value) ? readTask(value) : undefined;
  return task !== undefined && !("problem" in task) && task.parent === epic;
}
