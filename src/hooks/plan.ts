/** Which handlers of an event run, and for every other one why not. Nothing is run here. */
import { counted } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import { asString } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import type { Settings } from "../config/schema.ts";
import type { Host } from "../host/host.ts";
import { allowHint } from "../trust/plan.ts";
import type { Effect } from "./effect.ts";
import type { FiredEvent } from "./fired_event.ts";
import { type Handler, handlerName, matches, wholeActionText } from "./handler.ts";
import { ruleFits } from "./permission_rule.ts";
import type { HandlerRun } from "./run.ts";
import { handlerSubject, type SessionState } from "./session_state.ts";

/** What `skillhook.yaml` says about firing hooks, as far as the user's approval goes. */
export type Policy = Pick<Settings, "failure" | "breaker" | "judge" | "agent" | "http"> & {
  /** Those of judge and agent that a project brings, which the user may have put in a sandbox. */
  readonly projectCommands: readonly string[];
};

/** What a handler that fails answers: nothing, a refusal, or a question to the user. */
export type FailureWord = Settings["failure"] extends ReadonlyMap<string, infer Word> ? Word
  : never;

export const NO_POLICY: Policy = {
  failure: new Map(),
  breaker: undefined,
  judge: undefined,
  agent: undefined,
  http: { allow: [] },
  projectCommands: [],
};

/** One event that is fired, and how. */
export interface Firing {
  readonly host: Host;
  readonly event: FiredEvent;
  readonly state: SessionState;
  /** Address patterns of the settings, for `http` handlers. */
  readonly httpUrls: readonly string[];
  readonly policy: Policy;
  /** Milliseconds each handler may take at most; absent: its own deadline. */
  readonly limitMs: number | undefined;
  /** Also for handlers in the background that may wake the model. */
  readonly waits: boolean;
  readonly isDryRun: boolean;
  readonly stateDirectory: string | undefined;
  /** Why nothing may go ahead, whatever the hooks that were found say. */
  readonly refusal: string | undefined;
  /** Told when a handler begins, and again with what came of it. */
  readonly onRun?: (handler: Handler, run?: HandlerRun) => void;
}

export interface HandlerReport {
  readonly handler: Handler;
  /** Matcher and filter say yes. */
  readonly isMatch: boolean;
  readonly runs: boolean;
  readonly why: string;
  readonly run?: HandlerRun;
  readonly effect: Effect;
}

export function planHandlers(handlers: readonly Handler[], firing: Firing): HandlerReport[] {
  const { host, event } = firing;
  const own = handlers.filter((handler) => handler.event === event.name);
  const plans = own.map((handler): HandlerReport => {
    const { isMatch, why } = matchHandler(handler, event, host);
    const obstacle = isMatch ? obstacleOf(handler, firing) : undefined;
    const runs = isMatch && obstacle === undefined;
    return { handler, isMatch, runs, why: obstacle ?? why, effect: {} };
  });
  const running = plans.filter(({ runs }) => runs).map(({ handler }) => handler);
  const unique = deduplicate(running).values();
  return plans.map((plan) => {
    if (!plan.runs) return plan;
    const { handler, sameAs } = unique.next().value!;
    if (sameAs === undefined) return { ...plan, handler };
    return { ...plan, runs: false, why: `the same as ${handlerName(sameAs)}, which runs` };
  });
}

/** Whether a handler is for an event, trust and session aside, with the reason in words. */
export function matchHandler(handler: Handler, event: FiredEvent, host: Host) {
  const { matcher, condition, isUntrusted } = handler;
  const no = (why: string) => ({ isMatch: false, why });
  const { row, fields, projectDir, cwd } = event;
  const reasons: string[] = [];
  // A pattern that is not approved is not tried: it could be made to take for ever.
  if (isUntrusted && matcher?.pattern !== undefined) return { isMatch: true, why: "not approved" };
  if (matcher !== undefined) {
    const said = `matcher "${matcher.text}"`;
    const subject = matchSubject(event, host.platform);
    if (subject === undefined) return no(`${said}: the event has no "${row.matchOn}"`);
    if (!matches(matcher, subject)) return no(`${said} is not for "${subject}"`);
    reasons.push(said);
  }
  if (condition !== undefined) {
    if (row.tool !== true) return no(`"if" counts only on events with a tool`);
    const said = `if "${condition.text}"`;
    const places = { projectDir, cwd, home: host.env("HOME") };
    const isAbout = ruleFits(
      condition,
      asString(fields.tool_name) ?? "",
      fields.tool_input,
      places,
    );
    if (!isAbout) return no(`${said} is not about this call`);
    reasons.push(said);
  }
  return { isMatch: true, why: reasons.join(", ") || "always" };
}

/** What matchers look at; `undefined` when the event has nothing of the kind. */
export function matchSubject(event: FiredEvent, platform: string): string | undefined {
  const { name, row, fields } = event;
  const subject = row.matchOn === undefined ? undefined : asString(fields[row.matchOn]);
  return name === "FileChanged" && subject !== undefined ? lastSegment(subject, platform) : subject;
}

function obstacleOf(handler: Handler, firing: Firing): string | undefined {
  const { event, policy, state } = firing;
  if (handler.isUntrusted) {
    const hint = allowHint(handler.origin.path, event.projectDir);
    return `not approved: if you trust it, run: ${hint}`;
  }
  const subject = handlerSubject(handler);
  if (handler.isOnce && state.count("once", subject) > 0) return "once: it ran in this session";
  if (!isAdvisory(handler, firing)) return undefined;
  const failures = state.count("failures", subject);
  if (failures < policy.breaker!) return undefined;
  return `it failed ${counted(failures, "time")} in a row in this session, and is not asked again`;
}

/** Whether a circuit breaker may leave it out: a guard that stays away must not open what it guards. */
export function isAdvisory(handler: Handler, { event: { row }, policy }: Firing): boolean {
  // 0: said to be off, which beats a weaker file.
  if (!policy.breaker) return false;
  if (handler.shape === "flat" || handler.blocksOnFailure || row.strict === true) return false;
  const word = failureWord(policy, handler);
  return word === undefined ? row.gate !== true : word === "open";
}

/** What is said about a handler most specifically: by handler, by event, by default; else `undefined`. */
export function failureWord({ failure }: Policy, handler: Handler): FailureWord | undefined {
  const { action, event } = handler;
  const names = [wholeActionText(action), ...action.type === "command" ? [action.command] : []];
  return failure.get([...names, event, "default"].find((name) => failure.has(name)) ?? "");
}

/** Of copies in several settings files the first stands for all (`sameAs`), as strict as any. A flat list runs as written. */
export function deduplicate(handlers: readonly Handler[]) {
  // Plugins' copies stay separate: the same line means another root.
  const keyOf = ({ action, shape, origin }: Handler) =>
    JSON.stringify([shape, action, origin.plugin?.root ?? null]);
  const groups = groupBy(handlers, keyOf);
  return handlers.map((handler) => {
    const group = groups.get(keyOf(handler))!;
    if (handler.shape !== "agent" || group.length === 1) return { handler, sameAs: undefined };
    if (group[0] !== handler) return { handler, sameAs: group[0] };
    const limits = group.flatMap(({ timeoutMs }) => timeoutMs ?? []);
    const strictest = {
      ...handler,
      timeoutMs: limits.length < group.length ? undefined : Math.max(...limits),
      blocksOnFailure: group.some(({ blocksOnFailure }) => blocksOnFailure),
      isOnce: group.every(({ isOnce }) => isOnce),
    };
    return { handler: strictest, sameAs: undefined };
  });
}
