/**
 * Handlers may keep an agent from stopping only so often in a row (protocol section 1.7): after 8 blocks it
 * stops anyway. A tool call in between, or a new prompt, begins the count anew.
 */
import type { Host } from "../host/host.ts";
import type { FiredEvent } from "./fired_event.ts";
import type { Merged } from "./merge.ts";
import type { SessionState } from "./session_state.ts";

const DEFAULT_CAP = 8;
const STOPS: readonly string[] = ["Stop", "SubagentStop"];
const RESETS: readonly string[] = ["PreToolUse", "PostToolUse", "UserPromptSubmit"];

/**
 * Counts blocks and lifts the one too many.
 *
 * @param host Holds `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP`; 0 turns the cap off.
 * @returns The conclusion, without its block when there were too many.
 */
export function capStops(
  merged: Merged,
  event: FiredEvent,
  state: SessionState,
  host: Pick<Host, "env">,
): Merged {
  const agent = typeof event.fields.agent_id === "string" ? event.fields.agent_id : "";
  if (RESETS.includes(event.name)) state.forget("stops", agent);
  if (!STOPS.includes(event.name)) return merged;
  const isBlocked = merged.behavior === "deny" && merged.stop === undefined;
  // The first stop of a turn says that no hook has kept the agent going before.
  if (!isBlocked || event.startsTurn) state.forget("stops", agent);
  if (!isBlocked) return merged;
  const cap = blockCap(host);
  if (cap > 0 && state.count("stops", agent) >= cap) {
    state.forget("stops", agent);
    const said = `Stop hooks blocked ${cap} times in a row, so it stops now: ${merged.reason}`;
    const systemMessages = [...merged.systemMessages, said];
    return { ...merged, behavior: undefined, reason: "", systemMessages };
  }
  state.note("stops", agent);
  return merged;
}

function blockCap(host: Pick<Host, "env">): number {
  const text = host.env("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
  const cap = Number(text);
  return text === undefined || !Number.isInteger(cap) || cap < 0 ? DEFAULT_CAP : cap;
}
