/** The one question about a plan of a project's file: has the user allowed exactly this? */
import type { Host } from "../host/host.ts";
import { changedSince, currentApproval } from "./approval.ts";
import type { Plan } from "./plan.ts";
import type { ProjectBoundary } from "./project_boundary.ts";
import { openTrust } from "./trust_store.ts";

/**
 * @param place What is said of the file when nobody has allowed it: `the skill lies in the project`.
 * @returns Why nothing of it may run; `undefined` when the user has allowed it all.
 */
export async function planFlaw(
  host: Host,
  plan: Plan,
  project: ProjectBoundary,
  place: string,
): Promise<string | undefined> {
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
