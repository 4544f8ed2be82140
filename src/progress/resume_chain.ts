/** An unfinished chain goes on: the session's own, else the latest of the project, as a record of this session's own. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { isUnfinished, type Progress, released } from "./progress.ts";
import { unfinishedChain } from "./project_chains.ts";
import { recordPlace } from "./record.ts";
import { adoptChain, chainOf, type ChainSession, kept } from "./session_chain.ts";

/** @returns `undefined` when nothing is unfinished. */
export async function resumeChain(
  host: Host,
  session: ChainSession,
): Promise<{ progress: Progress; diagnostics: readonly Diagnostic[] } | undefined> {
  const own = await chainOf(host, session.sessionId);
  if (isUnfinished(own)) {
    const place = await recordPlace(host, session.sessionId);
    const { promptId: prompt } = session;
    const named = prompt === undefined ? {} : { prompt };
    const resumed = { is: "resumed", ...named, byUser: true } as const;
    const diagnostics = place === undefined ? [] : kept(host, place, [resumed]);
    return { progress: released(own), diagnostics };
  }
  const other = unfinishedChain(host, session.projectDir);
  if (other === undefined) return undefined;
  const progress = released(other.progress);
  return { progress, diagnostics: await adoptChain(host, session, progress) };
}
