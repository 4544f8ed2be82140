/** Whether a kept approval still counts: asked by `trust list` and by the doctor. */
import { type Host, HostError } from "../host/host.ts";
import { changedSince, currentApproval } from "../trust/approval.ts";
import { isLinkEntry, linkPlan, type Plan } from "../trust/plan.ts";
import { projectBoundary, realPathOf } from "../trust/project_boundary.ts";
import type { TrustEntry } from "../trust/trust_entry.ts";
import { filePlan } from "./file_plan.ts";

export async function approvalState(host: Host, entry: TrustEntry): Promise<{
  readonly state: "allowed" | "changed" | "gone";
  readonly changed: readonly string[];
}> {
  try {
    const project = projectBoundary(host, entry.project === "" ? undefined : entry.project);
    const plan = await planAgain(host, entry);
    const now = plan && await currentApproval(host, plan, project);
    if (now === undefined) return { state: "gone", changed: [entry.path] };
    const changed = changedSince(entry, now.entry);
    return { state: changed.length === 0 ? "allowed" : "changed", changed };
  } catch (error) {
    if (error instanceof HostError) return { state: "gone", changed: [entry.path] };
    throw error;
  }
}

async function planAgain(host: Host, entry: TrustEntry): Promise<Plan | undefined> {
  const { path } = entry;
  if (isLinkEntry(entry)) {
    const target = realPathOf(host, path);
    return target === undefined ? undefined : linkPlan(path, target);
  }
  const text = host.readText(path);
  return text === undefined ? undefined : await filePlan(path, text);
}
