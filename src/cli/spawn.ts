/** `skillhook agent spawn`: everything a subagent needs, as one text that fits. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { counted } from "../base/fitted_text.ts";
import { estimateTokens } from "../budget/estimate.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { buildPayload, type Payload } from "../payload/build_payload.ts";
import { checkValues } from "../payload/known_values.ts";
import { withWarmTexts } from "../payload/warm_texts.ts";
import { projectOption } from "./named_input.ts";
import { readSpawnInput, type SpawnInput, type SpawnOptions } from "./spawn_input.ts";
import { EX_INVALID, EX_OVER_BUDGET, noteLines, success, VerbError } from "./verb.ts";

/** The payload, or with `--dry-run` its bill; nothing on standard output unless the exit code is 0. */
export async function spawnVerb(options: SpawnOptions, host: Host): Promise<Outcome> {
  const isPrint = options.text("print") !== undefined;
  if (isPrint && (options.flag("json") || options.flag("dry-run") || options.operands[1])) {
    throw options.misuse('Option "--print" takes one skill, without SKILLS, --json and --dry-run');
  }
  if (options.text("warm") !== undefined) {
    const { warmEpic } = await import("./spawn_warm.ts");
    return await warmEpic(options, host);
  }
  const warm = withWarmTexts(host, stateDirectory(host), projectOption(options, host));
  const input = await readSpawnInput(options, warm);
  const { request, picked } = input;
  const { fatal, warnings } = checkValues(request.values);
  const notes = [...input.notes, ...warnings.map((message) => `WARNING: ${message}`)];
  const problems = [...picked.problems, ...(isPrint ? [] : fatal)];
  if (problems.length > 0) throw new VerbError([...problems, ...notes], EX_INVALID);
  const payload = await buildPayload(request, warm);
  notes.push(...payload.warnings.map(formatDiagnostic), ...shortened(input, payload));
  if (payload.failures.length > 0) {
    throw new VerbError([...payload.failures.map(formatDiagnostic), ...notes], EX_INVALID);
  }
  const [only] = isPrint ? payload.fitted.skills : [];
  if (only !== undefined && !payload.fitted.isOver) return success(only.text, notes);
  return await answer(input, payload, notes, options, host);
}

async function answer(
  { request, picked }: SpawnInput,
  payload: Payload,
  notes: readonly string[],
  options: SpawnOptions,
  host: Host,
): Promise<Outcome> {
  const { fitted, strategy } = payload;
  const { text, tokens, isOver } = fitted;
  const { limit, values } = request;
  const [isDry, isJson] = [options.flag("dry-run"), options.flag("json")];
  if (!isOver && !isDry && !isJson) return { stdout: text, stderr: noteLines(notes), code: 0 };
  const { formatBill, makeBill } = await import("../payload/bill.ts");
  const bill = makeBill(payload, picked.preloaded, host.env("HOME"));
  if (isOver && !(isDry && await isOverByCommands(payload))) {
    const message = overBudget(request, fitted);
    throw new VerbError([...notes, message, ...formatBill(bill).split("\n")], EX_OVER_BUDGET);
  }
  const all = isOver ? [...notes, `WARNING: With commands, ${overBudget(request, fitted)}`] : notes;
  if (isDry) return success(isJson ? JSON.stringify(bill) : formatBill(bill), all);
  const { parts, unresolved } = bill;
  const task = values.get("TASK_ID") ?? request.task.id;
  const costs = { task, strategy, tokens, limit, parts, unresolved };
  return success(JSON.stringify({ ...costs, warnings: notes, payload: text }), notes);
}

/** Whether it is too large only by what commands may print at most. */
async function isOverByCommands({ request, fitted }: Payload): Promise<boolean> {
  const { LARGEST_OUTPUT } = await import("../preprocessor/expected_outputs.ts");
  const saved = (fitted.text.split(LARGEST_OUTPUT).length - 1) *
    estimateTokens(LARGEST_OUTPUT, request.estimate);
  const { limit, skillLimit = Infinity } = request;
  return fitted.tokens - saved <= limit && fitted.skillTokens - saved <= skillLimit;
}

/** What is too large, and what to do. */
export function overBudget(
  { limit, skillLimit = Infinity, mayCut }: SpawnInput["request"],
  { tokens, skillTokens }: Payload["fitted"],
): string {
  const hint = mayCut ? "" : ": --truncate shortens skills";
  if (tokens > limit) return `Budget exceeded: ${tokens} tokens (limit: ${limit})${hint}`;
  const skills = `the skills' ${skillTokens} tokens (subagent-skills: ${skillLimit})`;
  return `Budget exceeded: ${skills}${hint}`;
}

/** What a payload has less of than was asked for, or more than it should: nothing is left out silently. */
function shortened({ request, picked }: SpawnInput, { fitted, strategy }: Payload): string[] {
  return fitted.skills.flatMap((skill, index) => {
    const { name, tokenBudget = Infinity } = picked.skills[index]!.bundle;
    const missing = skill.section.extras.length - skill.extras.length;
    const own = estimateTokens(skill.section.body, request.estimate);
    const said = skill.body === undefined
      ? "was lowered to its description to stay within the budget"
      : skill.cut !== undefined
      ? `was cut to stay within the budget: ${skill.cut}`
      : skill.strategy !== strategy
      ? `was lowered to ${skill.strategy} to stay within the budget`
      : missing > 0
      ? `comes without ${counted(missing, "reference")} to stay within the budget`
      : own > tokenBudget
      ? `takes ${own} tokens, its token_budget is ${tokenBudget}: --truncate shortens it`
      : undefined;
    return said === undefined ? [] : [`WARNING: Skill "${name}" ${said}`];
  });
}
