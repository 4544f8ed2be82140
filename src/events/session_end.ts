/** SessionEnd: nobody will ask again. All hooks of this event share 1.5 s (protocol section 1.7). */
import type { Host } from "../host/host.ts";
import { forgetTouched } from "../index/touch_notes.ts";
import type { Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { type Context, forgetContext } from "./lost_context.ts";

export const sessionEnd = defineEvent<Context>({ decode, handle });

function decode({ sessionId }: HookInput): Context {
  return { sessionId, agentId: undefined };
}

async function handle(context: Context, host: Host): Promise<Verdict> {
  forgetTouched(host, context.sessionId);
  return await forgetContext(context, host);
}
