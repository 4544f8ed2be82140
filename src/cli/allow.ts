/** `skillhook trust allow`: lets the skills and hooks of a project run their commands. */
import { counted } from "../base/fitted_text.ts";
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { filePlan } from "../hooks/file_plan.ts";
import { type Approval, changedSince, currentApproval } from "../trust/approval.ts";
import { approvalText } from "../trust/approval_text.ts";
import { leavingLink, tooLarge } from "../trust/guarded_host.ts";
import { linkPlan, type Plan } from "../trust/plan.ts";
import { MAX_PROJECT_BYTES } from "../trust/moved_trust.ts";
import { isMachine, type ProjectBoundary, projectBoundary } from "../trust/project_boundary.ts";
import { skillFiles } from "../trust/skill_files.ts";
import { judgeTrust } from "../trust/judge_trust.ts";
import type { TrustEntry } from "../trust/trust_entry.ts";
import { openTrust, type TrustStore } from "../trust/trust_store.ts";
import { absolutePath, ask, ended, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const OWN_SETTINGS = "skillhook.yaml";
const SETTINGS = ["settings.json", "settings.local.json", OWN_SETTINGS];

/** An approval that is missing or out of date. */
interface Wanted {
  readonly now: Approval;
  readonly before: TrustEntry | undefined;
}

/** Exit 1 when you refuse, cannot be asked, or the list cannot be written. */
export async function allowVerb(options: Given<"trust allow">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const project = projectBoundary(host, projectDir);
  if (project.root === undefined) throw new VerbError(`Cannot find the project "${projectDir}"`);
  const store = openTrust(host, project);
  if ("flaw" in store) throw new VerbError(`Cannot allow anything: ${store.flaw}`);
  const [operand] = options.operands;
  const files = operand === undefined
    ? filesOfProject(projectDir, host)
    : filesBelow(operand, host);
  const found: (Wanted | string)[] = [];
  for (const plan of leavingLinks(files, project, host)) {
    const link = await compare(plan, project, store, host);
    if (typeof link !== "string") found.push(link);
  }
  for (const file of files) found.push(await examine(file, projectDir, project, store, host));
  const wanted = found.filter((one) => typeof one !== "string");
  if (wanted.length === 0) {
    const isNamed = operand !== undefined && found.length > 0;
    return success(isNamed ? found.join("\n") : `Nothing to allow in ${projectDir}`);
  }
  const shown = wanted.flatMap(({ now, before }) => [...approvalText(now, before), ""]).join("\n");
  if (!options.flag("yes")) {
    const answer = await ask(`${shown}\nLet these commands run in ${projectDir}? [y/N] `, host);
    if (answer === undefined) {
      const why = "Cannot ask you: standard input is not a terminal: use --yes";
      return success(`${shown}\n`, [why], 1);
    }
    if (answer !== "y" && answer !== "yes") throw new VerbError("Nothing was allowed");
  }
  const cannot = `Cannot write an approval in "${store.directory}"`;
  for (const { now } of wanted) await store.keep(now.entry).catch(ended(cannot));
  const count = `Allowed ${counted(wanted.length, "file")}`;
  return success(`${options.flag("yes") ? `${shown}\n` : ""}${count} (kept in ${store.directory})`);
}

function filesOfProject(projectDir: string, host: Host): string[] {
  const { levels } = findLevels(host, projectDir);
  // A session at home: the levels end below it, and what it holds is still asked about.
  const places = levels.length === 0 ? [projectDir] : levels;
  const roots = places.flatMap((place) =>
    [".claude", ".agents", "skills"].map((name) => joinPath(place, name))
  );
  // The agent takes hooks only from where it was started; skillhook.yaml counts from every directory above.
  const above = places.slice(1).flatMap((place) => settingsFiles(host, place, [OWN_SETTINGS]));
  return [...skillFiles(host, roots), ...settingsFiles(host, projectDir), ...above];
}

function filesBelow(operand: string, host: Host): string[] {
  const path = absolutePath(operand, host);
  const kind = host.stat(path)?.kind;
  if (kind === "directory") return [...skillFiles(host, [path]), ...settingsFiles(host, path)];
  if (kind === "file") return [path];
  throw new VerbError(`Cannot allow "${operand}": there is no such file`);
}

/** Files of a project that may hold hooks, or say who decides for them. */
function settingsFiles(host: Host, directory: string, names = SETTINGS): string[] {
  return names.map((name) => joinPath(directory, `.claude/${name}`))
    .filter((path) => host.stat(path)?.kind === "file");
}

/** What is to be allowed in a file, or why nothing is. */
async function examine(
  file: string,
  projectDir: string,
  project: ProjectBoundary,
  store: TrustStore,
  host: Host,
): Promise<Wanted | string> {
  try {
    const stat = host.stat(file);
    if (stat !== undefined && stat.size > MAX_PROJECT_BYTES) {
      return formatDiagnostic(tooLarge(file));
    }
    if (isMachine(host, host.realPath(file) ?? file)) return problem(file, "It is not a file");
    const text = host.readText(file);
    if (text === undefined) return problem(file, "The file is gone");
    const result = await compare(await filePlan(file, text), project, store, host);
    if (typeof result === "string") return result;
    const verdict = await judgeTrust(host, { file, text, projectDir, pluginRoots: [] });
    if (verdict.kind === "trusted") return problem(file, `It needs no approval: ${verdict.why}`);
    return result;
  } catch (error) {
    if (error instanceof HostError) return problem(file, `It cannot be read: ${error.code}`);
    throw error;
  }
}

/** What is new in a plan, or why nothing is to be asked. */
async function compare(
  plan: Plan,
  project: ProjectBoundary,
  store: TrustStore,
  host: Host,
): Promise<Wanted | string> {
  const now = await currentApproval(host, plan, project);
  if (now === undefined) return problem(plan.file, "The file is gone");
  if (plan.steps.length === 0) return problem(plan.file, "There are no commands in it");
  const found = await store.find(now.entry);
  const before = found === undefined || "flaw" in found ? undefined : found;
  if (before !== undefined && changedSince(before, now.entry).length === 0) {
    return problem(plan.file, "It is already allowed");
  }
  return { now, before };
}

/** Links on the way to the files that lead out of the project: reading through them is asked for first. */
function leavingLinks(files: readonly string[], project: ProjectBoundary, host: Host): Plan[] {
  const links = new Map<string, string>();
  for (const file of files) {
    const place = project.placeOf(file);
    if (place?.leaves !== true || isMachine(host, place.real)) continue;
    const link = leavingLink(host, project, file);
    links.set(link, host.realPath(link) ?? place.real);
  }
  return [...links].map(([link, target]) => linkPlan(link, target));
}

function problem(path: string, message: string): string {
  return formatDiagnostic(diagnose("not-approvable", path, message));
}
