/**
 * Hooks that a project brings along run only when the user has approved their file. The list of approvals is
 * the one that skills use: an approval covers the file's text and the project's files its commands name.
 */
import type { Host } from "../host/host.ts";
import { approvalFor, changedSince, currentApproval } from "./approval.ts";
import { projectBoundary } from "./project_boundary.ts";
import { readTrustList } from "./trust_store.ts";

/**
 * Whether the user lets a file of the project run commands.
 *
 * @param file The file's path.
 * @param text Its content, which is what is approved.
 * @param projectDir The project.
 */
export type IsAllowed = (
  file: string,
  text: string,
  projectDir: string,
) => boolean | Promise<boolean>;

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
