/** Approvals that no longer match what they approved: their commands do not run any more. */
import { type Host, HostError } from "../host/host.ts";
import { changedSince, currentApproval } from "../trust/approval.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { readTrustList, type TrustEntry } from "../trust/trust_store.ts";
import { type Finding, finding } from "./finding.ts";

/**
 * @param host The machine.
 * @param projectDir The project: a list inside it does not count.
 * @returns What is wrong with the list and its entries.
 */
export async function checkTrust(host: Host, projectDir: string): Promise<Finding[]> {
  const list = readTrustList(host, projectBoundary(host, projectDir));
  if ("flaw" in list) {
    const message = `No approval counts: ${list.flaw}`;
    const remedy = "Correct that, or remove the list and allow again";
    return [finding("trust", "approvals-unreadable", {}, message, remedy)];
  }
  const findings: Finding[] = [];
  for (const entry of list.entries) {
    const finding = await checkEntry(host, entry);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

async function checkEntry(host: Host, entry: TrustEntry): Promise<Finding | undefined> {
  const { path, project } = entry;
  const inProject = project === "" ? "" : ` --project ${project}`;
  try {
    const text = host.readText(path);
    const boundary = projectBoundary(host, project === "" ? undefined : project);
    const now = text === undefined ? undefined : await currentApproval(host, path, text, boundary);
    if (now !== undefined) {
      const changed = changedSince(entry, now);
      if (changed.length === 0) return undefined;
      const message = `Its commands do not run: changed since they were allowed: ${
        changed.join(", ")
      }`;
      const remedy = `Look at the change: "skillhook allow ${path}${inProject}"`;
      return finding("trust", "approval-outdated", { path }, message, remedy);
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  const remedy = `Forget it: "skillhook revoke ${path}${inProject}"`;
  return finding("trust", "approval-unused", { path }, "It was allowed and is gone", remedy);
}
