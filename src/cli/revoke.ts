/** `skillhook trust revoke`: takes approvals back. */
import { isInside } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { projectBoundary, realPathOf } from "../trust/project_boundary.ts";
import { openTrust } from "../trust/trust_store.ts";
import { ended } from "./named_input.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** Exit 1 when there was nothing to take back, or an approval cannot be removed. */
export async function revokeVerb(options: Given<"trust revoke">, host: Host): Promise<Outcome> {
  const projectDir = projectOption(options, host);
  const project = projectBoundary(host, projectDir);
  const store = openTrust(host, project);
  if ("flaw" in store) throw new VerbError(`Cannot revoke anything: ${store.flaw}`);
  const [operand] = options.operands;
  const path = operand === undefined ? undefined : absolutePath(operand, host);
  const real = path === undefined ? undefined : realPathOf(host, path) ?? path;
  const gone = store.all().entries.filter((entry) =>
    real === undefined
      ? entry.project === (project.root ?? projectDir)
      : isInside(real, entry.path, host.platform)
  );
  if (gone.length === 0) throw new VerbError(`Nothing is allowed in "${real ?? projectDir}"`);
  const cannot = `Cannot remove an approval from "${store.directory}"`;
  for (const entry of gone) await store.drop(entry).catch(ended(cannot));
  return success(gone.map((entry) => `Revoked ${entry.path}`).join("\n"));
}
