/** `skillhook agent spawn`: everything a subagent needs, as one text that fits. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { formatBill, makeBill } from "../payload/bill.ts";
import { type Payload, skillCommands } from "../payload/build_payload.ts";
import { checkValues } from "../payload/given_values.ts";
import type { SkillBundle } from "../payload/skill_bundle.ts";
import { withWarmTexts } from "../payload/warm_texts.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import { EX_OVER_BUDGET } from "./budget_truncate.ts";
import { projectOption } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { buildSpawnPayload, readSpawnInput, type SpawnInput } from "./spawn_input.ts";
import type { SpawnOptions } from "./spawn_task.ts";
import { noteLines, success, VerbError } from "./verb.ts";

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
  const { fatal, warnings } = checkValues(input.values);
  const notes = [...input.notes, ...warnings.map((message) => `WARNING: ${message}`)];
  const problems = [...input.picked.problems, ...fatal];
  if (problems.length > 0) throw new VerbError([...problems, ...notes], EX_INVALID);
  const commands = options.flag("dry-run")
    ? undefined
    : (bundle: SkillBundle) => skillCommands(warm, bundle, input.projectDir, DEADLINE_MS);
  const payload = await buildSpawnPayload(input, options, commands, warm);
  notes.push(...payload.warnings.map(formatDiagnostic), ...shortened(input, payload));
  if (payload.failures.length > 0) {
    throw new VerbError([...payload.failures.map(formatDiagnostic), ...notes], EX_INVALID);
  }
  return answer(input, payload, notes, options, host);
}

function answer(
  input: SpawnInput,
  payload: Payload,
  notes: readonly string[],
  options: SpawnOptions,
  host: Host,
): Outcome {
  const { fitted, strategy } = payload;
  const { subagentLimit: limit, estimate } = input.settings;
  const bill = () =>
    makeBill({
      payload,
      skills: input.picked.skills,
      preloaded: input.picked.preloaded,
      protocolPath: input.protocol?.path,
      values: input.values,
      limit,
      estimate,
      home: host.env("HOME"),
    });
  if (fitted.isOver) {
    const message = `Budget exceeded: ${fitted.tokens} tokens (limit: ${limit})`;
    const lines = formatBill(bill()).split("\n");
    throw new VerbError([...notes, message, ...lines], EX_OVER_BUDGET);
  }
  if (options.flag("dry-run")) {
    const text = options.flag("json") ? JSON.stringify(bill()) : formatBill(bill());
    return success(text, notes);
  }
  if (!options.flag("json")) return { stdout: fitted.text, stderr: noteLines(notes), code: 0 };
  const { text, tokens } = fitted;
  const id = input.values.get("TASK_ID") ?? input.task.id;
  const { parts, unresolved } = bill();
  const costs = { task: id, strategy, tokens, limit, parts, unresolved };
  return success(JSON.stringify({ ...costs, warnings: notes, payload: text }), notes);
}

/** What a payload has less of than was asked for: nothing is left out silently. */
function shortened({ picked, settings }: SpawnInput, { fitted, strategy }: Payload): string[] {
  return fitted.skills.flatMap(({ depth, cutOut }, index) => {
    const { name } = picked.skills[index]!.bundle;
    const to = `to stay within ${settings.subagentLimit} tokens`;
    if (cutOut !== undefined) return [`WARNING: Skill "${name}" was cut by section ${to}`];
    return depth === strategy ? [] : [`WARNING: Skill "${name}" was lowered to ${depth} ${to}`];
  });
}
