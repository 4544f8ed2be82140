/** What an approval covers, as it is now: made by `skillhook trust allow`, compared by the judge. */
import { type Host, HostError } from "../host/host.ts";
import { type Plan, type PlanStep, stepKey } from "./plan.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { braced, followCommand, type Followed } from "./referenced_files.ts";
import { openTrust, type TrustedFile, type TrustEntry } from "./trust_store.ts";

export interface Approval {
  readonly plan: Plan;
  readonly entry: TrustEntry;
  readonly followed: readonly Followed[];
}

/** Bytes of a file that are hashed, at most; a larger one is named by size and time too. */
const MAX_HASHED = 64 * 1024 * 1024;
/** Bytes of a file whose text is kept for a diff, and UTF-16 units of all such texts. */
const MAX_TEXT = 16 * 1024;
const MAX_TEXTS = 64 * 1024;

/** `undefined` when the file is gone. */
export async function currentApproval(
  host: Host,
  plan: Plan,
  project: ProjectBoundary,
): Promise<Approval | undefined> {
  const path = plan.isLink ? plan.file : realPathOf(host, plan.file);
  if (path === undefined) return undefined;
  const followed = plan.steps.map(({ kind, text }) =>
    kind === "run" ? followCommand(host, text, plan.file, project) : { paths: [], notes: [] }
  );
  let room = MAX_TEXTS;
  const files: TrustedFile[] = [];
  for (const path of [...new Set(followed.flatMap(({ paths }) => paths))].sort()) {
    const { text, digest } = await readTrusted(host, path);
    const isKept = text !== undefined && text.length <= room;
    if (isKept) room -= text.length;
    files.push(isKept ? { path, digest, text } : { path, digest });
  }
  const entry: TrustEntry = {
    path,
    project: project.root ?? "",
    digest: await host.sha256(plan.pinned),
    steps: plan.steps,
    files,
    allowedAt: host.now(),
  };
  return { plan, entry, followed };
}

/** A command that is run in another directory than it was shown for: the first file it names there that was not shown. */
export function unshownFile(
  host: Host,
  { kind, text }: PlanStep,
  file: string,
  project: ProjectBoundary,
  directory: string,
): string | undefined {
  const cwd = realPathOf(host, directory);
  const goesBack = /^\s*cd\s+"?\$\{?CLAUDE_PROJECT_DIR\b[}"]*\s*(?:&&|;|\n)/.test(text);
  const isThere = goesBack && !/\bcd\s+~?-|OLDPWD/.test(text);
  if (kind !== "run" || isThere || cwd === undefined || cwd === project.start) return undefined;
  if (!project.holds(cwd)) return undefined;
  const shown = new Set(followCommand(host, text, file, project).paths);
  return followCommand(host, text, file, project, cwd).paths.find((path) => !shown.has(path));
}

/** Paths of what differs; empty when the approval covers it all. */
export function changedSince(before: TrustEntry, now: TrustEntry): string[] {
  const keys = new Set(before.steps.map(stepKey));
  // The same text may hold steps that the version which asked the user did not see.
  const wasShown = (step: PlanStep) =>
    before.commands === undefined
      ? keys.has(stepKey(step))
      : step.kind === "run" && before.commands.includes(braced(step.text));
  const isSame = before.digest === now.digest && now.steps.every(wasShown);
  const old = new Map(before.files.map(({ path, digest }) => [path, digest]));
  const changed = now.files.filter(({ path, digest }) => old.get(path) !== digest);
  for (const { path } of now.files) old.delete(path);
  return [...isSame ? [] : [now.path], ...changed.map(({ path }) => path), ...old.keys()];
}

async function readTrusted(host: Host, path: string): Promise<Omit<TrustedFile, "path">> {
  try {
    const stat = host.stat(path);
    const bytes = host.readBytes(path, 0, Math.min(stat?.size ?? 0, MAX_HASHED));
    if (stat === undefined || bytes === undefined) return { digest: "absent" };
    const digest = await host.sha256(new Uint8Array(bytes));
    if (stat.size > MAX_HASHED) return { digest: `${digest} ${stat.size} ${stat.mtime}` };
    if (bytes.length > MAX_TEXT || bytes.includes(0)) return { digest };
    return { digest, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof HostError) return { digest: `unreadable ${error.code}` };
    throw error;
  }
}

/** Why nothing of a plan may run, unless the user allowed exactly this; `place` says which file is not allowed yet. */
export async function planFlaw(host: Host, plan: Plan, project: ProjectBoundary, place: string) {
  const store = openTrust(host, project);
  if ("flaw" in store) return `no approval counts: ${store.flaw}`;
  const now = await currentApproval(host, plan, project);
  if (now === undefined) return `"${plan.file}" cannot be found`;
  const before = await store.find(now.entry);
  if (before === undefined) return `${place} and is not allowed to run commands yet`;
  if ("flaw" in before) return `its approval does not count: ${before.flaw}`;
  const [changed, ...more] = changedSince(before, now.entry);
  if (changed === undefined) return undefined;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `"${changed}"${others} changed since it was allowed`;
}
