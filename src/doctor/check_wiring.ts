/** Whether every event we answer reaches us, in whatever form, once, with enough time; and how the hooks have fared. */
import { diagnose, type Diagnostic, type FlawPlace } from "../base/diagnostic.ts";
import { minuteText, numberText } from "../base/fitted_text.ts";
import type { Fields } from "../base/json_type.ts";
import { EVENTS } from "../events/table.ts";
import { fireableEvent, type FiredEvent } from "../hooks/fired_event.ts";
import { deduplicate, matchHandler } from "../hooks/plan.ts";
import { actionText, type Handler } from "../hooks/handler.ts";
import { hookMark } from "../hooks/session_state.ts";
import { attempt, type Host } from "../host/host.ts";
import { readBeats } from "../state/heartbeat.ts";
import { isOwnProgram, shellWords } from "../install/own_places.ts";
import { NOBODY, sampleFields } from "../lint/sample_event.ts";
import { hookEvent } from "../protocol/hook_events.ts";

export interface WiringSubject {
  readonly handlers: readonly Handler[];
  readonly own: readonly Handler[];
  readonly projectDir: string;
  /** Hooks are switched off somewhere: then nothing being wired is said already. */
  readonly isOff: boolean;
  readonly placeOf: (handler: Handler) => FlawPlace;
}

export function isOwn({ action }: Handler): boolean {
  if (action.type !== "command") return false;
  const [program = "", ...words] = action.args === undefined
    ? shellWords(action.command)
    : [action.command, ...action.args];
  if (!isOwnProgram(program)) return false;
  return words.length === 0 || words[0] === "hook";
}

/** Where a sample calls for an answer of ours. */
const FIELDS: Readonly<Record<string, Fields>> = {
  PreToolUse: { tool_input: { skill: NOBODY } },
  // The start of a session brings the list of skills, in the main context only.
  SessionStart: { agent_id: NOBODY, agent_type: NOBODY },
  PostToolUse: { tool_input: { file_path: `/${NOBODY}` }, tool_response: {} },
};

export function silentEvent(host: Host, name: string, projectDir: string): FiredEvent | undefined {
  if (hookEvent(name) === undefined) return undefined;
  const common = { hook_event_name: name, session_id: NOBODY, cwd: projectDir };
  // The first name of our own matcher is what the event is about.
  const [tool] = EVENTS[name]?.matcher?.split("|") ?? [];
  const own = { ...tool === undefined ? {} : { tool_name: tool }, ...FIELDS[name] };
  const fields = { ...common, ...sampleFields(name, projectDir), ...own };
  const text = JSON.stringify(fields);
  return { ...fireableEvent(name, text, host), projectDir };
}

export function checkWiring(host: Host, subject: WiringSubject): Diagnostic[] {
  if (subject.own.length > 0) {
    return Object.keys(EVENTS).flatMap((event) => checkEvent(host, event, subject));
  }
  const remedy = 'Run "skillhook install", or install the plugin';
  const flaw = diagnose("hook-not-wired", {}, "No hook starts skillhook here", remedy);
  return subject.isOff ? [] : [flaw];
}

function checkEvent(host: Host, name: string, { own, projectDir, placeOf }: WiringSubject) {
  const event = silentEvent(host, name, projectDir);
  if (event === undefined) return [];
  const written = own.filter((handler) => handler.event === name);
  const reached = written.filter((handler) => matchHandler(handler, event, host).isMatch);
  const [first, second] = reached;
  if (first === undefined) {
    const [other] = written;
    const why = other === undefined ? "is not wired" : "is wired with a matcher that never fits";
    const { summary } = EVENTS[name]!;
    const message = `${name} ${why}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
    const remedy = `Run "skillhook install${other === undefined ? "" : " --take ours"}"`;
    const at = other === undefined ? {} : placeOf(other);
    return [diagnose("hook-not-wired", at, message, remedy)];
  }
  const { deadlineMs, timeoutS } = EVENTS[name]!;
  const findings = reached.flatMap((handler) => {
    const { timeoutMs } = handler;
    if (timeoutMs !== undefined && timeoutMs > deadlineMs) return [];
    const message = timeoutMs === undefined
      ? `${name} has no "timeout": the agent waits its own default`
      : `${name} has ${timeoutMs / 1000} s: the agent may give up before we do`;
    return [diagnose("hook-timeout", placeOf(handler), message, `Write "timeout": ${timeoutS}`)];
  });
  if (second === undefined) return findings;
  const runs = deduplicate(reached).filter(({ sameAs }) => sameAs === undefined).length;
  const where = reached.map(placeOf).map(({ path, line }) => [path, line].filter(Boolean).join(":"))
    .join(" and ");
  const effect = runs > 1 ? "it is answered more than once" : "the agent runs it once";
  const message = `${name} is wired ${reached.length} times: ${effect}`;
  const remedy = `Keep one of ${where}: "skillhook uninstall", or turn the plugin off`;
  const code = runs > 1 ? "hook-wired-twice" : "hook-repeated";
  return [...findings, diagnose(code, placeOf(second), message, remedy)];
}

const ENOUGH = 3;

export function checkBeats(host: Host, { handlers, placeOf }: WiringSubject): Diagnostic[] {
  const beats = attempt(() => readBeats(host));
  return handlers.flatMap((handler): Diagnostic[] => {
    const { event, action } = handler;
    const sum = beats?.get(isOwn(handler) ? `skillhook ${event}` : hookMark(handler));
    if (sum === undefined) return [];
    const { fires, successes, lastFire, lastSuccess, total, slowest } = sum;
    const speed = `the last on ${minuteText(lastFire)}; ${numberText(total / fires)} ms each, ` +
      `${numberText(slowest)} at most`;
    const fired = `${numberText(fires)} fire${fires === 1 ? "" : "s"}`;
    const what = `${event}: "${actionText(action)}": ${fired}`;
    if (successes === 0 && fires >= ENOUGH) {
      const remedy = `See why: "skillhook hooks fire ${event} --explain"`;
      const message = `${what}, no success, ${speed}`;
      return [diagnose("hook-no-success", placeOf(handler), message, remedy)];
    }
    const last = successes === 0 ? "no success" : `the last success on ${minuteText(lastSuccess)}`;
    const message = `${what}, ${numberText(fires - successes)} failed, ${last}, ${speed}`;
    return [diagnose("hook-beats", placeOf(handler), message)];
  });
}
