/** Approvals that no longer match what they approved: their commands do not run any more. */
import type { Host } from "../host/host.ts";
import { approvalState } from "../hooks/approval_state.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import type { TrustEntry } from "../trust/trust_entry.ts";
import { openTrust } from "../trust/trust_store.ts";
import { type Finding, finding } from "./finding.ts";

/** What is wrong with the list and its entries. */
export async function checkTrust(host: Host, projectDir: string): Promise<Finding[]> {
  const store = openTrust(host, projectBoundary(host, projectDir));
  if ("flaw" in store) {
    const message = `No approval counts: ${store.flaw}`;
    const remedy = "Correct that, or remove it and allow again";
    return [finding("trust", "approvals-unreadable", {}, message, remedy)];
  }
  const { entries, flaws } = store.all();
  const findings = flaws.map((flaw) => {
    const message = `An approval does not count: ${flaw}`;
    return finding(
      "trust",
      "approvals-unreadable",
      {},
      message,
      "Remove the file, and allow again",
    );
  });
  for (const entry of entries) {
    const found = await checkEntry(host, entry);
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

async function checkEntry(host: Host, entry: TrustEntry): Promise<Finding | undefined> {
  const { path, project } = entry;
  const inProject = project === "" ? "" : ` --project ${project}`;
  const { state, changed } = await approvalState(host, entry);
  if (state === "allowed") return undefined;
  if (state === "changed") {
    const files = changed.join(", ");
    const message = `Its commands do not run: changed since they were allowed: ${files}`;
    const remedy = `Look at the change: "skillhook trust allow ${path}${inProject}"`;
    return finding("trust", "approval-outdated", { path }, message, remedy);
  }
  const remedy = `Forget it: "skillhook trust revoke ${path}${inProject}"`;
  return finding("trust", "approval-unused", { path }, "It was allowed and is gone", remedy);
}
