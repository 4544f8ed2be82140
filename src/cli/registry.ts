/** `skillhook chain skills`: the cooperative skills, what is wrong with their files, and how fast that was found. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { columns } from "../base/fitted_text.ts";
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

/** The skills on standard output; diagnostics and the explanation on standard error. */
export async function registryVerb(options: Given<"chain skills">, host: Host): Promise<Outcome> {
  const given = options.text("project");
  const projectDir = given === undefined
    ? projectOption(options, host)
    : realDirectory(host, given);
  if (projectDir === undefined) {
    throw options.misuse(`Cannot use project "${given}": no such directory`);
  }
  const loaded = await loadCatalog(host, skillContext(projectDir, host), {
    noCache: options.flag("no-cache"),
  });
  const entries = [...loaded.registry.entries()].filter(([name]) => !name.includes(":"))
    .sort(byName);
  const text = options.flag("json")
    ? JSON.stringify(toJson(entries))
    : entries.length === 0
    ? emptyText(loaded, host, projectDir)
    : toTable(loaded);
  const explained = options.flag("explain") ? explainLines(loaded.record) : [];
  return success(text, [
    ...loaded.diagnostics,
    ...exitFlaws(loaded.skills),
    ...bystanderNotes(loaded),
    ...explained,
  ]);
}

function realDirectory(host: Host, path: string): string | undefined {
  return attempt(() => host.stat(path)?.kind === "directory" ? host.realPath(path) : undefined);
}

type Row = [string, RegistryEntry];

function byName([a]: Row, [b]: Row): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Without a prototype: a skill may be called `__proto__`. */
function toJson(rows: readonly Row[]): Record<string, unknown> {
  const json: Record<string, unknown> = Object.create(null);
  for (const [name, { cooperative, defaultExit, exitWhen, source, path, invoke }] of rows) {
    const word = SOURCE_WORDS[source] ?? source;
    const when = exitWhen === undefined ? {} : { default_exit_when: exitWhen };
    json[name] = { cooperative, default_exit: defaultExit, ...when, source: word, path, invoke };
  }
  return json;
}

/** What this verb has always called a person's own skills. */
const SOURCE_WORDS: Readonly<Partial<Record<string, string>>> = { user: "personal" };

/** Says where it looked. */
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
  const entries = uniqueEntries(registry);
  const cells = [
    ["SKILL", "SOURCE", "DEFAULT EXIT"],
    ...entries.map((entry) => [
      `/${entry.invoke}`,
      SOURCE_WORDS[entry.source] ?? entry.source,
      exitText(entry),
    ]),
  ];
  return columns(cells);
}

function exitText({ defaultExit, exitWhen }: RegistryEntry): string {
  const exit = defaultExit.join(", ") || "(ends the chain)";
  return exitWhen === undefined ? exit : `${exit} (with ${exitWhen})`;
}

/** Few are worth a line each; many are normal, and a count says enough. */
function bystanderNotes({ skills }: LoadedCatalog): Diagnostic[] {
  const bystanders = skills.filter(({ exit }) => exit === undefined).map(({ path }) => path);
  if (bystanders.length <= BYSTANDERS_NAMED) {
    const message =
      'Takes no part in chains: no "continuation: { cooperative: true }" in its frontmatter';
    return bystanders.map((path) => diagnose("skill-bystander", path, message));
  }
  const message = `${bystanders.length} of ${skills.length} skills take no part in chains: ` +
    'no "continuation: { cooperative: true }" in their frontmatter';
  return [diagnose("skill-bystander", bystanders[0]!, message)];
}

const BYSTANDERS_NAMED = 20;

/** Where the registry came from, in words: one line per fact. */
function explainLines(record: LoadRecord): string[] {
  const { cache, reason, snapshot, notWritten, skills, checked } = record;
  const lines = [cache === "hit" ? "cache: hit" : `cache: ${cache}, ${reason}`];
  if (snapshot !== undefined) {
    lines.push(`snapshot: ${cache === "hit" ? "read" : "wrote"} ${snapshot}`);
  } else if (cache === "miss") lines.push(`snapshot: not written, ${notWritten}`);
  lines.push(`skills: ${skills} files${checked === 0 ? "" : `, ${checked} sources compared`}`);
  lines.push(`time: ${timesOf(record)}`);
  return lines;
}

function timesOf({ cache, checkMs, buildMs, writeMs }: LoadRecord): string {
  if (cache === "hit") return `${milliseconds(checkMs)} to read and compare`;
  const build = `${milliseconds(buildMs)} to build`;
  if (cache === "off") return build;
  return `${milliseconds(checkMs)} to look for a snapshot, ${build}, ${
    milliseconds(writeMs)
  } to write`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
