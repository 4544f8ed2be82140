/** One item of a hooks list → a handler. What is wrong with it is said by its key; the rest still counts. */
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import type { HookAction } from "./handler.ts";
import { type PermissionRule, readPermissionRule } from "./permission_rule.ts";

/** Says what is wrong: a key below the handler's own (or empty), and a message. */
export type Complain = (key: string, message: string) => void;

/** What an item says besides its place. */
export interface ReadHandler {
  readonly action: HookAction;
  readonly condition: PermissionRule | undefined;
  readonly timeoutMs: number | undefined;
  readonly isOnce: boolean;
  readonly blocksOnFailure: boolean;
}

const TYPES: readonly string[] = ["command", "prompt", "agent", "http", "mcp_tool"];
/** A day; a longer deadline is a slip of the hand. */
const MAX_TIMEOUT_S = 86_400;

/**
 * Reads one handler.
 *
 * @returns The handler; `undefined` when it cannot run as written.
 */
export function readHandler(
  item: Fields,
  complain: Complain,
  isFlat = false,
): ReadHandler | undefined {
  const action = readAction(item, complain, isFlat);
  if (action === undefined) return undefined;
  const condition = readCondition(item, complain);
  if (condition === null) return undefined;
  return {
    action,
    condition,
    timeoutMs: readTimeout(item, complain),
    isOnce: flag(item, "once", complain),
    blocksOnFailure: readOnFailure(item, complain),
  };
}

function readAction(item: Fields, complain: Complain, isFlat: boolean): HookAction | undefined {
  const type = asString(item.type);
  if (type === undefined || !TYPES.includes(type)) {
    const near = type === undefined ? undefined : nearestWord(type, TYPES);
    const hint = near === undefined
      ? `expected one of ${TYPES.join(", ")}`
      : `did you mean "${near}"?`;
    const state = type === undefined ? jsonType(item.type) : `"${type.slice(0, 40)}"`;
    complain("type", `Left out a handler: unknown type: ${state}: ${hint}`);
    return undefined;
  }
  switch (type) {
    case "command":
      return readCommand(item, complain);
    case "agent":
      // Design document 002 gives an agent a command of its own; the agent's own shape knows none.
      if (isFlat && typeof item.command === "string" && item.command.trim() !== "") {
        return readCommand(item, complain);
      }
      return readPrompt(item, "agent", complain);
    case "prompt":
      return readPrompt(item, "prompt", complain);
    case "http":
      return readHttp(item, complain);
    default: {
      const server = required(item, "server", complain);
      const tool = required(item, "tool", complain);
      return server === undefined || tool === undefined
        ? undefined
        : { type: "mcp_tool", server, tool };
    }
  }
}

function readPrompt(
  item: Fields,
  type: "prompt" | "agent",
  complain: Complain,
): HookAction | undefined {
  const prompt = required(item, "prompt", complain);
  return prompt === undefined ? undefined : { type, prompt };
}

function readCommand(item: Fields, complain: Complain): HookAction | undefined {
  const command = required(item, "command", complain);
  const args = item.args ?? undefined;
  if (args !== undefined && !isStrings(args)) {
    complain("args", `Left out a handler: expected a list of strings: got ${jsonType(args)}`);
    return undefined;
  }
  const shell = item.shell ?? undefined;
  if (shell !== undefined && shell !== "bash" && shell !== "powershell") {
    complain("shell", `Left out a handler: expected "bash" or "powershell": got ${show(shell)}`);
    return undefined;
  }
  if (command === undefined) return undefined;
  // `asyncRewake` would wake a model later; there is none here, so what is left of it is `async`.
  const isAsync = flag(item, "async", complain) || flag(item, "asyncRewake", complain);
  return { type: "command", command, args, shell, isAsync };
}

function readHttp(item: Fields, complain: Complain): HookAction | undefined {
  const url = required(item, "url", complain);
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    complain("url", `Left out a handler: expected an http or https address: got ${show(url)}`);
    return undefined;
  }
  const headers = item.headers ?? {};
  if (!isFields(headers) || !isStrings(Object.values(headers))) {
    complain(
      "headers",
      `Left out a handler: expected an object of strings: got ${jsonType(headers)}`,
    );
    return undefined;
  }
  const allowedEnv = item.allowedEnvVars ?? [];
  if (!isStrings(allowedEnv)) {
    complain("allowedEnvVars", `Ignored: expected a list of strings: got ${jsonType(allowedEnv)}`);
  }
  return {
    type: "http",
    url,
    headers: headers as Record<string, string>,
    allowedEnv: isStrings(allowedEnv) ? allowedEnv : [],
  };
}

/** `null`: there is a filter and it cannot be read; running without it would be running for everything. */
function readCondition(item: Fields, complain: Complain): PermissionRule | undefined | null {
  const text = item.if ?? undefined;
  if (text === undefined) return undefined;
  const rule = typeof text === "string" ? readPermissionRule(text) : undefined;
  if (rule !== undefined) return rule;
  complain("if", `Left out a handler: expected a rule such as "Bash(git *)": got ${show(text)}`);
  return null;
}

function readTimeout(item: Fields, complain: Complain): number | undefined {
  const seconds = item.timeout ?? undefined;
  if (seconds === undefined) return undefined;
  if (typeof seconds === "number" && seconds > 0 && Number.isFinite(seconds)) {
    return Math.min(seconds, MAX_TIMEOUT_S) * 1000;
  }
  complain("timeout", `Ignored: expected a number of seconds above 0: got ${show(seconds)}`);
  return undefined;
}

function readOnFailure(item: Fields, complain: Complain): boolean {
  const word = item.onFailure ?? undefined;
  if (word === undefined || word === "block" || word === "allow") return word === "block";
  complain("onFailure", `Ignored: expected "block": got ${show(word)}`);
  return false;
}

function flag(item: Fields, key: string, complain: Complain): boolean {
  const value = item[key] ?? false;
  if (typeof value !== "boolean") {
    complain(key, `Ignored: expected true or false: got ${show(value)}`);
  }
  return value === true;
}

function required(item: Fields, key: string, complain: Complain): string | undefined {
  const text = asString(item[key]);
  if (text === undefined) {
    complain(key, `Left out a handler: expected a string: got ${jsonType(item[key])}`);
  }
  return text;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** A short view of a value for a message. */
function show(value: unknown): string {
  return typeof value === "object" && value !== null
    ? jsonType(value)
    : JSON.stringify(value)?.slice(0, 60) ?? String(value);
}
