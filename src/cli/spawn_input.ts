/** What `skillhook agent spawn` works on: the task, its values, its skills and the settings; and the payload of them. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { type BudgetSettings, budgetSettings } from "../budget/estimate.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import { buildPayload, type Payload, type PayloadRequest } from "../payload/build_payload.ts";
import { valuesFromJson } from "../payload/given_values.ts";
import { type PickedSkills, pickSkills } from "../payload/pick_skills.ts";
import { loadManifest, preloadedSkills } from "../payload/skill_lookup.ts";
import { type Task, taskValues } from "../payload/task.ts";
import { withoutChain } from "../payload/without_chain.ts";
import { estimateOption } from "./budget_input.ts";
import { readNamed } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import { EX_INVALID } from "./resolve.ts";
import { readSpawnTask, type SpawnOptions } from "./spawn_task.ts";
import { givenValues } from "./values_option.ts";
import { VerbError } from "./verb.ts";

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

/** The input; `known` is the task where it was read already. */
export async function readSpawnInput(
  options: SpawnOptions,
  host: Host,
  known?: Task,
): Promise<SpawnInput> {
  const projectDir = projectOption(options, host);
  const given = givenValues(options, host, EX_INVALID);
  const task = known ?? await readSpawnTask(options, projectDir, host);
  const own = valuesFromJson(task.values);
  if ("problem" in own) throw new VerbError(`Task "${task.id}": ${own.problem}`, EX_INVALID);
  const protocol = readProtocol(options.text("protocol"), host);
  const preloaded = await readAgent(options.text("agent"), host);
  const config = await loadConfig(host, projectDir);
  const budget = budgetSettings(config.settings);
  const manifest = loadManifest(host, projectDir);
  const names = (options.operands[1] ?? "").split(",").map((name) => name.trim());
  const picked = await pickSkills(host, {
    task,
    names: names.filter((name) => name !== ""),
    preloaded,
    fallback: config.settings.subagents["fallback-skill"],
    places: { ...skillContext(projectDir, host), manifest },
  });
  const flaws = [...config.diagnostics, ...manifest?.diagnostics ?? []];
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

async function readAgent(path: string | undefined, host: Host): Promise<readonly string[]> {
  if (path === undefined) return [];
  const what = "the agent's definition";
  readNamed(host, path, { what, code: EX_INVALID });
  return await preloadedSkills(host, absolutePath(path, host)) ?? [];
}

function readProtocol(path: string | undefined, host: Host): SpawnInput["protocol"] {
  if (path === undefined) return undefined;
  const text = readNamed(host, path, { what: "the protocol", code: EX_INVALID });
  return { path: absolutePath(path, host), text };
}

/** The payload; without `commandContext` no command of a skill is run. */
export async function buildSpawnPayload(
  input: SpawnInput,
  options: SpawnOptions,
  commandContext: PayloadRequest["commandContext"],
  host: Host,
): Promise<Payload> {
  const { task, picked, values, protocol, projectDir, settings } = input;
  return await buildPayload({
    task,
    skills: picked.skills,
    values,
    protocol,
    strategy: options.text("strategy"),
    outputFormat: options.text("output-format"),
    projectDir,
    limit: settings.subagentLimit,
    estimate: settings.estimate,
    commandContext,
  }, host);
}
