/** `skillhook chain parse`, `next` and `skills`: the chain a prompt asks for, what remains of it, and who can take part. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { columns, counted } from "../base/fitted_text.ts";
import { asString, isFields, jsonType } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Registry, RegistryEntry } from "../catalog/registry.ts";
import { exitFlaws, uniqueEntries } from "../catalog/registry.ts";
import { findLevels } from "../catalog/levels.ts";
import { loadCatalog, type LoadedCatalog, type LoadRecord } from "../catalog/load.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { peel, printCall, slashText } from "../continuation/chain.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import { tellChain } from "../events/chain_lines.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { parseNamed, projectOption, readNamed, textOperand } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** Files written before `default_exit_when` there was mean the one skill whose exit depended on a word. */
const OLD_CONDITIONS: Readonly<Partial<Record<string, string>>> = { handoff: "--commit" };

export async function parseVerb(options: Given<"chain parse">, host: Host): Promise<Outcome> {
  const prompt = await textOperand(options, host);
  const file = options.text("registry");
  const { registry, diagnostics, find } = file === undefined
    ? await loadCatalog(host, skillContext(projectOption(options, host), host))
    : { registry: readRegistryFile(file, host), diagnostics: [], find: () => undefined };
  const read = parseContinuation(prompt, registry);
  const told = read && tellChain(read, { registry, find });
  // A file states a part of a registry: what its exits name may well be elsewhere.
  const chain = file === undefined ? told?.chain ?? null : read;
  if (options.flag("json")) return success(JSON.stringify(chain), diagnostics);
  if (told !== null && chain !== null) {
    const once = file === undefined ? told.once : [];
    return success(contextText(chain), [...diagnostics, ...told.lines, ...once]);
  }
  // A newcomer's first prompt often meets an empty registry, and the prompt is not to blame.
  const why = registry.entries().next().done
    ? 'no skill here takes part in chains; "skillhook chain skills" says where it looked'
    : "the prompt does not begin with a cooperative skill";
  return success(`No chain: ${why}`, diagnostics);
}

export async function nextVerb(options: Given<"chain next">, host: Host): Promise<Outcome> {
  const { args, entries: [target, ...rest], isOpen } = peel(await textOperand(options, host));
  const invocation = target && printCall(target, rest);
  const remainder = rest.map(slashText);
  if (options.flag("json")) {
    const call = { target: target ?? null, remainder, invocation: invocation ?? null };
    return success(JSON.stringify({ args, ...call, isOpen: isOpen || undefined }));
  }
  if (isOpen) {
    const missing = 'the "]" that closes "[CONTINUATION:" is missing';
    throw new VerbError(`Cannot read the chain: ${missing}: add it behind the last entry`);
  }
  const next = invocation === undefined
    ? ["Next: (none, this skill is terminal)"]
    : [`Next: ${invocation}`, `Then: ${remainder.join(", ") || "(nothing)"}`];
  return success([`Arguments: ${args || "(none)"}`, ...next].join("\n"));
}

/** `{ "design": { "default_exit": ["/commit"] } }`; `plugin:name` is reached by `name`, too, unless another entry has it. */
function readRegistryFile(path: string, host: Host): Registry {
  const wrong = (what: string) => new VerbError(`Cannot read registry "${path}": ${what}`);
  const value = parseNamed(readNamed(host, path, "registry"), `registry "${path}"`);
  if (!isFields(value)) throw wrong(`expected an object: got ${jsonType(value)}`);
  const entries: [string, RegistryEntry][] = [];
  for (const [invoke, entry] of Object.entries(value)) {
    if (!isFields(entry)) throw wrong(`"${invoke}" must be an object: got ${jsonType(entry)}`);
    if (entry.cooperative === false) continue;
    // A single text is a list of one, as in frontmatter.
    const exits = [entry.default_exit ?? entry["default-exit"] ?? []].flat();
    // A script that states a registry wants to know that a part of it would not count.
    const flawed = exits.find((exit) => typeof exit !== "string" || /^\s*\/?(?:\s|$)/.test(exit));
    if (flawed !== undefined) {
      const got = typeof flawed === "string" ? JSON.stringify(flawed) : jsonType(flawed);
      throw wrong(`default exit of "${invoke}" must be text such as "/commit": got ${got}`);
    }
    const colon = invoke.lastIndexOf(":");
    const name = invoke.slice(colon + 1);
    const exitWhen = asString(entry.default_exit_when) ?? OLD_CONDITIONS[name];
    entries.push([invoke, {
      ...{ name, cooperative: true, defaultExit: exits as string[], path, invoke, description: "" },
      ...colon < 0 ? { source: "project" } : { source: "plugin", plugin: invoke.slice(0, colon) },
      ...exitWhen === undefined ? {} : { exitWhen },
    }]);
  }
  // The first of several wins: later entries overwrite earlier ones.
  const bare = entries.map(([, entry]): [string, RegistryEntry] => [entry.name, entry]).reverse();
  return new Map([...bare, ...entries]);
}

