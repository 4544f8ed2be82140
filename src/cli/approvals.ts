/** `skillhook trust list` and `trust revoke`: what was allowed, whether it still counts, and taking it back. */
import { isInside } from "../base/path.ts";
import { approvalState } from "../hooks/approval_state.ts";
import type { Host, Outcome } from "../host/host.ts";
import { projectBoundary, realPathOf } from "../trust/project_boundary.ts";
import { openTrust } from "../trust/trust_store.ts";
import { absolutePath, ended, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

export async function trustListVerb(options: Given<"trust list">, host: Host): Promise<Outcome> {
  const store = openTrust(host, projectBoundary(host, projectOption(options, host)));
  if ("flaw" in store) throw new VerbError(`Cannot list approvals: ${store.flaw}`);
  const { directory } = store;
  const { entries, flaws } = store.all();
  const notes = flaws.map((flaw) => `An approval does not count: ${flaw}`);
  const rows = await Promise.all(entries.map(async (entry) => {
    const { path, project } = entry;
    const commands = entry.commands ?? entry.steps.map(({ text }) => text);
    const { state, changed } = await approvalState(host, entry);
    const allowed_at = new Date(entry.allowedAt).toISOString();
    return { state, path, project, allowed_at, commands, changed };
  }));
  if (options.flag("json")) {
    return success(JSON.stringify({ directory, approvals: rows }), notes);
  }
  const lines = rows.map(({ state, path, commands, allowed_at }) =>
    `${state.padEnd(7)}  ${allowed_at.slice(0, 10)}  ${path}  (${commands.length} commands)`
  );
  const none = `You have allowed nothing yet (approvals are kept in ${directory})`;
  return success(lines.join("\n") || none, notes);
}

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
