/** `skillhook trust allow`, `list` and `revoke`: lets a project's skills and hooks run their commands, and takes it back. */
import { counted } from "../base/fitted_text.ts";
import { diagnose, formatDiagnostic } from "../base/diagnostic.ts";
import { isInside, joinPath } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { approvalState, filePlan } from "../hooks/file_plan.ts";
import { changedSince, currentApproval } from "../trust/approval.ts";
import { approvalText } from "../trust/approval_text.ts";
import { leavingLink, tooLarge } from "../trust/guarded_host.ts";
import { linkPlan, type Plan } from "../trust/plan.ts";
import {
  isMachine,
  MAX_PROJECT_BYTES,
  type ProjectBoundary,
  projectBoundary,
  realPathOf,
} from "../trust/project_boundary.ts";
import { skillFiles } from "../trust/find_files.ts";
import { judgeTrust } from "../trust/judge_trust.ts";
import { openTrust } from "../trust/trust_store.ts";
import { absolutePath, ask, checkThere, ended, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { type HasText, success, VerbError } from "./verb.ts";

const SETTINGS = ["settings.json", "settings.local.json", "skillhook.yaml"];

type Terms = ReturnType<typeof termsOf>;

/** Ends a verb, of which `cannot` begins what is said, where no approval counts. */
function termsOf(options: HasText<"project">, host: Host, cannot: string) {
  const projectDir = projectOption(options, host);
  const project = projectBoundary(host, projectDir);
  const store = openTrust(host, project);
  if (!("flaw" in store)) return { host, projectDir, project, store };
  throw new VerbError(`${cannot}: ${store.flaw}: set XDG_CONFIG_HOME to a place of your own`);
}

export async function allowVerb(options: Given<"trust allow">, host: Host): Promise<Outcome> {
  const terms = termsOf(options, host, "Cannot allow anything");
  const { projectDir, project, store } = terms;
  if (project.root === undefined) {
    throw new VerbError(`Cannot find the project "${projectDir}": name it with --project`);
  }
  const [operand] = options.operands;
  const files = operand === undefined
    ? filesOfProject(projectDir, host)
    : filesBelow(operand, host);
  const plans = leavingLinks(files, project, host);
  const links = await Promise.all(plans.map((plan) => compare(plan, terms)));
  const found = links.filter((link) => typeof link !== "string") as typeof links;
  for (const file of files) found.push(await examine(file, terms));
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
    const isYes = answer === "y" || answer === "yes";
    if (!isYes) throw new VerbError("Nothing was allowed: answer y to allow it");
  }
  const cannot = `Cannot write an approval in "${store.directory}"`;
  for (const { now } of wanted) await store.keep(now.entry).catch(ended(cannot));
  const done = `Allowed ${counted(wanted.length, "file")} (kept in ${store.directory})`;
  return success(options.flag("yes") ? `${shown}\n${done}` : done);
}

function filesOfProject(projectDir: string, host: Host): string[] {
  const { levels } = findLevels(host, projectDir);
  // A session at home: the levels end below it, and what it holds is still asked about.
  const places = levels.length === 0 ? [projectDir] : levels;
  const roots = places.flatMap((place) =>
    [".claude", ".agents", "skills"].map((name) => joinPath(place, name))
  );
  // The agent takes hooks only from where it was started; skillhook.yaml counts from every directory above.
  const above = places.slice(1).flatMap((place) => settingsFiles(host, place, ["skillhook.yaml"]));
  return [...skillFiles(host, roots), ...settingsFiles(host, projectDir), ...above];
}

function filesBelow(operand: string, host: Host): string[] {
  const path = absolutePath(operand, host);
  const kind = host.stat(path)?.kind;
  if (kind === "directory") return [...skillFiles(host, [path]), ...settingsFiles(host, path)];
  if (kind === "file") return [path];
  checkThere(operand, "what to allow,", host);
  throw new VerbError(`Cannot allow "${operand}": it is neither a file nor a directory: name one`);
}

function settingsFiles(host: Host, directory: string, names = SETTINGS): string[] {
  return names.map((name) => joinPath(directory, `.claude/${name}`))
    .filter((path) => host.stat(path)?.kind === "file");
}

async function examine(file: string, terms: Terms) {
  const { host, projectDir } = terms;
  try {
    const { size = 0 } = host.stat(file) ?? {};
    if (size > MAX_PROJECT_BYTES) return formatDiagnostic(tooLarge(file));
    if (isMachine(host, host.realPath(file) ?? file)) return problem(file, "It is not a file");
    const text = host.readText(file);
    if (text === undefined) return problem(file, "The file is gone");
    const result = await compare(await filePlan(file, text), terms);
    if (typeof result === "string") return result;
    const verdict = await judgeTrust(host, { file, text, projectDir, pluginRoots: [] });
    if (verdict.kind === "trusted") return problem(file, `It needs no approval: ${verdict.why}`);
    return result;
  } catch (error) {
    if (error instanceof HostError) return problem(file, `It cannot be read: ${error.code}`);
    throw error;
  }
}

/** An approval that is missing or out of date, with the one before; or why nothing is to be asked. */
async function compare(plan: Plan, { host, project, store }: Terms) {
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

export async function trustListVerb(options: Given<"trust list">, host: Host): Promise<Outcome> {
  const { store } = termsOf(options, host, "Cannot list approvals");
  const { entries, flaws } = store.all();
  const { directory } = store;
  const notes = flaws.map((flaw) => `An approval does not count: ${flaw}`);
  const rows = await Promise.all(entries.map(async (entry) => {
    const { path, project } = entry;
    const commands = entry.commands ?? entry.steps.map(({ text }) => text);
    const { state, changed } = await approvalState(host, entry);
    const allowed_at = new Date(entry.allowedAt).toISOString();
    return { state, path, project, allowed_at, commands, changed };
  }));
  if (options.flag("json")) {
    return success(JSON.stringify({ directory, approvals: rows }), notes);
  }
  const lines = rows.map(({ state, path, commands, allowed_at }) => {
    const count = counted(commands.length, "command");
    return `${state.padEnd(7)}  ${allowed_at.slice(0, 10)}  ${path}  (${count})`;
  });
  const none = `You have allowed nothing yet (approvals are kept in ${directory})`;
  return success(lines.join("\n") || none, notes);
}

export async function revokeVerb(options: Given<"trust revoke">, host: Host): Promise<Outcome> {
  const { projectDir, project, store } = termsOf(options, host, "Cannot revoke anything");
  const [operand] = options.operands;
  const path = operand === undefined ? undefined : absolutePath(operand, host);
  const real = path && (realPathOf(host, path) ?? path);
  const root = project.root ?? projectDir;
  const gone = store.all().entries.filter((entry) =>
    real === undefined ? entry.project === root : isInside(real, entry.path, host.platform)
  );
  if (gone.length === 0) {
    const hint = '"skillhook trust list" shows what is';
    throw new VerbError(`Nothing is allowed in "${real ?? projectDir}": ${hint}`);
  }
  const cannot = `Cannot remove an approval from "${store.directory}"`;
  for (const entry of gone) await store.drop(entry).catch(ended(cannot));
  return success(gone.map((entry) => `Revoked ${entry.path}`).join("\n"));
}
