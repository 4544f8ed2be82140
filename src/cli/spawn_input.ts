/** What `skillhook spawn` works on: the task, its values, its skills and the settings. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { type BudgetSettings, budgetSettings } from "../budget/settings.ts";
import { loadConfig } from "../config/config_file.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { valuesFromJson } from "../payload/given_values.ts";
import { payloadSettings } from "../payload/payload_settings.ts";
import { type PickedSkills, pickSkills } from "../payload/pick_skills.ts";
import { preloadedSkills } from "../payload/preloaded_skills.ts";
import { loadManifest } from "../payload/skill_lookup.ts";
import type { Task } from "../payload/task.ts";
import { taskValues } from "../payload/task_values.ts";
import { withoutChain } from "../payload/without_chain.ts";
import { estimateOption } from "./budget_input.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { readSpawnTask, type SpawnOptions } from "./spawn_task.ts";
import { givenValues } from "./values_option.ts";
import { failure } from "./verb.ts";

/** All of it. */
export interface SpawnInput {
  readonly task: Task;
  readonly values: ReadonlyMap<string, string>;
  readonly picked: PickedSkills;
  readonly protocol: { readonly path: string; readonly text: string } | undefined;
  readonly projectDir: string;
  readonly settings: BudgetSettings;
  /** What must be said, for standard error. */
  readonly notes: string[];
}

/** The input, or the error to end with; `known` is the task where it was read already. */
export async function readSpawnInput(
  options: SpawnOptions,
  host: Host,
  known?: Task,
): Promise<SpawnInput | { error: Outcome }> {
  const projectDir = projectOption(options, host);
  const given = givenValues(options, host, EX_INVALID);
  if ("error" in given) return given;
  const task = known ?? await readSpawnTask(options, projectDir, host);
  if ("error" in task) return task;
  const own = valuesFromJson(task.values);
  if ("problem" in own) return { error: failure(`Task "${task.id}": ${own.problem}`, EX_INVALID) };
  const protocol = readNamed(options.text("protocol"), "the protocol", host);
  if (protocol !== undefined && "error" in protocol) return protocol;
  const preloaded = await readAgent(options.text("agent"), host);
  if ("error" in preloaded) return preloaded;
  const config = await loadConfig(host, projectDir);
  const budget = budgetSettings(config.layers);
  const payload = payloadSettings(config.layers);
  const manifest = loadManifest(host, projectDir);
  const names = (options.operands[1] ?? "").split(",").map((name) => name.trim());
  const picked = pickSkills(host, {
    task,
    names: names.filter((name) => name !== ""),
    preloaded: preloaded.names,
    fallback: payload.fallback,
    places: { projectDir, manifest },
  });
  const flaws = [
    ...config.diagnostics,
    ...budget.diagnostics,
    ...payload.diagnostics,
    ...manifest?.diagnostics ?? [],
  ];
  const derived = taskValues(task, host.now(), given.isWholeSet);
  const values = new Map([...derived, ...own, ...given.values]);
  const chained = removeChains(values).filter((name) => own.has(name) || given.values.has(name));
  return {
    task,
    values,
    picked,
    protocol,
    projectDir,
    settings: {
      ...budget,
      subagentLimit: options.count("limit") ?? budget.subagentLimit,
      estimate: estimateOption(options) ?? budget.estimate,
    },
    notes: [
      ...flaws.map(formatDiagnostic),
      ...picked.warnings.map((line) => `WARNING: ${line}`),
      ...chained.map((name) => `WARNING: Took a continuation chain out of ${name}`),
    ],
  };
}

/** A value goes into skills' texts as it is: no chain may come with it. Returns the names of those that had one. */
function removeChains(values: Map<string, string>): string[] {
  const changed: string[] = [];
  for (const [name, value] of values) {
    const { text, removed } = withoutChain(value);
    if (removed === 0) continue;
    values.set(name, text);
    changed.push(name);
  }
  return changed;
}

async function readAgent(
  path: string | undefined,
  host: Host,
): Promise<{ names: readonly string[] } | { error: Outcome }> {
  if (path === undefined) return { names: [] };
  const cannot = `Cannot read the agent's definition "${path}"`;
  try {
    const names = await preloadedSkills(host, absolutePath(path, host));
    return names === undefined
      ? { error: failure(`${cannot}: no such file`, EX_INVALID) }
      : { names };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: failure(`${cannot}: ${error.code}`, EX_INVALID) };
  }
}

function readNamed(
  path: string | undefined,
  what: string,
  host: Host,
): { path: string; text: string } | { error: Outcome } | undefined {
  if (path === undefined) return undefined;
  const file = absolutePath(path, host);
  try {
    const text = host.readText(file);
    if (text !== undefined) return { path: file, text };
    return { error: failure(`Cannot read ${what} "${path}": no such file`, EX_INVALID) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { error: failure(`Cannot read ${what} "${path}": ${error.code}`, EX_INVALID) };
  }
}
