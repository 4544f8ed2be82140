/**
 * Hooks that a project brings along run only when the user has approved their file. The list of approvals is
 * the one that skills use: an approval covers the file's text and the project's files its commands name.
 */
import type { Host } from "../host/host.ts";
import { approvalFor, changedSince, currentApproval } from "../preprocessor/approval.ts";
import { projectBoundary } from "../preprocessor/project_boundary.ts";
import { readTrustList } from "../preprocessor/trust_store.ts";
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
