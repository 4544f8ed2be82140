/** PreCompact: the summary will not hold the skills' instructions. */
import type { Host } from "../host/host.ts";
import type { Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { type Context, forgetContext } from "./lost_context.ts";

export const preCompact = defineEvent<Context>({ decode, handle });

function decode({ sessionId, agentId }: HookInput): Context {
  return { sessionId, agentId };
}

function handle(context: Context, host: Host): Promise<Verdict> {
  return forgetContext(context, host);
}
