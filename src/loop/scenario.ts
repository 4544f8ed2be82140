/** A scenario as a file has it: what the user and the model say, the tools, and what must come of it. */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { unifiedDiff } from "../base/unified_diff.ts";
import { readTools } from "./declared_tool.ts";
import type { LoopEvent } from "./events.ts";
import { areRules } from "./permission.ts";
import { turnFlaw } from "./script_model.ts";
import { areTexts, fieldsFlaw, isList, isObject, isText, textsOf } from "./shape.ts";

const EXPECTED = {
  result: isText,
  subtype: isText,
  hooks: areTexts,
  denied: areTexts,
  contains: areTexts,
  lacks: areTexts,
};

/** ADD A FIELD OF A SCENARIO: one row. */
const FIELDS = {
  about: isText,
  prompt: areTexts,
  turns: isList,
  tools: isList,
  hooks: isObject,
  permissions: isObject,
  settings: areTexts,
  plugin: isText,
  "allowed-tools": areRules,
  "disallowed-tools": areRules,
  expect: (value: unknown) => fieldsFlaw(value, EXPECTED),
};

export type Scenario = Exclude<ReturnType<typeof readScenario>, { readonly flaw: string }>;

export function readScenario(value: unknown) {
  const flaw = fieldsFlaw(value, FIELDS);
  if (flaw !== undefined || !isFields(value)) return { flaw: `expected ${flaw}` };
  const texts = (name: string) => textsOf(value, name);
  const prompts = texts("prompt");
  if (prompts.length === 0) return { flaw: 'expected a "prompt"' };
  const { turns = [], tools: rows = [], plugin, hooks, expect = {} } = value;
  for (const [at, turn] of (turns as readonly unknown[]).entries()) {
    const wrong = turnFlaw(turn);
    if (wrong !== undefined) return { flaw: `Turn ${at + 1}: expected ${wrong}` };
  }
  const tools = readTools(rows);
  if ("flaw" in tools) return tools;
  const settings = texts("settings");
  return {
    prompts,
    turns: turns as readonly Fields[],
    tools,
    /** Whether the file is a settings file, too: its hooks are the only ones. */
    hasHooks: hooks !== undefined,
    /** Whether it brings along what can start a program. */
    startsCommands: hooks !== undefined || settings.length > 0 || plugin !== undefined ||
      (rows as readonly Fields[]).some(({ command }) => command !== undefined),
    /** Settings files and a plugin's root, as seen from the scenario's file. */
    settings,
    plugin: asString(plugin),
    allow: texts("allowed-tools"),
    deny: texts("disallowed-tools"),
    expect: expect as Fields,
  };
}

/** What differs, in lines. `shown`: all that the model was shown; `left`: what is wrong with the script when all is over. */
export function differences(
  { expect }: Scenario,
  events: readonly LoopEvent[],
  shown: string,
  left: string | undefined,
): string[] {
  const results = events.filter((event) => event.type === "result");
  const last = results.at(-1);
  const came: Fields = {
    result: last?.result ?? "",
    subtype: last?.subtype ?? "",
    hooks: events.flatMap((event) =>
      event.type === "system" && event.subtype === "hook_started" ? [event.hook_name] : []
    ),
    denied: results.flatMap((result) => result.permission_denials.map((one) => one.tool_name)),
  };
  const exact = Object.entries(came).flatMap(([name, value]) => {
    const said = expect[name];
    if (said === undefined) return [];
    const wanted = Array.isArray(value) ? [said].flat() : said;
    const diff = unifiedDiff(pretty(wanted), pretty(value), ["expected", "came"]);
    return diff === "" ? [] : [`${name}:\n${diff.trimEnd()}`];
  });
  const missing = textsOf(expect, "contains").filter((text) => !shown.includes(text));
  const extra = textsOf(expect, "lacks").filter((text) => shown.includes(text));
  const failure = results.findLast((result) => result.terminal_reason === "model_error")?.result;
  return [
    ...failure === undefined || expect.subtype === came.subtype ? [] : [failure],
    ...exact,
    ...missing.map((text) => `the model was never shown "${text}"`),
    ...extra.map((text) => `the model was shown "${text}"`),
    ...left === undefined || failure !== undefined ? [] : [left],
  ];
}

function pretty(value: unknown): string {
  return typeof value === "string" ? `${value}\n` : `${JSON.stringify(value, null, 1)}\n`;
}
