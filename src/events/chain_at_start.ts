/**
 * A session begins or goes on: a context that has lost the chain is told where it stands; a session that is new to
 * the project's unfinished chain says so to the user alone, who may not want it.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { AgentWays, Host } from "../host/host.ts";
import { isUnfinished, type Progress } from "../progress/progress.ts";
import { positionInContext, userLine } from "../progress/progress_text.ts";
import { unfinishedChain } from "../progress/project_chains.ts";
import { recordPath } from "../progress/record.ts";
import { chainOf, type ChainSession, kept } from "../progress/session_chain.ts";

/** Which session, and why it starts. */
export interface ChainStart extends ChainSession {
  readonly source: string;
}

/** What to say, if anything. */
interface ChainWords {
  readonly context?: string;
  readonly systemMessage?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** After these the context is the session's own. */
const GOING_ON: readonly string[] = ["compact", "resume"];

export async function chainAtStart(host: Host, start: ChainStart): Promise<ChainWords> {
  const { source, projectDir, sessionId } = start;
  const own = await chainOf(host, sessionId);
  if (GOING_ON.includes(source)) {
    return isUnfinished(own) ? goingOn(own, host.ways) : { diagnostics: [] };
  }
  const found = sessionId === undefined ? undefined : unfinishedChain(host, projectDir);
  if (found === undefined) return { diagnostics: [] };
  const systemMessage = `skillhook: a chain is unfinished here: ${
    userLine(found.progress)
  }: type r to go on with it`;
  if (source !== "fork") return { systemMessage, diagnostics: [] };
  // Nothing says yet which session it comes from.
  const flaws = kept(host, await recordPath(host, sessionId), [{ is: "forked" }]);
  return { systemMessage, diagnostics: flaws };
}

/** A suspended chain waits for the user, also after a compaction. */
function goingOn(progress: Progress, ways: AgentWays | undefined): ChainWords {
  if (progress.state !== "suspended") {
    return { context: positionInContext(progress, ways), diagnostics: [] };
  }
  const line = userLine(progress);
  return {
    systemMessage: `skillhook: a chain waits: ${line}: type r to go on with it`,
    diagnostics: [],
  };
}
