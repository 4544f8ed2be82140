/** `skillhook trust list`: what was allowed, and whether it still counts. */
import { type Host, HostError, type Outcome } from "../host/host.ts";
import { changedSince, currentApproval } from "../trust/approval.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { readTrustList, type TrustEntry } from "../trust/trust_store.ts";
import { projectOption } from "./project_option.ts";
import type { TRUST_VERBS } from "./trust_verbs.ts";
import { failure, type Options, success } from "./verb.ts";

/** One line per approval, or JSON; exit 1 when the list does not count. */
export async function trustedVerb(
  options: Options<typeof TRUST_VERBS["trust list"]>,
  host: Host,
): Promise<Outcome> {
  const list = readTrustList(host, projectBoundary(host, projectOption(options, host)));
  if ("flaw" in list) return failure(`Cannot list approvals: ${list.flaw}`);
  const rows = [];
  for (const entry of list.entries) rows.push(await row(entry, host));
  if (options.flag("json")) {
    return success(JSON.stringify({ list: list.path, approvals: rows }));
  }
  if (rows.length === 0) return success(`No skill of a project is allowed (list: ${list.path})`);
  return success(
    rows.map(({ state, path, commands, allowed_at }) =>
      `${state.padEnd(7)}  ${allowed_at.slice(0, 10)}  ${path}  (${commands.length} commands)`
    ).join("\n"),
  );
}

async function row(entry: TrustEntry, host: Host) {
  const { path, project, commands } = entry;
  const { state, changed } = await stateOf(entry, host);
  const allowed_at = new Date(entry.allowedAt).toISOString();
  return { state, path, project, allowed_at, commands, changed };
}

/** `allowed`, or why the approval does not count any more. */
async function stateOf(
  entry: TrustEntry,
  host: Host,
): Promise<{ state: "allowed" | "changed" | "gone"; changed: readonly string[] }> {
  try {
    const text = host.readText(entry.path);
    const project = projectBoundary(host, entry.project === "" ? undefined : entry.project);
    const now = text === undefined
      ? undefined
      : await currentApproval(host, entry.path, text, project);
    if (now === undefined) return { state: "gone", changed: [entry.path] };
    const changed = changedSince(entry, now);
    return { state: changed.length === 0 ? "allowed" : "changed", changed };
  } catch (error) {
    if (error instanceof HostError) return { state: "gone", changed: [entry.path] };
    throw error;
  }
}
