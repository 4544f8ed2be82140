/** `skillhook chain skills`: the cooperative skills, what is wrong with their files, and how fast that was found. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { columns, counted } from "../base/fitted_text.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { exitFlaws } from "../catalog/default_exit.ts";
import { loadCatalog, type LoadedCatalog, type LoadRecord } from "../catalog/load.ts";
import { type RegistryEntry, uniqueEntries } from "../catalog/registry.ts";
import { findLevels } from "../catalog/levels.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { Given } from "./table.ts";
import { skillContext } from "./skill_context.ts";
import { projectOption } from "./named_input.ts";
import { success } from "./verb.ts";

const BYSTANDERS_NAMED = 20;

export async function registryVerb(options: Given<"chain skills">, host: Host): Promise<Outcome> {
  const named = projectOption(options, host);
  const projectDir = attempt(() => host.realPath(named)) ?? named;
  const noCache = options.flag("no-cache");
  const loaded = await loadCatalog(host, skillContext(projectDir, host), { noCache });
  const explained = options.flag("explain") ? explainLines(loaded.record) : [];
  const notes = [
    ...loaded.diagnostics,
    ...exitFlaws(loaded.skills),
    ...bystanderNotes(loaded),
    ...explained,
  ];
  if (options.flag("json")) return success(JSON.stringify(toJson(loaded)), notes);
  const isEmpty = loaded.registry.entries().next().done;
  return success(isEmpty ? emptyText(loaded, host, projectDir) : toTable(loaded), notes);
}

function toJson({ registry }: LoadedCatalog): unknown {
  const rows = [...registry.entries()].filter(([name]) => !name.includes(":"))
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([name, { cooperative, defaultExit, exitWhen, source, path, invoke }]) => {
      const when = exitWhen === undefined ? {} : { default_exit_when: exitWhen };
      const exit = { default_exit: defaultExit, ...when };
      return [name, { cooperative, ...exit, source: sourceWord(source), path, invoke }];
    });
  return Object.fromEntries(rows);
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

function toTable({ registry }: LoadedCatalog): string {
  const rows = uniqueEntries(registry).map((entry) => [
    `/${entry.invoke}`,
    sourceWord(entry.source),
    exitText(entry),
  ]);
  return columns([["SKILL", "SOURCE", "DEFAULT EXIT"], ...rows]);
}

function exitText({ defaultExit, exitWhen }: RegistryEntry): string {
  const exit = defaultExit.join(", ") || "(ends the chain)";
  return exitWhen === undefined ? exit : `${exit} (with ${exitWhen})`;
}

/** Few are worth a line each; many are normal, and a count says enough. */
function bystanderNotes({ skills }: LoadedCatalog): Diagnostic[] {
  const bystanders = skills.filter(({ exit }) => exit === undefined).map(({ path }) => path);
  const why = (whose: string) => `no "continuation: { cooperative: true }" in ${whose} frontmatter`;
  if (bystanders.length <= BYSTANDERS_NAMED) {
    const message = `Takes no part in chains: ${why("its")}`;
    return bystanders.map((path) => diagnose("skill-bystander", path, message));
  }
  const count = `${bystanders.length} of ${skills.length} skills take no part in chains`;
  return [diagnose("skill-bystander", bystanders[0]!, `${count}: ${why("their")}`)];
}

function explainLines(record: LoadRecord): string[] {
  const { cache, reason, snapshot, notWritten, skills, checked } = record;
  const compared = checked === 0 ? "" : `, ${checked} sources compared`;
  const kept = snapshot !== undefined
    ? [`snapshot: ${cache === "hit" ? "read" : "wrote"} ${snapshot}`]
    : cache === "miss"
    ? [`snapshot: not written, ${notWritten}`]
    : [];
  return [
    cache === "hit" ? "cache: hit" : `cache: ${cache}, ${reason}`,
    ...kept,
    `skills: ${counted(skills, "file")}${compared}`,
    `time: ${timesOf(record)}`,
  ];
}

function timesOf({ cache, checkMs, buildMs, writeMs }: LoadRecord): string {
  const [check, build, write] = [checkMs, buildMs, writeMs].map((ms) => `${ms.toFixed(1)} ms`);
  if (cache === "hit") return `${check} to read and compare`;
  if (cache === "off") return `${build} to build`;
  return `${check} to look for a snapshot, ${build} to build, ${write} to write`;
}
