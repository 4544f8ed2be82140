/** A configured hook handler, as read from a settings file, and where it came from. */
import { regexFlaw } from "../base/regex_flaw.ts";
import type { Fields } from "../base/json_type.ts";
import type { PermissionRule } from "./permission_rule.ts";

/** Which tool, source or reason a handler is for. A pattern is the settings author's own regular expression, as in the agent. */
export interface Matcher {
  readonly text: string;
  /** Names to be equal to one of; `undefined`: the pattern decides. */
  readonly names: readonly string[] | undefined;
  readonly pattern: RegExp | undefined;
}

/** UTF-16 units of a name that a pattern may look at. */
const MAX_SUBJECT = 512;
/** What a list of names is made of. A regular expression for it would be compiled at every start. */
const LIST_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ,|\t";

/** `isLiteral`: the event takes only names, split on `|`. */
export function readMatcher(text: string, isLiteral = false): Matcher | { flaw: string } {
  if (isLiteral || [...text].every((char) => LIST_CHARS.includes(char))) {
    const list = isLiteral ? text : text.replaceAll(",", "|");
    const names = list.split("|").map((name) => name.trim()).filter(Boolean);
    return { text, names, pattern: undefined };
  }
  try {
    return { text, names: undefined, pattern: new RegExp(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { flaw: regexFlaw(text) };
  }
}

export function matchesAll(text: string): boolean {
  return text === "" || text === "*";
}

export function matches({ names, pattern }: Matcher, subject: string): boolean {
  if (names !== undefined) return names.includes(subject);
  return pattern?.test(subject.slice(0, MAX_SUBJECT)) ?? true;
}

/** Whose file a handler stands in; `settings` is one the caller named with `--settings`. */
export type HookScope = "managed" | "user" | "project" | "local" | "plugin" | "settings";

export interface HookPlugin {
  readonly name: string;
  readonly root: string;
  readonly data: string | undefined;
}

export type HookAction =
  | {
    readonly type: "command";
    readonly command: string;
    /** Present, even empty: the program is started directly, without a shell. */
    readonly args: readonly string[] | undefined;
    readonly shell: "bash" | "powershell" | undefined;
    readonly isAsync: boolean;
    /** `asyncRewake`: its exit code 2 wakes the model. */
    readonly rewakes: boolean;
  }
  | { readonly type: "prompt" | "agent"; readonly prompt: string }
  | {
    readonly type: "http";
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly allowedEnv: readonly string[];
  }
  | { readonly type: "mcp_tool"; readonly server: string; readonly tool: string };

export interface Handler {
  readonly event: string;
  /** Of the agent's matcher groups, or of a flat list, whose handlers run one after the other. */
  readonly shape: "agent" | "flat";
  readonly origin: {
    readonly path: string;
    readonly scope: HookScope;
    /** Such as `hooks.PreToolUse[0].hooks[1]`. */
    readonly key: string;
    readonly plugin: HookPlugin | undefined;
  };
  readonly action: HookAction;
  readonly matcher: Matcher | undefined;
  readonly condition: PermissionRule | undefined;
  /** Milliseconds; absent: the agent's default. */
  readonly timeoutMs: number | undefined;
  /** Not again in this session after a run that neither failed nor refused. */
  readonly isOnce: boolean;
  readonly blocksOnFailure: boolean;
  /** The file needs the user's approval and has none. */
  readonly isUntrusted: boolean;
}

export interface HookPlace {
  readonly path: string;
  readonly scope: HookScope;
  readonly plugin?: HookPlugin;
  /** Written by the project: counts only when the user has approved it. */
  readonly needsApproval: boolean;
  /** The hooks themselves where they do not fill a file: `hooks` of a plugin's manifest. */
  readonly inline?: Fields;
}

/** What people call a handler: its command line, prompt, address or tool, on one line of at most 80 UTF-16 units. */
export function actionText(action: HookAction): string {
  const text = wholeActionText(action).replaceAll(/\s+/g, " ").trim();
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export function wholeActionText(action: HookAction): string {
  if (action.type === "command") return [action.command, ...action.args ?? []].join(" ");
  if (action.type === "http") return action.url;
  return action.type === "mcp_tool" ? `${action.server}/${action.tool}` : action.prompt;
}

export function handlerName({ action, origin }: Handler): string {
  return `"${actionText(action)}" (${origin.path}: ${origin.key})`;
}
