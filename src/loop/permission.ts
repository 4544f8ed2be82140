/** What may be called without asking: rules of the settings and the command line, in the agent's order: deny, ask, allow. */
import { isFields } from "../base/json_type.ts";
import { Sources } from "../catalog/sources.ts";
import type { HookPlace } from "../hooks/handler.ts";
import { readPermissionRule, ruleCovers, ruleFits } from "../hooks/permission_rule.ts";
import type { Host } from "../host/host.ts";
import type { ToolCall } from "./events.ts";
import { areTexts, type Check } from "./shape.ts";

const MODES = ["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"] as const;
export type Mode = typeof MODES[number];

const WORDS = ["deny", "ask", "allow"] as const;
export type Permissions = ReturnType<typeof readPermissions>;

/** Rules of all files add up; the mode is the last one that says it. */
export function readPermissions(
  host: Host,
  projectDir: string,
  files: readonly HookPlace[],
  given: { readonly allow: readonly string[]; deny: readonly string[]; mode: Mode | undefined },
) {
  const rules = { deny: parse(given.deny), ask: parse([]), allow: parse(given.allow) };
  const places = { projectDir, cwd: projectDir, home: host.env("HOME") };
  const sources = new Sources(host);
  let mode: Mode | undefined;
  for (const { path } of files.filter(({ plugin }) => plugin === undefined)) {
    // What is wrong with a file is named where its hooks are read.
    const { permissions } = sources.readJson(path) ?? {};
    if (!isFields(permissions)) continue;
    for (const word of WORDS) rules[word].push(...parse([permissions[word] ?? []].flat()));
    mode = MODES.find((one) => one === permissions.defaultMode) ?? mode;
  }
  return { ...rules, mode: given.mode ?? mode ?? "default", places };
}

/** Rules as a command line or a skill has them: one by one, or several with blanks or commas between them. */
export function parse(texts: readonly unknown[]) {
  return texts.filter((text) => typeof text === "string").flatMap(split)
    .flatMap((text) => readPermissionRule(text) ?? []);
}

/** Rules that can be read: one that denies must not be lost. */
export const areRules: Check = (value) => {
  const isRule = (text: string) => readPermissionRule(text) !== undefined;
  const areGood = [value].flat().map(String).flatMap(split).every(isRule);
  return areTexts(value) ?? (areGood ? undefined : "rules such as Bash(git *)");
};

/** Blanks and commas in parentheses are a rule's own. */
function split(text: string): string[] {
  const words = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    else if (char === ")") depth--;
    if (depth <= 0 && /[\s,]/.test(char)) words.push("");
    else words[words.length - 1] += char;
  }
  return words.filter((word) => word !== "");
}

/** What the rules say about a call, hooks aside; `none`: nothing, so the user has to be asked. */
export function ruleOn(permissions: Permissions, { name, input }: ToolCall, isFree: boolean) {
  const { mode, places } = permissions;
  const isAny = (word: typeof WORDS[number], fits: typeof ruleFits) =>
    permissions[word].some((rule) => fits(rule, name, input, places));
  // A lone `*` denies every tool, and allows none, as in the agent.
  const isAllDenied = permissions.deny.some(({ tool }) => tool === "*");
  if (isAllDenied || isAny("deny", ruleFits)) return "deny";
  if (mode === "bypassPermissions") return "allow";
  if (isAny("ask", ruleFits)) return "ask";
  return isFree || isAny("allow", ruleCovers) ? "allow" : "none";
}
