/** `skillhook agent spawn`: everything a subagent needs, as one text that fits; for an epic, what its tasks will need. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import { estimateTokens } from "../budget/estimate.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { buildPayload, type Payload } from "../payload/build_payload.ts";
import { checkValues } from "../payload/known_values.ts";
import type { PickedSkills } from "../payload/pick_skills.ts";
import { readTask, type Task } from "../payload/task.ts";
import { keepTexts, recordTexts, withWarmTexts } from "../payload/warm_texts.ts";
import { projectOption } from "./named_input.ts";
import { readSpawnInput, readTasks } from "./spawn_input.ts";
import type { Given } from "./table.ts";
import { EX_INVALID, EX_NO_TASK, EX_OVER_BUDGET, filtered, success, VerbError } from "./verb.ts";

type SpawnOptions = Given<"agent spawn">;
type Texts = ReturnType<typeof recordTexts>["texts"];

export async function spawnVerb(options: SpawnOptions, host: Host): Promise<Outcome> {
  const isPrint = options.text("print") !== undefined;
  const [isDry, isJson] = [options.flag("dry-run"), options.flag("json")];
  if (isPrint && (isJson || isDry || options.operands[1])) {
    throw options.misuse('Option "--print" takes one skill, without SKILLS, --json and --dry-run');
  }
  if (options.text("warm") !== undefined) return await warmEpic(options, host);
  const warm = withWarmTexts(host, stateDirectory(host), projectOption(options, host));
  const { request, picked, notes } = await readSpawnInput(options, warm);
  const { fatal, warnings } = checkValues(request.values);
  notes.push(...warnings.map((message) => `WARNING: ${message}`));
  const problems = [...picked.problems, ...(isPrint ? [] : fatal)];
  if (problems.length > 0) throw new VerbError([...problems, ...notes], EX_INVALID);
  const payload = await buildPayload(request, warm);
  const { fitted, strategy } = payload;
  notes.push(...payload.warnings.map(formatDiagnostic), ...shortened(picked, payload));
  const failures = payload.failures.map(formatDiagnostic);
  if (failures.length > 0) throw new VerbError([...failures, ...notes], EX_INVALID);
  const { text, tokens, isOver } = fitted;
  const [only] = isPrint ? fitted.skills : [];
  if (only !== undefined && !isOver) return success(only.text, notes);
  if (!isOver && !isDry && !isJson) return filtered(text, notes, host);
  const { formatBill, makeBill } = await import("../payload/bill.ts");
  const bill = makeBill(payload, picked.preloaded, host.env("HOME"));
  if (isOver) {
    const message = overBudget(payload);
    if (!isDry || !await isOverByCommands(payload)) {
      throw new VerbError([...notes, message, ...formatBill(bill).split("\n")], EX_OVER_BUDGET);
    }
    notes.push(`WARNING: With commands, ${message}`);
  }
  if (isDry) return success(isJson ? JSON.stringify(bill) : formatBill(bill), notes);
  const { parts, unresolved } = bill;
  const task = request.values.get("TASK_ID") ?? request.task.id;
  const costs = { task, strategy, tokens, limit: request.limit, parts, unresolved };
  return success(JSON.stringify({ ...costs, warnings: notes, payload: text }), notes);
}

/** Whether it is too large only by what commands may print at most. */
async function isOverByCommands({ request, fitted }: Payload): Promise<boolean> {
  const { LARGEST_OUTPUT } = await import("../preprocessor/preprocess.ts");
  const { limit, skillLimit = Infinity, estimate } = request;
  const count = fitted.text.split(LARGEST_OUTPUT).length - 1;
  const saved = count * estimateTokens(LARGEST_OUTPUT, estimate);
  return fitted.tokens - saved <= limit && fitted.skillTokens - saved <= skillLimit;
}

