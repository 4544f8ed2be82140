/** What an approval covers, as it is now: made by `skillhook trust allow`, compared by the judge. */
import { type Host, HostError } from "../host/host.ts";
import { type Plan, type PlanStep, stepKey } from "./plan.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { braced, followCommand } from "./referenced_files.ts";
import { openTrust, type TrustedFile, type TrustEntry } from "./trust_store.ts";

export type Approval = NonNullable<Awaited<ReturnType<typeof currentApproval>>>;

/** Bytes of a file that are hashed, at most; a larger one is named by size and time too. */
const MAX_HASHED = 64 * 1024 * 1024;
/** Bytes of a file whose text is kept for a diff, and UTF-16 units of all such texts. */
const MAX_TEXT = 16 * 1024;
const MAX_TEXTS = 64 * 1024;

/** With what each step of the plan reads; `undefined` when the file is gone. */
export async function currentApproval(host: Host, plan: Plan, project: ProjectBoundary) {
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

/** Where commands run in another directory than they were shown for: the first file named there that was not shown. */
export function unshownFile(host: Host, plan: Plan, project: ProjectBoundary, directory: string) {
  const cwd = realPathOf(host, directory);
  if (cwd === undefined || cwd === project.start || !project.holds(cwd)) return undefined;
  const [first] = plan.steps.flatMap(({ kind, text }) => {
    const goesBack = /^\s*cd\s+"?\$\{?CLAUDE_PROJECT_DIR\b[}"]*\s*(?:&&|;|\n)/.test(text);
    if (kind !== "run" || goesBack && !/\bcd\s+~?-|OLDPWD/.test(text)) return [];
    const shown = new Set(followCommand(host, text, plan.file, project).paths);
    const { paths } = followCommand(host, text, plan.file, project, cwd);
    return paths.filter((path) => !shown.has(path));
  });
  return first;
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
  const names = isSame ? [] : [now.path];
  const old = new Map(before.files.map(({ path, digest }) => [path, digest]));
  for (const { path, digest } of now.files) {
    if (old.get(path) !== digest) names.push(path);
    old.delete(path);
  }
  return [...names, ...old.keys()];
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
