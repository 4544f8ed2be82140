/** What lies on the disk: skills that cannot be found, read or called by name; approvals, our directories, marketplaces. */
import { counted } from "../base/fitted_text.ts";
import { asString, isFields } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { AGENT_COMMANDS } from "../catalog/agent_commands.ts";
import { buildCatalog } from "../catalog/catalog.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { cacheDirectory } from "../catalog/own_file.ts";
import { configDirectory } from "../catalog/places.ts";
import { exitFlaws } from "../catalog/registry.ts";
import { look, Sources } from "../catalog/sources.ts";
import { approvalState } from "../hooks/file_plan.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { openTrust, type TrustEntry } from "../trust/trust_store.ts";

export async function checkSkills(host: Host, projectDir: string): Promise<Diagnostic[]> {
  const { diagnostics, skills } = await buildCatalog(host, { projectDir });
  const found = skills.filter(({ shadowedBy }) => shadowedBy === undefined);
  // A skill of the agent's own list wins over the agent's own commands; one that it does not list cannot.
  const reserved = found.filter(({ agent, invoke }) => !agent.listed && AGENT_COMMANDS.has(invoke))
    .map(({ invoke, path }) => {
      const message = `"/${invoke}" is a command of the agent's own: typed, it does not lead here`;
      return diagnose("skill-name-reserved", path, message, "Rename the skill");
    });
  const lost = "No skill takes part in chains: what is typed behind the first one is lost";
  const remedy =
    'Run "skillhook setup", or write "continuation: { cooperative: true }" into a skill\'s frontmatter';
  const chainless = diagnose("skills-chainless", {}, lost, remedy);
  return [
    diagnose("skills-read", {}, `${counted(skills.length, "skill")} looked at`),
    ...diagnostics,
    ...exitFlaws(skills),
    ...reserved,
    ...found.some(({ exit }) => exit !== undefined) ? [] : [chainless],
    ...checkPath(host, skills),
  ];
}

