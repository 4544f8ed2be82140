/** How the configured hooks have fared while the log was on; those that never worked are named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { hookMark } from "../hooks/session_state.ts";
import { attempt, type Host } from "../host/host.ts";
import { readBeats } from "../state/heartbeat.ts";
import type { WiringSubject } from "./check_wiring.ts";
import { isOwn } from "./own_handlers.ts";

/** Fires without a success that are no accident. */
const ENOUGH = 3;

export function checkBeats(
  host: Host,
  { handlers, placeOf }: Pick<WiringSubject, "handlers" | "placeOf">,
): Diagnostic[] {
  const beats = attempt(() => readBeats(host));
  const markOf = (handler: Handler) =>
    isOwn(handler) ? `skillhook ${handler.event}` : hookMark(handler);
  return handlers.flatMap((handler): Diagnostic[] => {
    const sum = beats?.get(markOf(handler));
    if (sum === undefined) return [];
    const { fires, successes, lastFire, lastSuccess, total, slowest } = sum;
    const { event, action } = handler;
    const what = `${event}: "${actionText(action)}": ${number(fires)} fire${
      fires === 1 ? "" : "s"
    }`;
    const speed = `${number(total / fires)} ms each, ${number(slowest)} at most`;
    if (successes === 0 && fires >= ENOUGH) {
      const message = `${what}, no success, the last on ${day(lastFire)}; ${speed}`;
      const remedy = `See why: send one through "skillhook hooks fire ${event} --explain"`;
      return [diagnose("hook-no-success", placeOf(handler), message, remedy)];
    }
    const last = lastSuccess === 0 ? "none yet" : `the last on ${day(lastSuccess)}`;
    const message = `${what}, the last on ${day(lastFire)}; ` +
      `${number(successes)} with success, ${last}; ${speed}`;
    return [diagnose("hook-beats", placeOf(handler), message)];
  });
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
