/** The chain of a session, begun and followed: reads its record, and keeps what happened. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import type { Chain, Invocation } from "../continuation/chain.ts";
import type { AgentWays, Host } from "../host/host.ts";
import { followCall, type FollowedCall } from "./follow_call.ts";
import { isUnfinished, type Progress, progressOf, released } from "./progress.ts";
import { userLine } from "./progress_text.ts";
import { forkedChain, unfinishedChain } from "./project_chains.ts";
import {
  type Happening,
  keep,
  type Line,
  readRecord,
  type RecordPlace,
  recordPlace,
} from "./record.ts";

/** Whose chain. */
export interface ChainSession {
  readonly projectDir: string | undefined;
  readonly sessionId: string | undefined;
  /** The agent's name for the prompt whose turn it is. */
  readonly promptId?: string | undefined;
  /** Path of the session's transcript. */
  readonly transcript?: string | undefined;
}

/** A chain was typed: it takes the place of the session's unfinished one. A skill alone is no chain, and replaces none. */
export async function beginChain(
  host: Host,
  session: ChainSession,
  { current, continuation, unknown }: Chain,
) {
  if (continuation.length === 0) return undefined;
  const runs = unknown?.[0]?.at ?? Infinity;
  const steps = [
    current,
    ...continuation.map((step, index) => index < runs ? step : { ...step, waits: true as const }),
  ];
  const planned = plan(steps, session, host.ways);
  const shown = userLine(progressOf([{ ...planned, at: 0 }])!);
  const message = `chain ${shown}`;
  const place = await recordPlace(host, session.sessionId);
  if (place === undefined) return { message, diagnostics: [] };
  const before = progressOf(readRecord(host, place.path));
  const isReplaced = isUnfinished(before) && before.next < before.steps.length;
  const replaced = isReplaced ? `; it replaces the unfinished ${userLine(before)}` : "";
  return { message: message + replaced, diagnostics: kept(host, place, [planned]) };
}

/** A call that is a step of the session's chain is kept; `undefined` for any other. */
export async function followSkill(
  host: Host,
  session: ChainSession,
  call: Invocation,
): Promise<FollowedCall & { readonly diagnostics: readonly Diagnostic[] } | undefined> {
  const place = await recordPlace(host, session.sessionId);
  const lines = place === undefined ? [] : await ownLines(host, place, session);
  if (place === undefined || lines.length === 0) return undefined;
  const followed = followCall(lines, call, session.promptId);
  if (followed === undefined) return undefined;
  return { ...followed, diagnostics: kept(host, place, followed.happenings) };
}

const FORK_TRIES = 10;
const FORK_PAUSE_MS = 100;

/** The session's record. A fork's chain is found when its transcript is there: at its first step or the end of its first turn. */
export async function ownLines(
  host: Host,
  place: RecordPlace,
  session: ChainSession,
): Promise<Line[]> {
  const lines = readRecord(host, place.path);
  if (lines.at(-1)?.is !== "forked") return lines;
  let parent = forkedChain(host, session.transcript ?? "");
  // A quick turn is over before the agent has written down what it repeats.
  for (let tries = 0; parent === undefined && tries < FORK_TRIES; tries++) {
    await host.sleep(FORK_PAUSE_MS);
    parent = forkedChain(host, session.transcript ?? "");
  }
  if (parent === undefined) keep(host, place, [{ is: "cancelled" }]);
  else await adoptChain(host, session, parent.progress);
  return readRecord(host, place.path);
}

/** How far the session's chain has come. */
export async function chainOf(
  host: Host,
  session: string | undefined,
): Promise<Progress | undefined> {
  const place = await recordPlace(host, session);
  return place === undefined ? undefined : progressOf(readRecord(host, place.path));
}

/** @returns What could not be kept. */
export function kept(
  host: Host,
  place: RecordPlace,
  happenings: readonly Happening[],
): Diagnostic[] {
  const problem = keep(host, place, happenings);
  if (problem === undefined) return [];
  const message = `Cannot keep how far the chain has come: ${problem}`;
  return [diagnose("state-unwritable", place.path, message)];
}

/** The session goes on with a chain that another one began: as a record of its own, so that both stay whole. */
export async function adoptChain(
  host: Host,
  session: ChainSession,
  { steps, current }: Progress,
): Promise<Diagnostic[]> {
  const place = await recordPlace(host, session.sessionId);
  if (place === undefined) return [];
  const plain = steps.map(({ state: _state, nudges: _nudges, ...step }) => step);
  const states = steps.flatMap(({ state }, step): Happening[] =>
    state === "open" || step > current ? [] : [{ is: state, step }]
  );
  return kept(host, place, [plan(plain, session, host.ways), ...states]);
}

/** An unfinished chain goes on: the session's own, else the latest of the project; `undefined`: there is none. */
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
  const diagnostics = await adoptChain(host, session, progress);
  // Else the next session would be told of it again, long after it has ended here.
  const moved = diagnostics.length > 0 ? [] : kept(host, other.place, [{ is: "moved" }]);
  return { progress, diagnostics: [...diagnostics, ...moved] };
}

function plan(
  steps: readonly Invocation[],
  session: ChainSession,
  ways: AgentWays | undefined,
): Happening {
  const { projectDir: project = "", promptId: prompt } = session;
  return {
    ...{ is: "planned", steps, project },
    ...(prompt === undefined ? {} : { prompt }),
    ...(ways === undefined ? {} : { agent: ways.agent }),
  };
}
