/** `skillhook trust list`: what was allowed, and whether it still counts. */
import type { Host, Outcome } from "../host/host.ts";
import { approvalState } from "../hooks/approval_state.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import type { TrustEntry } from "../trust/trust_entry.ts";
import { openTrust } from "../trust/trust_store.ts";
import { projectOption } from "./project_option.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** One line per approval, or JSON; exit 1 when approvals do not count. */
export async function trustedVerb(options: Given<"trust list">, host: Host): Promise<Outcome> {
  const store = openTrust(host, projectBoundary(host, projectOption(options, host)));
  if ("flaw" in store) throw new VerbError(`Cannot list approvals: ${store.flaw}`);
  const { directory } = store;
  const { entries, flaws } = store.all();
  const notes = flaws.map((flaw) => `An approval does not count: ${flaw}`);
  const rows = [];
  for (const entry of entries) rows.push(await row(entry, host));
  if (options.flag("json")) {
    return success(JSON.stringify({ directory, approvals: rows }), notes);
  }
  const lines = rows.map(({ state, path, commands, allowed_at }) =>
    `${state.padEnd(7)}  ${allowed_at.slice(0, 10)}  ${path}  (${commands.length} commands)`
  );
  const none = `You have allowed nothing yet (approvals are kept in ${directory})`;
  return success(lines.length === 0 ? none : lines.join("\n"), notes);
}

async function row(entry: TrustEntry, host: Host) {
  const { path, project } = entry;
  const commands = entry.commands ?? entry.steps.map(({ text }) => text);
  const { state, changed } = await approvalState(host, entry);
  const allowed_at = new Date(entry.allowedAt).toISOString();
  return { state, path, project, allowed_at, commands, changed };
}
