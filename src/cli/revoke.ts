/** `skillhook trust revoke`: takes approvals back. */
import { isInside } from "../base/path.ts";
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { projectBoundary, realPathOf } from "../trust/project_boundary.ts";
import { readTrustList, writeTrustList } from "../trust/trust_store.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import type { TRUST_VERBS } from "./trust_verbs.ts";
import { failure, type Options, success } from "./verb.ts";

/** Exit 1 when there was nothing to take back, or the list cannot be written. */
export function revokeVerb(
  options: Options<typeof TRUST_VERBS["trust revoke"]>,
  host: Host,
): Outcome {
  const projectDir = projectOption(options, host);
  const project = projectBoundary(host, projectDir);
  const list = readTrustList(host, project);
  if ("flaw" in list) return failure(`Cannot revoke anything: ${list.flaw}`);
  const [operand] = options.operands;
  const path = operand === undefined ? undefined : absolutePath(operand, host);
  const real = path === undefined ? undefined : realPathOf(host, path) ?? path;
  const kept = list.entries.filter((entry) =>
    real === undefined
      ? entry.project !== (project.root ?? projectDir)
      : !isInside(real, entry.path, host.platform)
  );
  const gone = list.entries.filter((entry) => !kept.includes(entry));
  if (gone.length === 0) return failure(`Nothing is allowed in "${real ?? projectDir}"`);
  try {
    writeTrustList(host, list.path, kept);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return failure(`Cannot write the list of approvals "${list.path}": ${error.code}`);
  }
  return success(gone.map((entry) => `Revoked ${entry.path}`).join("\n"));
}
