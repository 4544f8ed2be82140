/** A context has lost, or is about to lose, what was loaded into it: its session markers go. */
import { diagnose } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { clearMarkers } from "../state/clear_markers.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";

/** Whose context; without an agent, the whole session's. */
export type Context = Pick<HookInput, "sessionId" | "agentId">;

/** Silence; what could not be removed is a diagnostic. */
export async function forgetContext(context: Context, host: Host): Promise<Verdict> {
  const { sessionId, agentId } = context;
  if (sessionId === undefined || sessionId.trim() === "") {
    return { decision: PASS, diagnostics: [] };
  }
  const places = stateDirectories(host);
  const { problems } = await clearMarkers(host, places, sessionId, agentId || undefined);
  host.note?.(
    "marker",
    `Forgotten: what was loaded in ${agentId ? "this subagent" : "the session"}`,
  );
  const path = places[0] ?? "";
  const diagnostics = problems.map((problem) =>
    diagnose("state-unwritable", path, `Cannot remove a session marker: ${problem}`)
  );
  return { decision: PASS, diagnostics };
}