function overBudget({ request, fitted: { tokens, skillTokens } }: Payload): string {
  const { limit, skillLimit = Infinity, mayCut } = request;
  const what = tokens > limit
    ? `${tokens} tokens (limit: ${limit})`
    : `the skills' ${skillTokens} tokens (subagent-skills: ${skillLimit})`;
  return `Budget exceeded: ${what}${mayCut ? "" : ": --truncate shortens skills"}`;
}

/** What a payload has less of than was asked for, or more than it should: nothing is left out silently. */
function shortened(picked: PickedSkills, { request, fitted, strategy }: Payload): string[] {
  return fitted.skills.flatMap((skill, index) => {
    const { name, tokenBudget: most = Infinity } = picked.skills[index]!.bundle;
    const missing = skill.section.extras.length - skill.extras.length;
    const own = estimateTokens(skill.section.body, request.estimate);
    const cases: readonly (readonly [applies: boolean, says: string])[] = [
      [skill.body === undefined, "was lowered to its description to stay within the budget"],
      [skill.cut !== undefined, `was cut to stay within the budget: ${skill.cut}`],
      [skill.strategy !== strategy, `was lowered to ${skill.strategy} to stay within the budget`],
      [missing > 0, `comes without ${counted(missing, "reference")} to stay within the budget`],
      [own > most, `takes ${own} tokens, its token_budget is ${most}: --truncate shortens it`],
    ];
    return cases.filter(([applies]) => applies).slice(0, 1)
      .map(([, says]) => `WARNING: Skill "${name}" ${says}`);
  });
}

async function warmEpic(options: SpawnOptions, host: Host): Promise<Outcome> {
  const epic = options.text("warm")!;
  if (options.operands[0] !== undefined) {
    throw options.misuse(`Option "--warm" names an epic: leave out "${options.operands[0]}"`);
  }
  const projectDir = projectOption(options, host);
  const { path, byId } = await readTasks(options, projectDir, host);
  const tasks = [...byId].flatMap(([id, value]) => {
    const task = readTask(value);
    return id === epic || "problem" in task || task.parent !== epic ? [] : [{ id, task }];
  });
  if (tasks.length === 0) {
    throw new VerbError(`Cannot find tasks of "${epic}" in "${path}": name another`, EX_NO_TASK);
  }
  const recorder = recordTexts(host);
  const [lines, problems]: [string[], string[]] = [[], []];
  for (const { id, task } of tasks) {
    try {
      lines.push(`${id}: ${await warmTask(task, options, recorder.host)}`);
    } catch (error) {
      if (!(error instanceof VerbError)) throw error;
      problems.push(...error.messages.map((message) => `Task "${id}": ${message}`));
    }
  }
  const place = await kept(recorder.texts, projectDir, host);
  if (problems.length > 0) throw new VerbError(problems, EX_INVALID);
  return success([...lines, place].join("\n"));
}

/** What is said of a task; throws why it cannot be started. */
async function warmTask(task: Task, options: SpawnOptions, host: Host): Promise<string> {
  const { request, picked } = await readSpawnInput(options, host, task);
  const problems = [...picked.problems, ...checkValues(request.values).fatal];
  if (problems.length > 0) throw new VerbError(problems);
  const payload = await buildPayload({ ...request, isDry: true }, host);
  const { fitted, failures, strategy } = payload;
  if (failures.length > 0) throw new VerbError(failures.map(({ message }) => message));
  if (fitted.isOver) throw new VerbError(overBudget(payload));
  const names = picked.skills.map(({ bundle }) => bundle.name).join(", ");
  return `${names} (${strategy}, ${fitted.tokens} tokens)`;
}

async function kept(texts: Texts, projectDir: string, host: Host): Promise<string> {
  const stateDir = stateDirectory(host);
  if (stateDir === undefined) return "Nothing is kept: set HOME or XDG_STATE_HOME";
  try {
    const path = await keepTexts(host, stateDir, projectDir, texts);
    return `Kept ${counted(texts.size, "text")} in ${path}`;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return `Nothing is kept: ${error.message}`;
  }
}
