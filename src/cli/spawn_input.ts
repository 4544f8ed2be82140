/** What `skillhook agent spawn` works on: the task, its values, its skills and the settings; values as `agent resolve` has them, too. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { nearHint } from "../base/nearest.ts";
import { joinPath } from "../base/path.ts";
import { estimateNamed } from "../budget/estimate.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host } from "../host/host.ts";
import { type PayloadRequest, spawnRequest } from "../payload/build_payload.ts";
import { valuesFromEnvironment, valuesFromJson, valuesFromPairs } from "../payload/given_values.ts";
import { preloadedSkills } from "../payload/pick_skills.ts";
import { loadManifest } from "../payload/manifest.ts";
import { attachFiles, realRoots } from "../payload/include.ts";
import { readNeeds } from "../payload/needs.ts";
import { readTask, type Task, tasksById } from "../payload/task.ts";
import { absolutePath, parseNamed, projectOption, readAllStdin, readNamed } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { EX_INVALID, EX_NO_TASK, type HasList, type HasText, VerbError } from "./verb.ts";

/** Milliseconds for the commands of one skill. */
const DEADLINE_MS = 120_000;

type SpawnOptions = Given<"agent spawn">;

/** The input; `known` is the task where it was read already. */
export async function readSpawnInput(options: SpawnOptions, host: Host, known?: Task) {
  const projectDir = projectOption(options, host);
  const given = givenValues(options, host, EX_INVALID);
  const task = known ?? await readSpawnTask(options, projectDir, host);
  const own = valuesFromJson(task.values);
  if ("problem" in own) throw new VerbError(`Task "${task.id}": ${own.problem}`, EX_INVALID);
  const protocol = readPart(options.text("protocol"), "the protocol", host);
  const agent = readPart(options.text("agent"), "the agent's definition", host);
  const { settings, diagnostics } = await loadConfig(host, projectDir);
  const manifest = loadManifest(host, projectDir);
  const needs = await readNeeded(options, host);
  // What --include names must be there; what an answer only mentions need not.
  const included = options.list("include").map((name) => include(name, projectDir, host));
  const asked = attachFiles(host, needs.references, realRoots(host, [projectDir]));
  const print = options.text("print");
  const names = (print ?? options.operands[1] ?? "").split(",").map((name) => name.trim())
    .filter((name) => name !== "");
  const { request, picked, chained } = await spawnRequest(host, {
    task,
    settings,
    protocol,
    attached: [...included, ...asked.attached],
    deadlineMs: DEADLINE_MS,
    names: names.length === 0 ? undefined : names,
    also: needs.skills,
    preloaded: agent === undefined ? [] : await preloadedSkills(host, agent.path) ?? [],
    // You want to see that skill or none.
    fallback: print === undefined ? settings.subagents["fallback-skill"] : "",
    places: { ...skillContext(projectDir, host), manifest },
    session: host.env("CLAUDE_CODE_SESSION_ID"),
    given: new Map([...own, ...given.values]),
    isWholeSet: given.isWholeSet,
    strategy: options.text("strategy"),
    outputFormat: options.text("output-format"),
    limit: options.count("limit"),
    mayCut: options.flag("truncate"),
    isDry: options.flag("dry-run"),
    estimate: estimateNamed(options.text("estimate") ?? ""),
  });
  const notes = [
    ...asked.flaws.map(formatDiagnostic),
    ...needs.values.map((name) => `WARNING: The answer lacked {{${name}}}: --set ${name}=…`),
    ...[...diagnostics, ...manifest?.diagnostics ?? []].map(formatDiagnostic),
    ...picked.warnings.map((line) => `WARNING: ${line}`),
    ...chained.map((name) => `WARNING: Took a continuation chain out of ${name}`),
  ];
  return { request, picked, notes };
}

async function readNeeded(options: SpawnOptions, host: Host) {
  const path = options.text("needs");
  if (path !== "-") {
    return readNeeds(path === undefined ? "" : readNamed(host, path, "the answer"));
  }
  if (options.operands[0] === "-" || options.text("tasks") === "-") {
    throw options.misuse(`Option "--needs -" cannot be used with a task on standard input`);
  }
  return readNeeds(await readAllStdin(host));
}

function include(name: string, projectDir: string, host: Host) {
  const path = absolutePath(name, host);
  const [fixed = ""] = path.split("*", 1);
  const roots = realRoots(host, [fixed.slice(0, fixed.lastIndexOf("/")) || "/", projectDir]);
  const { attached, flaws } = attachFiles(host, [path], roots);
  if (flaws.length > 0) throw new VerbError(flaws.map(formatDiagnostic), EX_INVALID);
  return { path: name, text: attached.map(({ text }) => text).join("\n\n") };
}

function readPart(path: string | undefined, what: string, host: Host): PayloadRequest["protocol"] {
  if (path === undefined) return undefined;
  const text = readNamed(host, path, what, EX_INVALID);
  return { path: absolutePath(path, host), text };
}

async function readSpawnTask(options: SpawnOptions, projectDir: string, host: Host): Promise<Task> {
  const [id = ""] = options.operands;
  if (id === "") {
    if (options.text("print") !== undefined) return readTask({}) as Task;
    throw options.misuse("Missing argument TASK: an identifier, or - for standard input");
  }
  if (id === "-") {
    if (options.text("tasks") !== undefined) {
      throw options.misuse(`Option "--tasks" cannot be used with a task on standard input`);
    }
    return checked(parseNamed(await readAllStdin(host), "the task", EX_INVALID), "the task");
  }
  const { path, byId } = await readTasks(options, projectDir, host);
  const found = byId.get(id);
  if (found !== undefined) return checked(found, `the task "${id}"`);
  const hint = nearHint(id, byId.keys()) || ": name one that is there";
  throw new VerbError(`Cannot find task "${id}" in "${path}"${hint}`, EX_NO_TASK);
}

export async function readTasks(options: SpawnOptions, projectDir: string, host: Host) {
  const named = options.text("tasks");
  if (named === "-") {
    const tasks = parseNamed(await readAllStdin(host), "the tasks", EX_INVALID);
    return { path: "standard input", byId: tasksById(tasks) };
  }
  const path = absolutePath(named ?? joinPath(projectDir, ".skillhook/tasks.json"), host);
  const hint = named === undefined ? "name another file with --tasks" : "";
  const text = readNamed(host, path, "the tasks", EX_NO_TASK, hint);
  return { path, byId: tasksById(parseNamed(text, `"${path}"`, EX_INVALID)) };
}

function checked(value: unknown, name: string): Task {
  const task = readTask(value);
  if (!("problem" in task)) return task;
  throw new VerbError(task.problem.replace("the task", name), EX_INVALID);
}

/** The values of `--set`, `--values` and, weakest, `TI_…` in the environment; `code` is for a file that cannot be read. */
export function givenValues(options: HasText<"values"> & HasList<"set">, host: Host, code = 1) {
  const pairs = valuesFromPairs(options.list("set"));
  if ("problem" in pairs) throw options.misuse(pairs.problem);
  const path = options.text("values");
  const text = path === undefined ? "{}" : readNamed(host, path, "values", code);
  const file = valuesFromJson(parseNamed(text, `values "${path}"`, code));
  if ("problem" in file) throw new VerbError(file.problem, code);
  const environment = valuesFromEnvironment(host.environment());
  return {
    values: new Map([...environment, ...file, ...pairs]),
    // Then nothing required is made up.
    isWholeSet: path !== undefined || environment.size > 0,
  };
}
