/** Whether every event we answer reaches us, once, with enough time. */
import { EVENTS } from "../events/table.ts";
import { deduplicate, matchHandler } from "../hooks/plan.ts";
import type { Handler } from "../hooks/handler.ts";
import type { Host } from "../host/host.ts";
import { type Finding, finding, type FindingPlace } from "./finding.ts";
import { isOwn, silentEvent } from "./own_handlers.ts";

/** What to look at. */
export interface WiringSubject {
  readonly handlers: readonly Handler[];
  readonly projectDir: string;
  /** Hooks are switched off somewhere: then nothing being wired is said already. */
  readonly isOff: boolean;
  /** Where a handler is written. */
  readonly placeOf: (handler: Handler) => FindingPlace;
}

export function checkWiring(host: Host, subject: WiringSubject): Finding[] {
  const own = subject.handlers.filter(isOwn);
  if (own.length === 0) {
    if (subject.isOff) return [];
    const remedy = 'Run "skillhook install", or install the plugin';
    return [finding("hooks", "hook-not-wired", {}, "No hook starts skillhook here", remedy)];
  }
  return Object.keys(EVENTS).flatMap((event) => checkEvent(host, event, own, subject));
}

function checkEvent(
  host: Host,
  name: string,
  own: readonly Handler[],
  { projectDir, placeOf }: WiringSubject,
): Finding[] {
  const { deadlineMs, summary } = EVENTS[name]!;
  const event = silentEvent(host, name, projectDir);
  if (event === undefined) return [];
  const written = own.filter((handler) => handler.event === name);
  const reached = written.filter((handler) => matchHandler(handler, event, host).isMatch);
  const [first, second] = reached;
  if (first === undefined) {
    const [other] = written;
    const why = other === undefined ? "is not wired" : "is wired with a matcher that never fits";
    const message = `${name} ${why}: ${lower(summary)}`;
    const remedy = `Run "skillhook install${other === undefined ? "" : " --take ours"}"`;
    const at = other === undefined ? {} : placeOf(other);
    return [finding("hooks", "hook-not-wired", at, message, remedy)];
  }
  const findings = reached.flatMap((handler) => checkTimeout(name, deadlineMs, handler, placeOf));
  if (second === undefined) return findings;
  const runs = deduplicate(reached).filter(({ sameAs }) => sameAs === undefined).length;
  const where = reached.map((handler) => placeText(placeOf(handler))).join(" and ");
  const effect = runs > 1 ? "it is answered more than once" : "the agent runs it once";
  const message = `${name} is wired ${reached.length} times: ${effect}`;
  const remedy = `Keep one of ${where}: "skillhook uninstall", or turn the plugin off`;
  const code = runs > 1 ? "hook-wired-twice" : "hook-repeated";
  return [...findings, finding("hooks", code, placeOf(second), message, remedy)];
}

function checkTimeout(
  name: string,
  deadlineMs: number,
  handler: Handler,
  placeOf: WiringSubject["placeOf"],
): Finding[] {
  const { timeoutMs } = handler;
  const remedy = `Write "timeout": ${EVENTS[name]!.timeoutS}`;
  if (timeoutMs === undefined) {
    const message = `${name} has no "timeout": the agent waits its own default`;
    return [finding("hooks", "hook-timeout", placeOf(handler), message, remedy)];
  }
  if (timeoutMs > deadlineMs) return [];
  const seconds = timeoutMs / 1000;
  const message = `${name} has ${seconds} s: the agent may give up before we do`;
  return [finding("hooks", "hook-timeout", placeOf(handler), message, remedy)];
}

function placeText({ path = "", line }: FindingPlace): string {
  return line === undefined ? path : `${path}:${line}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
