/** PreCompact: the summary will not hold the skills' instructions, and has to hold where the chain stands. */
import type { Host } from "../host/host.ts";
import { listUses } from "../index/use_record.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { isUnfinished } from "../progress/progress.ts";
import { summaryText } from "../progress/progress_text.ts";
import { chainOf } from "../progress/session_chain.ts";
import type { Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { type Context, forgetContext } from "./lost_context.ts";

export const preCompact = defineEvent<Context>({ decode, handle });

function decode({ sessionId, agentId }: HookInput): Context {
  return { sessionId, agentId };
}

async function handle(input: Context, host: Host): Promise<Verdict> {
  const { sessionId, agentId } = input;
  const forgotten = await forgetContext(input, host);
  if (agentId !== undefined || sessionId === undefined) return forgotten;
  const uses = [...listUses(host, stateDirectories(host)).values()]
    .filter(({ sessions }) => Object.hasOwn(sessions, sessionId))
    .sort((a, b) => b.sessions[sessionId]! - a.sessions[sessionId]!).map(({ skill }) => skill);
  const chain = await chainOf(host, sessionId);
  const text = summaryText(isUnfinished(chain) ? chain : undefined, uses);
  return text === "" ? forgotten : { ...forgotten, decision: { kind: "text", text } };
}
