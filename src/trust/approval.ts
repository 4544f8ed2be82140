/** What an approval covers, as it is now: made by `skillhook allow`, compared by the judge. */
import { type Host, HostError } from "../host/host.ts";
import { approvable } from "./approvable.ts";
import { sha256 } from "../base/sha256.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { referencedFiles } from "./referenced_files.ts";
import type { TrustedFile, TrustEntry } from "./trust_store.ts";

/** What making an approval asks of the machine. */
export type ApprovalHost = Pick<
  Host,
  "env" | "platform" | "realPath" | "stat" | "readBytes" | "now" | "sha256"
>;

/** Bytes of a file that are hashed, at most; a larger one is named by size and time too. */
const MAX_HASHED = 64 * 1024 * 1024;
/** UTF-16 units of file texts kept for a diff: one file, all files. */
const MAX_TEXT = 16 * 1024;
const MAX_TEXTS = 64 * 1024;
/** UTF-16 units shown and kept of one command. */
const MAX_COMMAND = 20_000;

/**
 * @param host The machine.
 * @param file The skill file.
 * @param text Its content.
 * @param project The project.
 * @returns The approval of what is there now; `undefined` when the file is gone.
 */
export async function currentApproval(
  host: ApprovalHost,
  file: string,
  text: string,
  project: ProjectBoundary,
): Promise<TrustEntry | undefined> {
  const path = realPathOf(host, file);
  if (path === undefined) return undefined;
  const { commands, text: approved } = approvable(file, text);
  let room = MAX_TEXTS;
  const files: TrustedFile[] = [];
  for (const referenced of referencedFiles(host, commands, file, project)) {
    const made = await trustedFile(host, referenced);
    const kept = made.text !== undefined && made.text.length <= Math.min(MAX_TEXT, room);
    if (kept) room -= made.text!.length;
    files.push(kept ? made : { path: made.path, digest: made.digest });
  }
  return {
    path,
    project: project.root ?? "",
    digest: await host.sha256(approved),
    commands: commands.map(bounded),
    files,
    allowedAt: host.now(),
  };
}

/**
 * @param before The approval that was given.
 * @param now What there is.
 * @returns Names of what differs: `SKILL.md` or another file's path; empty when the approval covers it all.
 */
export function changedSince(before: TrustEntry, now: TrustEntry): string[] {
  const changed = before.digest === now.digest ? [] : [now.path];
  const old = new Map(before.files.map(({ path, digest }) => [path, digest]));
  for (const { path, digest } of now.files) {
    if (old.get(path) !== digest) changed.push(path);
    old.delete(path);
  }
  return [...changed, ...old.keys()];
}

/**
 * @param entries A list of approvals.
 * @param now What there is.
 * @returns The approval for the same file and project, if any.
 */
export function approvalFor(
  entries: readonly TrustEntry[],
  now: Pick<TrustEntry, "path" | "project">,
): TrustEntry | undefined {
  return entries.find(({ path, project }) => path === now.path && project === now.project);
}

/** Nothing may hide behind the end of what is shown. */
function bounded(command: string): string {
  const left = command.length - MAX_COMMAND;
  if (left <= 0) return command;
  return `${
    command.slice(0, MAX_COMMAND)
  }\n… ${left} more characters: read the file before you allow it`;
}

async function trustedFile(host: ApprovalHost, path: string): Promise<TrustedFile> {
  try {
    const stat = host.stat(path);
    const bytes = host.readBytes(path, 0, Math.min(stat?.size ?? 0, MAX_HASHED));
    if (stat === undefined || bytes === undefined) return { path, digest: "absent" };
    const digest = await sha256(new Uint8Array(bytes));
    if (stat.size > MAX_HASHED) return { path, digest: `${digest} ${stat.size} ${stat.mtime}` };
    if (bytes.length > MAX_TEXT || bytes.includes(0)) return { path, digest };
    return { path, digest, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof HostError) return { path, digest: `unreadable ${error.code}` };
    throw error;
  }
}