export async function registryVerb(options: Given<"chain skills">, host: Host): Promise<Outcome> {
  const named = projectOption(options, host);
  const projectDir = attempt(() => host.realPath(named)) ?? named;
  const noCache = options.flag("no-cache");
  const loaded = await loadCatalog(host, skillContext(projectDir, host), { noCache });
  const { skills, registry, record } = loaded;
  const notes = [
    ...loaded.diagnostics,
    ...exitFlaws(skills),
    ...bystanderNotes(loaded),
    ...options.flag("explain") ? explainLines(record) : [],
  ];
  if (options.flag("json")) return success(JSON.stringify(toJson(registry)), notes);
  if (registry.entries().next().done) return success(emptyText(loaded, host, projectDir), notes);
  const rows = uniqueEntries(registry).map(({ invoke, source, defaultExit, exitWhen }) => {
    const exit = defaultExit.join(", ") || "(ends the chain)";
    return [`/${invoke}`, sourceWord(source), exitWhen ? `${exit} (with ${exitWhen})` : exit];
  });
  return success(columns([["SKILL", "SOURCE", "DEFAULT EXIT"], ...rows]), notes);
}

function toJson(registry: Registry): unknown {
  const entries = [...registry.entries()].filter(([name]) => !name.includes(":"))
    .sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([name, entry]) => {
    const { cooperative, defaultExit, exitWhen, path, invoke } = entry;
    const exit = { default_exit: defaultExit, default_exit_when: exitWhen };
    return [name, { cooperative, ...exit, source: sourceWord(entry.source), path, invoke }];
  }));
}

/** This verb has always called a person's own skills personal. */
function sourceWord(source: string): string {
  return source === "user" ? "personal" : source;
}

function emptyText({ skills }: LoadedCatalog, host: Host, projectDir: string): string {
  const { levels } = findLevels(host, projectDir);
  const parents = [configDirectory(host), ...levels.map(projectConfigDirectory)];
  const places = parents.flatMap((parent) => parent ? [joinPath(parent, "skills")] : []);
  return [
    `No cooperative skills among ${skills.length} skill files`,
    'A skill takes part when its frontmatter says "continuation: { cooperative: true }"',
    `Looked in: ${[...places, "the skills of enabled plugins"].join(", ")}`,
  ].join("\n");
}

/** Few are worth a line each; many are normal, and a count says enough. */
function bystanderNotes({ skills }: LoadedCatalog): Diagnostic[] {
  const bystanders = skills.filter(({ exit }) => exit === undefined).map(({ path }) => path);
  const isFew = bystanders.length <= 20;
  const who = isFew ? "Takes" : `${bystanders.length} of ${skills.length} skills take`;
  const why = `no "continuation: { cooperative: true }" in ${isFew ? "its" : "their"} frontmatter`;
  return (isFew ? bystanders : bystanders.slice(0, 1))
    .map((path) => diagnose("skill-bystander", path, `${who} no part in chains: ${why}`));
}

function explainLines(record: LoadRecord): string[] {
  const { cache, reason, snapshot, notWritten, skills, checked } = record;
  const [check, build, write] = [record.checkMs, record.buildMs, record.writeMs]
    .map((ms) => `${ms.toFixed(1)} ms`);
  const wrote = snapshot === undefined ? `not written, ${notWritten}` : `wrote ${snapshot}`;
  const [kept, time] = {
    hit: [`read ${snapshot}`, `${check} to read and compare`],
    off: ["", `${build} to build`],
    miss: [wrote, `${check} to look for a snapshot, ${build} to build, ${write} to write`],
  }[cache] as [string, string];
  return [
    cache === "hit" ? "cache: hit" : `cache: ${cache}, ${reason}`,
    ...kept === "" ? [] : [`snapshot: ${kept}`],
    `skills: ${counted(skills, "file")}${checked === 0 ? "" : `, ${checked} sources compared`}`,
    `time: ${time}`,
  ];
}
