/**
 * Hooks that a project brings along run only when the user has approved their file. The list of approvals is
 * the one that skills use: an approval covers the file's text and the project's files its commands name.
 */
import type { Host } from "../host/host.ts";
import { isInside } from "../base/path.ts";
import { approvalFor, changedSince, currentApproval } from "../preprocessor/approval.ts";
import { type ProjectBoundary, projectBoundary } from "../preprocessor/project_boundary.ts";
import { readTrustList } from "../preprocessor/trust_store.ts";
import { projectConfigDirectory } from "../skill/places.ts";
import type { IsAllowed } from "./load_hooks.ts";

/**
 * The user's word on files of a project.
 *
 * @param host The machine.
 * @returns A judge that looks at the list of approvals.
 */
export function approvedByUser(host: Host): IsAllowed {
  return async (file, text, projectDir) => {
    const project = projectBoundary(host, projectDir);
    const list = readTrustList(host, project);
    if ("flaw" in list) return false;
    const now = await currentApproval(host, file, text, project);
    if (now === undefined) return false;
    const before = approvalFor(list.entries, now);
    return before !== undefined && changedSince(before, now).length === 0;
  };
}

/**
 * What needs an approval.
 *
 * @param host The machine.
 * @param projectDir The project.
 * @returns Tells whether a file or directory belongs to the project.
 */
export function projectFileTest(host: Host, projectDir: string): (path: string) => boolean {
  let boundary: ProjectBoundary | undefined;
  return (path) => (boundary ??= projectBoundary(host, projectDir)).holds(path);
}

/**
 * A file the caller names is the caller's own choice, with one exception: the settings that the project
 * itself keeps for its agents, which must not be switched on by naming them.
 *
 * @param host The machine.
 * @param projectDir The project.
 * @param path The named file.
 * @returns Whether it needs an approval.
 */
export function isProjectSettings(host: Host, projectDir: string, path: string): boolean {
  const boundary = projectBoundary(host, projectDir);
  if (!boundary.holds(path)) return false;
  const own = projectConfigDirectory(boundary.root ?? projectDir);
  const real = host.realPath(path);
  const candidates = [path, real];
  return candidates.some((one) => one !== undefined && isInside(own, one, host.platform));
}
