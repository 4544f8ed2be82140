/**
 * What `skillhook.yaml` says about firing hooks:
 *
 *     failure: closed                # for everything: open, closed or ask; or by event or handler:
 *     failure:
 *       default: open
 *       PreToolUse: ask
 *       ./scripts/guard.sh: closed   # a handler's command, prompt or address, as written
 *     breaker: 5                     # or true: stop asking an advisory handler after so many failures in a row
 *     judge: { command: my-judge }   # decides for "prompt" handlers
 *     agent: { command: claude -p }  # runs "agent" handlers
 *     http: { allow: [hooks.example.com] }
 */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type Handler, wholeActionText } from "./handler.ts";
import { hookEvent } from "./hook_events.ts";

/** What a handler that fails answers: nothing, a refusal, or a question to the user. */
export type FailureWord = "open" | "closed" | "ask";

/** One settings file of ours, strongest first in a list. */
export interface PolicyLayer {
  readonly path: string;
  readonly fields: Fields;
}

/** How to fire. */
export interface Policy {
  /** Words by event name, handler text, or `default`; strongest layer first. */
  readonly failures: readonly ReadonlyMap<string, FailureWord>[];
  /** Failures in a row after which an advisory handler is not asked again; absent: always ask. */
  readonly breakerAfter: number | undefined;
  readonly judgeCommand: string | undefined;
  readonly agentCommand: string | undefined;
  readonly httpHosts: readonly string[];
}

/** Nothing said: the agent's own rules. */
export const NO_POLICY: Policy = {
  failures: [],
  breakerAfter: undefined,
  judgeCommand: undefined,
  agentCommand: undefined,
  httpHosts: [],
};

/** The keys of `skillhook.yaml` that are about firing; a file without them needs no approval for it. */
export const POLICY_KEYS: readonly string[] = ["failure", "breaker", "judge", "agent", "http"];

const BREAKER_DEFAULT = 5;

/**
 * Reads the policy.
 *
 * @param layers Settings files, strongest first.
 * @param diagnostics Flaws are added here.
 * @returns The policy.
 */
export function readPolicy(layers: readonly PolicyLayer[], diagnostics: Diagnostic[]): Policy {
  const read = layers.map((layer) => {
    const complain = (key: string, message: string) => {
      diagnostics.push(diagnose("settings-value", layer.path, `${key}: Ignored: ${message}`));
    };
    return readLayer(layer.fields, complain);
  });
  return {
    failures: read.map(({ failures }) => failures),
    breakerAfter: read.find(({ breaker }) => breaker !== undefined)?.breaker || undefined,
    judgeCommand: read.find(({ judge }) => judge !== undefined)?.judge,
    agentCommand: read.find(({ agent }) => agent !== undefined)?.agent,
    httpHosts: read.flatMap(({ hosts }) => hosts),
  };
}

/**
 * @param policy The policy.
 * @param handler A handler.
 * @returns What is said about it most specifically: by handler, by event, by default; else `undefined`.
 */
export function failureWord(policy: Policy, handler: Handler): FailureWord | undefined {
  const { action, event } = handler;
  const names = [wholeActionText(action), ...action.type === "command" ? [action.command] : []];
  for (const name of [...names, event, "default"]) {
    for (const words of policy.failures) {
      const word = words.get(name);
      if (word !== undefined) return word;
    }
  }
  return undefined;
}

type Complain = (key: string, message: string) => void;

function readLayer(fields: Fields, complain: Complain) {
  return {
    failures: readFailures(own(fields, "failure"), complain),
    breaker: readBreaker(own(fields, "breaker"), complain),
    judge: readCommand("judge", own(fields, "judge"), complain),
    agent: readCommand("agent", own(fields, "agent"), complain),
    hosts: readHosts(own(fields, "http"), complain),
  };
}

function readFailures(value: unknown, complain: Complain): Map<string, FailureWord> {
  const words = new Map<string, FailureWord>();
  const entries = isFields(value) ? Object.entries(value) : [["default", value] as const];
  for (const [name, word] of entries) {
    if (word === undefined) continue;
    if (isFailureWord(word)) words.set(name, word);
    else {
      const state = typeof word === "string" ? `"${word.slice(0, 40)}"` : jsonType(word);
      const key = isFields(value) ? `failure.${name.slice(0, 60)}` : "failure";
      const hint = hookEvent(name) === undefined && name !== "default"
        ? ", by event or handler"
        : "";
      complain(key, `expected open, closed or ask${hint}: got ${state}`);
    }
  }
  return words;
}

function isFailureWord(value: unknown): value is FailureWord {
  return value === "open" || value === "closed" || value === "ask";
}

/** 0: said to be off, which beats a weaker layer. */
function readBreaker(value: unknown, complain: Complain): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === true || value === "on") return BREAKER_DEFAULT;
  if (value === false || value === "off") return 0;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  complain("breaker", `expected true, false or a number of failures: got ${jsonType(value)}`);
  return undefined;
}

function readCommand(key: string, value: unknown, complain: Complain): string | undefined {
  if (value === undefined || value === null) return undefined;
  const command = isFields(value) ? asString(own(value, "command")) : asString(value);
  if (command !== undefined && command.trim() !== "") return command;
  complain(key, `expected { command: "…" }: got ${jsonType(value)}`);
  return undefined;
}

function readHosts(value: unknown, complain: Complain): string[] {
  if (value === undefined || value === null) return [];
  const list = isFields(value) ? own(value, "allow") : undefined;
  if (Array.isArray(list) && list.every((host) => typeof host === "string")) return list;
  complain("http", `expected { allow: [host, …] }: got ${jsonType(value)}`);
  return [];
}

function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
