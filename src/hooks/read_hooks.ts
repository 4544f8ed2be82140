/** The `hooks` object of one file → handlers, in both shapes, which one file may mix; what is wrong is said by its key. */
import { diagnose, type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { HOOK_EVENTS, hookEvent } from "../protocol/hook_events.ts";
import { type Handler, type HookPlace, type Matcher, matchesAll, readMatcher } from "./handler.ts";
import { readPermissionRule } from "./permission_rule.ts";

interface ReadContext {
  readonly place: HookPlace;
  readonly isUntrusted: boolean;
  /** Semantics for all handlers; absent: as each one is written. */
  readonly shape: Handler["shape"] | undefined;
  readonly diagnostics: Diagnostic[];
}

/** The hooks in it: its `hooks` key; or all of it where it is nothing but hooks (event names as keys). */
export function hooksOf(file: Fields): unknown {
  if (file.hooks !== undefined) return file.hooks;
  return Object.keys(file).some((key) => hookEvent(key) !== undefined) ? file : undefined;
}

export function readHooks(hooks: unknown, context: ReadContext): Handler[] {
  if (hooks === undefined || hooks === null) return [];
  if (!isFields(hooks)) return unexpected(context, "hooks", "an object", hooks);
  return Object.entries(hooks).flatMap(([event, list]) => {
    const key = `hooks.${event.slice(0, 60)}`;
    if (hookEvent(event) === undefined) {
      const remedy = didYouMean(nearestWord(event, Object.keys(HOOK_EVENTS)));
      const message = `${key}: Ignored: the agent has no such event`;
      const at = { path: context.place.path, key };
      context.diagnostics.push(diagnose("hook-unknown-event", at, message, remedy));
      return [];
    }
    if (!Array.isArray(list)) return unexpected(context, key, "a list", list);
    return list.flatMap((item, at) => readItem(item, `${key}[${at}]`, event, context));
  });
}

function readItem(item: unknown, key: string, event: string, context: ReadContext): Handler[] {
  if (!isFields(item)) return unexpected(context, key, "an object", item);
  const matcher = toMatcher(item.matcher, event);
  if (matcher !== undefined && "flaw" in matcher) {
    return complain(context, `${key}.matcher`, `Left out its handlers: ${matcher.flaw}`);
  }
  const { hooks } = item;
  if (hooks === undefined) return readOne(item, key, "flat", matcher, event, context);
  if (!Array.isArray(hooks)) return unexpected(context, `${key}.hooks`, "a list", hooks);
  return hooks.flatMap((inner, at) =>
    readOne(inner, `${key}.hooks[${at}]`, "agent", matcher, event, context)
  );
}

/** A matcher that cannot be used is a flaw: running without it would be running for everything. */
function toMatcher(value: unknown, event: string): Matcher | { flaw: string } | undefined {
  const { matchOn, literalMatcher } = hookEvent(event)!;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") return { flaw: `expected a string: got ${jsonType(value)}` };
  // An event without anything to match on ignores matchers, as the agent does.
  if (matchOn === undefined || matchesAll(value)) return undefined;
  const matcher = readMatcher(value, literalMatcher);
  return "flaw" in matcher ? { flaw: `bad regular expression: ${matcher.flaw}` } : matcher;
}

function readOne(
  item: unknown,
  key: string,
  written: Handler["shape"],
  matcher: Matcher | undefined,
  event: string,
  context: ReadContext,
): Handler[] {
  if (!isFields(item)) return unexpected(context, key, "an object", item);
  const { isUntrusted, shape = written, place: { path, scope, plugin } } = context;
  const tell = (field: string, message: string) => complain(context, `${key}.${field}`, message);
  const read = readHandler(item, tell, shape === "flat");
  if (read === undefined) return [];
  const row = hookEvent(event)!;
  const { type } = read.action;
  const isAsked = type === "prompt" || type === "agent";
  if (shape === "agent" && (type === "http" ? row.noHttp : isAsked && !row.model)) {
    return complain(context, key, `Left out a handler: ${event} takes no ${type} handlers`);
  }
  if (read.condition !== undefined && row.tool !== true) {
    tell("if", `A handler with "if" never runs on ${event}: it has no tool`);
  }
  return [{ ...read, event, shape, origin: { path, scope, key, plugin }, matcher, isUntrusted }];
}

function unexpected(context: ReadContext, key: string, expected: string, value: unknown): [] {
  return complain(context, key, `Ignored: expected ${expected}: got ${jsonType(value)}`);
}

function complain({ place: { path }, diagnostics }: ReadContext, key: string, message: string): [] {
  diagnostics.push(diagnose("hook-malformed", { path, key }, `${key}: ${message}`));
  return [];
}

/** What an item says besides its place; `undefined`: it cannot run as written. `tell` gets its wrong key, and a message. */
export function readHandler(
  fields: Fields,
  tell: (key: string, message: string) => void,
  isFlat = false,
): Pick<Handler, "action" | "condition" | "timeoutMs" | "isOnce" | "blocksOnFailure"> | undefined {
  const item = new Item(fields, tell);
  const action = readAction(item, isFlat);
  if (action === undefined || !item.isUsable) return undefined;
  // Running without a filter that cannot be read would be running for everything.
  const rule = item.value("if", isRule, 'a rule such as "Bash(git *)"', true);
  if (!item.isUsable) return undefined;
  const seconds = item.value("timeout", isSeconds, "a number of seconds above 0");
  return {
    action,
    condition: rule === undefined ? undefined : readPermissionRule(rule),
    // More than a day is a slip of the hand.
    timeoutMs: seconds && Math.min(seconds, 86_400) * 1000,
    isOnce: item.flag("once"),
    blocksOnFailure: item.value("onFailure", isAnswer, '"block"') === "block",
  };
}

const STRINGS = "a list of strings";
const TYPES: readonly Handler["action"]["type"][] = [
  "command",
  "prompt",
  "agent",
  "http",
  "mcp_tool",
];

function readAction(item: Item, isFlat: boolean): Handler["action"] | undefined {
  const { type: written, command } = item.fields;
  // In a flat list an agent may have a command of its own; the agent's own shape knows none.
  const hasCommand = isFlat && written === "agent" && asString(command)?.trim();
  const type = hasCommand ? "command" : TYPES.find((type) => type === written);
  switch (type) {
    case "command":
      return {
        type,
        command: item.text("command"),
        args: item.value("args", isStrings, STRINGS, true, jsonType),
        shell: item.value("shell", isShell, '"bash" or "powershell"', true),
        isAsync: [item.flag("async"), item.flag("asyncRewake")].includes(true),
        rewakes: item.fields.asyncRewake === true,
      };
    case "prompt":
    case "agent":
      return { type, prompt: item.text("prompt") };
    case "http": {
      const url = item.text("url", isUrl, "an http or https address", show);
      const headers = item.value("headers", isHeaders, "an object of strings", true, jsonType) ??
        {};
      const allowed = item.value("allowedEnvVars", isStrings, STRINGS, false, jsonType);
      return { type, url, headers, allowedEnv: allowed ?? [] };
    }
    case "mcp_tool":
      return { type, server: item.text("server"), tool: item.text("tool") };
  }
  const near = nearestWord(asString(written) ?? "", TYPES);
  const hint = near ? `did you mean "${near}"?` : `expected one of ${TYPES.join(", ")}`;
  const flaw = written === undefined ? '"type" is missing' : `unknown type: ${show(written)}`;
  item.tell("type", `Left out a handler: ${flaw}: ${hint}`);
  return undefined;
}

class Item {
  /** `false` once a value is wrong that the handler cannot do without. */
  isUsable = true;

  constructor(readonly fields: Fields, readonly tell: (key: string, message: string) => void) {}

  value<T>(
    key: string,
    isRight: (value: unknown) => value is T,
    expected: string,
    isGrave = false,
    describe = show,
  ): T | undefined {
    const value = this.fields[key] ?? undefined;
    if (value === undefined || isRight(value)) return value;
    const effect = isGrave ? "Left out a handler" : "Ignored";
    this.tell(key, `${effect}: expected ${expected}: got ${describe(value)}`);
    this.isUsable &&= !isGrave;
    return undefined;
  }

  text(key: string, isRight = isText, expected = "a string", describe = jsonType): string {
    const value = this.value(key, isRight, expected, true, describe);
    if (value !== undefined) return value;
    if (this.isUsable) this.tell(key, `Left out a handler: "${key}" is missing`);
    this.isUsable = false;
    return "";
  }

  flag(key: string): boolean {
    return this.value(key, (value) => typeof value === "boolean", "true or false") === true;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isRule = (value: unknown): value is string =>
  value === "" || isText(value) && readPermissionRule(value) !== undefined;
const isSeconds = (value: unknown): value is number =>
  typeof value === "number" && value > 0 && Number.isFinite(value);
const isAnswer = (value: unknown) => value === "block" || value === "allow";
const isShell = (value: unknown) => value === "bash" || value === "powershell";
const isUrl = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:/i.test(value);
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText);
const isHeaders = (value: unknown): value is Record<string, string> =>
  isFields(value) && isStrings(Object.values(value));

function show(value: unknown): string {
  if (typeof value === "object" && value !== null) return jsonType(value);
  return JSON.stringify(value)?.slice(0, 60) ?? String(value);
}
