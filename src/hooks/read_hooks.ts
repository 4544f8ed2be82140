/** The `hooks` object of one file → handlers, in both shapes, which one file may mix. */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import {
  type Handler,
  type HookPlace,
  type HookShape,
  type Matcher,
  matchesAll,
  readMatcher,
} from "./handler.ts";
import { HOOK_EVENTS, type HookEvent, hookEvent } from "../protocol/hook_events.ts";
import { readHandler } from "./read_handler.ts";

interface ReadContext {
  readonly place: HookPlace;
  readonly isUntrusted: boolean;
  /** Semantics for all handlers; absent: as each one is written. */
  readonly shape: HookShape | undefined;
  readonly diagnostics: Diagnostic[];
}

interface EventContext extends ReadContext {
  readonly event: string;
  readonly row: HookEvent;
}

/** Handlers in the order they are written, event by event; flaws are added to the context's diagnostics. */
export function readHooks(hooks: unknown, context: ReadContext): Handler[] {
  if (hooks === undefined || hooks === null) return [];
  if (!isFields(hooks)) return unexpected(context, "hooks", "an object", hooks);
  return Object.entries(hooks).flatMap(([event, list]) => {
    const row = hookEvent(event);
    const key = `hooks.${event.slice(0, 60)}`;
    if (row === undefined) {
      const near = nearestWord(event, Object.keys(HOOK_EVENTS));
      const message = `${key}: Ignored: the agent has no such event`;
      const at = { path: context.place.path, key };
      context.diagnostics.push(diagnose("hook-unknown-event", at, message, didYouMean(near)));
      return [];
    }
    if (!Array.isArray(list)) return unexpected(context, key, "a list", list);
    const within = { ...context, event, row };
    return list.flatMap((item: unknown, index) => readItem(item, `${key}[${index}]`, within));
  });
}

/** A group of handlers of the agent's, or one of a flat list. */
function readItem(item: unknown, key: string, context: EventContext): Handler[] {
  if (!isFields(item)) return unexpected(context, key, "an object", item);
  const matcher = toMatcher(item.matcher, `${key}.matcher`, context);
  if (matcher === null) return [];
  const { hooks } = item;
  if (hooks === undefined) return readOne(item, key, "flat", matcher, context);
  if (!Array.isArray(hooks)) return unexpected(context, `${key}.hooks`, "a list", hooks);
  return hooks.flatMap((inner: unknown, index) =>
    readOne(inner, `${key}.hooks[${index}]`, "agent", matcher, context)
  );
}

/** `null`: there is a matcher and it cannot be used; running without it would be running for everything. */
function toMatcher(value: unknown, key: string, context: EventContext): Matcher | undefined | null {
  const { matchOn, literalMatcher } = context.row;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") {
    complain(context, key, `Left out its handlers: expected a string: got ${jsonType(value)}`);
    return null;
  }
  // An event without anything to match on ignores matchers, as the agent does.
  if (matchOn === undefined || matchesAll(value)) return undefined;
  const matcher = readMatcher(value, literalMatcher);
  if (!("flaw" in matcher)) return matcher;
  complain(context, key, `Left out its handlers: bad regular expression: ${matcher.flaw}`);
  return null;
}

function readOne(
  item: unknown,
  key: string,
  written: HookShape,
  matcher: Matcher | undefined,
  context: EventContext,
): Handler[] {
  if (!isFields(item)) return unexpected(context, key, "an object", item);
  const { event, row, isUntrusted, shape = written, place: { path, scope, plugin } } = context;
  const tell = (field: string, message: string) => complain(context, `${key}.${field}`, message);
  const read = readHandler(item, tell, shape === "flat");
  if (read === undefined) return [];
  const { type } = read.action;
  const isAsked = type === "prompt" || type === "agent";
  if (shape === "agent" && (type === "http" ? row.noHttp : isAsked && !row.model)) {
    complain(context, key, `Left out a handler: ${event} takes no ${type} handlers`);
    return [];
  }
  if (read.condition !== undefined && row.tool !== true) {
    complain(context, `${key}.if`, `A handler with "if" never runs on ${event}: it has no tool`);
  }
  return [{ ...read, event, shape, origin: { path, scope, key, plugin }, matcher, isUntrusted }];
}

function unexpected(context: ReadContext, key: string, expected: string, value: unknown): [] {
  complain(context, key, `Ignored: expected ${expected}: got ${jsonType(value)}`);
  return [];
}

function complain({ place, diagnostics }: ReadContext, key: string, message: string): void {
  diagnostics.push(diagnose("hook-malformed", { path: place.path, key }, `${key}: ${message}`));
}

/** The hooks in it: its `hooks` key; or all of it where it is nothing but hooks (event names as keys). */
export function hooksOf(file: Fields): unknown {
  if (file.hooks !== undefined) return file.hooks;
  return Object.keys(file).some((key) => hookEvent(key) !== undefined) ? file : undefined;
}