/** A command or a rule for one: the agent puts a plugin's own `bin` on PATH, and no other. */
const BY_NAME = /!`skillhook |\bBash\(skillhook /;

function checkPath(host: Host, skills: readonly CatalogSkill[]): Diagnostic[] {
  const [separator, name] = host.platform === "windows"
    ? [";", "skillhook.exe"]
    : [":", "skillhook"];
  const isFound = (host.env("PATH") ?? "").split(separator).some((place) =>
    place !== "" && look(host, joinPath(place, name))?.kind === "file"
  );
  if (isFound) return [];
  const caller = skills.find(({ plugin, textPath }) =>
    plugin === undefined && textPath !== undefined &&
    BY_NAME.test(attempt(() => host.readText(textPath)) ?? "")
  );
  if (caller === undefined) return [];
  const message = "This skill calls skillhook by its name, which is not on PATH";
  const remedy = `Link ${host.executable()} into a directory of PATH`;
  return [diagnose("not-on-path", caller.path, message, remedy)];
}

export async function checkTrust(host: Host, projectDir: string): Promise<Diagnostic[]> {
  const store = openTrust(host, projectBoundary(host, projectDir));
  const code = "approvals-unreadable";
  if ("flaw" in store) {
    const remedy = "Correct that, or remove it and allow again";
    return [diagnose(code, {}, `No approval counts: ${store.flaw}`, remedy)];
  }
  const { entries, flaws } = store.all();
  const found = await Promise.all(entries.map((entry) => checkEntry(host, entry)));
  const remedy = "Remove the file, and allow again";
  const messages = flaws.map((flaw) => `An approval does not count: ${flaw}`);
  return [...messages.map((message) => diagnose(code, {}, message, remedy)), ...found.flat()];
}

async function checkEntry(host: Host, entry: TrustEntry): Promise<Diagnostic[]> {
  const { path, project } = entry;
  const which = project === "" ? path : `${path} --project ${project}`;
  const { state, changed } = await approvalState(host, entry);
  if (state === "allowed") return [];
  if (state === "changed") {
    const files = changed.join(", ");
    const message = `Its commands do not run: changed since they were allowed: ${files}`;
    const remedy = `Look at the change: "skillhook trust allow ${which}"`;
    return [diagnose("approval-outdated", path, message, remedy)];
  }
  const remedy = `Forget it: "skillhook trust revoke ${which}"`;
  return [diagnose("approval-unused", path, "It was allowed and is gone", remedy)];
}

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

export function checkPlaces(host: Host): Diagnostic[] {
  const found: Diagnostic[] = [];
  const places = stateDirectories(host);
  for (const path of places) {
    const [flaw, remedy] = stateFlaw(host, path) ?? [];
    const code = flaw === undefined ? "state-works" : "state-unwritable";
    found.push(diagnose(code, path, flaw ?? "Session markers can be kept", remedy));
  }
  if (places.length === 0) {
    const message = "There is no directory for session markers: skills load in full every time";
    found.push(diagnose("state-unwritable", {}, message, "Set HOME or XDG_STATE_HOME"));
  }
  const { directory: path, flaw } = cacheDirectory(host);
  const message = `The registry is read anew for every chain: ${flaw}`;
  const cache = flaw === undefined
    ? diagnose("state-works", { path }, "The registry can be cached")
    : diagnose("cache-unusable", { path }, message, "Set TMPDIR to a directory of your own");
  return [...found, cache];
}

/** What is wrong, and what to do; tries the directory, or the nearest one above it, by making and removing a file. */
function stateFlaw(host: Host, path: string): [flaw: string, remedy: string] | undefined {
  const place = "The directory for session markers";
  const last = attempt(() => host.linkStat(path));
  const user = host.userId();
  if (last !== undefined && last.kind !== "directory") {
    const what = last.kind === "link" ? "a symbolic link, which we never follow" : "no directory";
    return [`${place} is ${what}`, "Remove it"];
  }
  if (last !== undefined && user >= 0) {
    if (last.owner !== user) return [`${place} belongs to another user`, "Remove it"];
    if ((last.mode & OTHERS_WRITE) !== 0 && (last.mode & STICKY) === 0) {
      return ["Others can write to the directory for session markers", `Run "chmod 700 ${path}"`];
    }
  }
  const flaw = probe(host, path);
  if (flaw === undefined) return undefined;
  const message = `Session markers cannot be kept: ${flaw}: skills load in full every time`;
  return [message, "Make it writable, or set XDG_STATE_HOME"];
}

function probe(host: Host, path: string): string | undefined {
  let directory: string | undefined = path;
  while (directory !== undefined && look(host, directory) === undefined) {
    directory = parentPath(directory);
  }
  if (directory === undefined) return "it has no parent";
  const file = joinPath(directory, `.skillhook-doctor-${host.randomHex()}`);
  try {
    if (!host.createText(file, "", { mode: 0o600 })) return `"${file}" is there already`;
    host.remove(file);
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} in "${directory}"`;
    throw error;
  }
}

/** Those that are a directory of this machine: when that is moved, their plugins are gone without a word. */
export function checkMarketplaces(host: Host): Diagnostic[] {
  const config = configDirectory(host);
  if (config === undefined) return [];
  const file = joinPath(config, "plugins/known_marketplaces.json");
  const known = new Sources(host).readJson(file, []) ?? {};
  return Object.entries(known).flatMap(([name, entry]) => {
    const source = isFields(entry) && isFields(entry.source) ? entry.source : {};
    const path = source.source === "directory" ? asString(source.path) : undefined;
    if (!path || look(host, path) !== undefined) return [];
    const message = `Marketplace "${name}" was in "${path}" and is not there: its plugins are gone`;
    const again = `"claude plugin marketplace remove ${name}", then "... add" with its new place`;
    return [diagnose("marketplace-moved", { path: file, key: name }, message, `Run ${again}`)];
  });
}
