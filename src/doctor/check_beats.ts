/** How the configured hooks have fared while the log was on; those that never worked are named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { actionText } from "../hooks/handler.ts";
import { hookMark } from "../hooks/session_state.ts";
import { attempt, type Host } from "../host/host.ts";
import { readBeats } from "../state/heartbeat.ts";
import type { WiringSubject } from "./check_wiring.ts";
import { isOwn } from "./own_handlers.ts";

/** Fires without a success that are no accident. */
const ENOUGH = 3;

export function checkBeats(host: Host, { handlers, placeOf }: WiringSubject): Diagnostic[] {
  const beats = attempt(() => readBeats(host));
  return handlers.flatMap((handler): Diagnostic[] => {
    const { event, action } = handler;
    const sum = beats?.get(isOwn(handler) ? `skillhook ${event}` : hookMark(handler));
    if (sum === undefined) return [];
    const { fires, successes, lastFire, lastSuccess, total, slowest } = sum;
    const speed = `the last on ${day(lastFire)}; ${number(total / fires)} ms each, ` +
      `${number(slowest)} at most`;
    const what = `${event}: "${actionText(action)}": ${number(fires)} fire${
      fires === 1 ? "" : "s"
    }`;
    if (successes === 0 && fires >= ENOUGH) {
      const remedy = `See why: "skillhook hooks fire ${event} --explain"`;
      const message = `${what}, no success, ${speed}`;
      return [diagnose("hook-no-success", placeOf(handler), message, remedy)];
    }
    const last = successes === 0 ? "no success" : `the last success on ${day(lastSuccess)}`;
    const message = `${what}, ${number(fires - successes)} failed, ${last}, ${speed}`;
    return [diagnose("hook-beats", placeOf(handler), message)];
  });
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
