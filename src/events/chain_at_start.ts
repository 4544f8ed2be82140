/**
 * A session begins or goes on: a context that has lost the chain is told where it stands; a session that is new to
 * the project's unfinished chain says so to the user alone, who may not want it.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { isUnfinished, type Progress } from "../progress/progress.ts";
import { positionInContext, userLine } from "../progress/progress_text.ts";
import { forkedChain, unfinishedChain } from "../progress/project_chains.ts";
import { adoptChain, chainOf, type ChainSession } from "../progress/session_chain.ts";

/** Which session, and why it starts. */
export interface ChainStart extends ChainSession {
  readonly source: string;
  readonly transcript: string;
}

/** What to say, if anything. */
interface ChainWords {
  readonly context?: string;
  readonly systemMessage?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** After these the context is the session's own, or a copy of another's. */
const GOING_ON: readonly string[] = ["compact", "resume", "fork"];

export async function chainAtStart(host: Host, start: ChainStart): Promise<ChainWords> {
  const { source, projectDir, sessionId } = start;
  const own = await chainOf(host, sessionId);
  if (GOING_ON.includes(source)) {
    if (isUnfinished(own)) return goingOn(own, []);
    if (own !== undefined || source === "compact") return { diagnostics: [] };
    const forked = forkedChain(host, start.transcript);
    if (forked === undefined) return { diagnostics: [] };
    return goingOn(forked.progress, await adoptChain(host, start, forked.progress));
  }
  const found = sessionId === undefined ? undefined : unfinishedChain(host, projectDir);
  if (found === undefined) return { diagnostics: [] };
  const systemMessage = `skillhook: a chain is unfinished here: ${
    userLine(found.progress)
  }: type r to go on with it`;
  return { systemMessage, diagnostics: [] };
}

/** A suspended chain waits for the user, also after a compaction. */
function goingOn(progress: Progress, diagnostics: readonly Diagnostic[]): ChainWords {
  if (progress.state !== "suspended") return { context: positionInContext(progress), diagnostics };
  const line = userLine(progress);
  return {
    systemMessage: `skillhook: a chain waits: ${line}: type r to go on with it`,
    diagnostics,
  };
}
