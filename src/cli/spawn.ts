/** `skillhook agent spawn`: everything a subagent needs, as one text that fits. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { buildPayload, type Payload, skillCommands } from "../payload/build_payload.ts";
import { checkValues } from "../payload/known_values.ts";
import type { SkillBundle } from "../payload/skill_bundle.ts";
import { withWarmTexts } from "../payload/warm_texts.ts";
import { projectOption } from "./named_input.ts";
import { readSpawnInput, type SpawnInput, type SpawnOptions } from "./spawn_input.ts";
import { EX_INVALID, EX_OVER_BUDGET, noteLines, success, VerbError } from "./verb.ts";

/** Milliseconds for the commands of one skill. */
const DEADLINE_MS = 120_000;

/** The payload, or with `--dry-run` its bill; nothing on standard output unless the exit code is 0. */
export async function spawnVerb(options: SpawnOptions, host: Host): Promise<Outcome> {
  if (options.text("warm") !== undefined) {
    const { warmEpic } = await import("./spawn_warm.ts");
    return await warmEpic(options, host);
  }
  const warm = withWarmTexts(host, stateDirectory(host), projectOption(options, host));
  const input = await readSpawnInput(options, warm);
  const { request, picked } = input;
  const { fatal, warnings } = checkValues(request.values);
  const notes = [...input.notes, ...warnings.map((message) => `WARNING: ${message}`)];
  const problems = [...picked.problems, ...fatal];
  if (problems.length > 0) throw new VerbError([...problems, ...notes], EX_INVALID);
  const commandContext = options.flag("dry-run")
    ? undefined
    : (bundle: SkillBundle) => skillCommands(warm, bundle, request.projectDir, DEADLINE_MS);
  const payload = await buildPayload({ ...request, commandContext }, warm);
  notes.push(...payload.warnings.map(formatDiagnostic), ...shortened(input, payload));
  if (payload.failures.length > 0) {
    throw new VerbError([...payload.failures.map(formatDiagnostic), ...notes], EX_INVALID);
  }
  return await answer(input, payload, notes, options, host);
}

async function answer(
  { request, picked }: SpawnInput,
  payload: Payload,
  notes: readonly string[],
  options: SpawnOptions,
  host: Host,
): Promise<Outcome> {
  const { fitted: { text, tokens, isOver }, strategy } = payload;
  const { limit, values } = request;
  const [isDry, isJson] = [options.flag("dry-run"), options.flag("json")];
  if (!isOver && !isDry && !isJson) return { stdout: text, stderr: noteLines(notes), code: 0 };
  const { formatBill, makeBill } = await import("../payload/bill.ts");
  const bill = makeBill(payload, picked.preloaded, host.env("HOME"));
  if (isOver) {
    const message = `Budget exceeded: ${tokens} tokens (limit: ${limit})`;
    throw new VerbError([...notes, message, ...formatBill(bill).split("\n")], EX_OVER_BUDGET);
  }
  if (isDry) return success(isJson ? JSON.stringify(bill) : formatBill(bill), notes);
  const { parts, unresolved } = bill;
  const task = values.get("TASK_ID") ?? request.task.id;
  const costs = { task, strategy, tokens, limit, parts, unresolved };
  return success(JSON.stringify({ ...costs, warnings: notes, payload: text }), notes);
}

/** What a payload has less of than was asked for: nothing is left out silently. */
function shortened({ request, picked }: SpawnInput, { fitted, strategy }: Payload): string[] {
  return fitted.skills.flatMap(({ depth, cutOut }, index) => {
    const { name } = picked.skills[index]!.bundle;
    const to = `to stay within ${request.limit} tokens`;
    if (cutOut !== undefined) return [`WARNING: Skill "${name}" was cut by section ${to}`];
    return depth === strategy ? [] : [`WARNING: Skill "${name}" was lowered to ${depth} ${to}`];
  });
}
