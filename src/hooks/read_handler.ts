/** One item of a hooks list → a handler. What is wrong with it is said by its key; the rest still counts. */
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import type { Handler, HookAction } from "./handler.ts";
import { readPermissionRule } from "./permission_rule.ts";

/** Says what is wrong: a key below the handler's own, and a message. */
type Complain = (key: string, message: string) => void;

const TYPES: readonly HookAction["type"][] = ["command", "prompt", "agent", "http", "mcp_tool"];
/** A day; a longer deadline is a slip of the hand. */
const MAX_TIMEOUT_S = 86_400;

/** @returns What the item says besides its place; `undefined` when it cannot run as written. */
export function readHandler(
  fields: Fields,
  complain: Complain,
  isFlat = false,
): Pick<Handler, "action" | "condition" | "timeoutMs" | "isOnce" | "blocksOnFailure"> | undefined {
  const item = new Item(fields, complain);
  const action = readAction(item, isFlat);
  if (action === undefined || !item.isUsable) return undefined;
  // Running without a filter that cannot be read would be running for everything.
  const rule = item.value("if", isRule, 'a rule such as "Bash(git *)"', true);
  if (!item.isUsable) return undefined;
  const seconds = item.value("timeout", isSeconds, "a number of seconds above 0");
  return {
    action,
    condition: rule === undefined ? undefined : readPermissionRule(rule),
    timeoutMs: seconds === undefined ? undefined : Math.min(seconds, MAX_TIMEOUT_S) * 1000,
    isOnce: item.flag("once"),
    blocksOnFailure: item.value("onFailure", isAnswer, '"block"') === "block",
  };
}

function readAction(item: Item, isFlat: boolean): HookAction | undefined {
  const type = TYPES.find((type) => type === item.fields.type);
  switch (type) {
    case "command":
      return readCommand(item);
    case "agent":
      // In a flat list an agent may have a command of its own; the agent's own shape knows none.
      if (isFlat && asString(item.fields.command)?.trim()) return readCommand(item);
      return { type, prompt: item.text("prompt") };
    case "prompt":
      return { type, prompt: item.text("prompt") };
    case "http":
      return {
        type,
        url: item.value("url", isUrl, "an http or https address", true) ?? item.text("url"),
        headers: item.value("headers", isHeaders, "an object of strings", true, jsonType) ?? {},
        allowedEnv: item.value("allowedEnvVars", isStrings, "a list of strings", false, jsonType) ??
          [],
      };
    case "mcp_tool":
      return { type, server: item.text("server"), tool: item.text("tool") };
    default:
      return unknownType(item);
  }
}

function readCommand(item: Item): HookAction {
  return {
    type: "command",
    command: item.text("command"),
    args: item.value("args", isStrings, "a list of strings", true, jsonType),
    shell: item.value("shell", isShell, '"bash" or "powershell"', true),
    isAsync: [item.flag("async"), item.flag("asyncRewake")].includes(true),
    rewakes: item.fields.asyncRewake === true,
  };
}

function unknownType({ fields: { type }, complain }: Item): undefined {
  const near = typeof type === "string" ? nearestWord(type, TYPES) : undefined;
  const hint = near === undefined
    ? `expected one of ${TYPES.join(", ")}`
    : `did you mean "${near}"?`;
  const flaw = type === undefined ? '"type" is missing' : `unknown type: ${show(type)}`;
  complain("type", `Left out a handler: ${flaw}: ${hint}`);
}

class Item {
  /** `false` once a value is wrong that the handler cannot do without. */
  isUsable = true;

  constructor(readonly fields: Fields, readonly complain: Complain) {}

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
    this.complain(key, `${effect}: expected ${expected}: got ${describe(value)}`);
    this.isUsable &&= !isGrave;
    return undefined;
  }

  text(key: string): string {
    const value = this.fields[key];
    if (typeof value === "string") return value;
    const flaw = value === undefined
      ? `"${key}" is missing`
      : `expected a string: got ${jsonType(value)}`;
    if (this.isUsable) this.complain(key, `Left out a handler: ${flaw}`);
    this.isUsable = false;
    return "";
  }

  flag(key: string): boolean {
    const isFlag = (value: unknown) => typeof value === "boolean";
    return this.value(key, isFlag, "true or false") === true;
  }
}

const isRule = (value: unknown): value is string =>
  value === "" || typeof value === "string" && readPermissionRule(value) !== undefined;
const isSeconds = (value: unknown): value is number =>
  typeof value === "number" && value > 0 && Number.isFinite(value);
const isAnswer = (value: unknown) => value === "block" || value === "allow";
const isShell = (value: unknown) => value === "bash" || value === "powershell";
const isUrl = (value: unknown): value is string =>
  typeof value === "string" && URL.canParse(value) && /^https?:/i.test(value);
const isHeaders = (value: unknown): value is Record<string, string> =>
  isFields(value) && isStrings(Object.values(value));

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null
    ? jsonType(value)
    : JSON.stringify(value)?.slice(0, 60) ?? String(value);
}
