/**
 * SessionStart after `/clear`, a compaction or a resume: what was loaded is gone, or (resumed) goes at
 * the next compaction without being put back (protocol section 3.7).
 */
import type { Host } from "../host/host.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import { type HookInput, optionalString } from "../protocol/input.ts";
import { defineEvent } from "./event.ts";
import { type Context, forgetContext } from "./lost_context.ts";

/** This event's own fields. */
interface StartInput extends Context {
  readonly source: string;
}

const LOSING_SOURCES: readonly string[] = ["clear", "compact", "resume"];

export const sessionStart = defineEvent<StartInput>({ decode, handle });

function decode({ fields, sessionId, agentId }: HookInput): StartInput {
  return { sessionId, agentId, source: optionalString(fields, "source") ?? "" };
}

function handle(input: StartInput, host: Host): Verdict | Promise<Verdict> {
  if (LOSING_SOURCES.includes(input.source)) return forgetContext(input, host);
  return { decision: PASS, diagnostics: [] };
}
