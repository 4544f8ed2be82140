/** The events after which a context has lost, or is about to lose, what was loaded into it: its session markers go. */
import { diagnose } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { forgetTouched } from "../index/touch_notes.ts";
import { clearMarkers } from "../state/session_marker.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { PASS, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";

export type Context = Pick<HookInput, "sessionId" | "agentId">;

export const sessionEnd = defineEvent<Context>({
  decode: ({ sessionId }) => ({ sessionId, agentId: undefined }),
  handle(context, host) {
    forgetTouched(host, context.sessionId);
    return forgetContext(context, host);
  },
});

/** The summary will not hold the skills' instructions, and has to hold where the chain stands. */
export const preCompact = defineEvent<Context>({
  decode: ({ sessionId, agentId }) => ({ sessionId, agentId }),
  async handle(context, host) {
    const { sessionId, agentId } = context;
    const forgotten = await forgetContext(context, host);
    if (agentId !== undefined || sessionId === undefined) return forgotten;
    const { listUses, usedIn } = await import("../index/kept_records.ts");
    const { isUnfinished } = await import("../progress/progress.ts");
    const { summaryText } = await import("../progress/progress_text.ts");
    const { chainOf } = await import("../progress/session_chain.ts");
    const uses = usedIn(listUses(host, stateDirectories(host)), sessionId);
    const chain = await chainOf(host, sessionId);
    const skills = uses.map(({ skill }) => skill);
    const text = summaryText(isUnfinished(chain) ? chain : undefined, skills);
    return text === "" ? forgotten : { ...forgotten, decision: { kind: "text", text } };
  },
});

export async function forgetContext({ sessionId, agentId }: Context, host: Host): Promise<Verdict> {
  if (sessionId === undefined || sessionId.trim() === "") return SILENCE;
  const places = stateDirectories(host);
  const problems = await clearMarkers(host, places, sessionId, agentId || undefined);
  const whose = agentId ? "this subagent" : "the session";
  host.note?.("marker", `Forgotten: what was loaded in ${whose}`);
  const diagnostics = problems.map((problem) =>
    diagnose("state-unwritable", places[0] ?? "", `Cannot remove a session marker: ${problem}`)
  );
  return { decision: PASS, diagnostics };
}
