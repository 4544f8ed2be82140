/** Every group and handler of hooks files, held against the rules. ADD A RULE: a row of one of the lists. */
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { groupBy } from "../base/group_by.ts";
import { placeOfKey, readJson } from "../base/json_tree.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { type Handler, wholeActionText } from "../hooks/handler.ts";
import { readHooks } from "../hooks/read_hooks.ts";
import type { Host } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import { COMMAND_RULES } from "./command_rules.ts";
import { HANDLER_RULES } from "./handler_rules.ts";
import {
  type Change,
  foreignForm,
  type HookFile,
  type HookRule,
  type HookSite,
  IS_AT,
  sitesOf,
} from "./hook_files.ts";
import { MATCHER_RULES } from "./matcher_rules.ts";
import { literalDifferences, OUTPUT_RULES } from "./output_rules.ts";
import type { Tried, TriedRun } from "./try_hooks.ts";

export const HOOK_RULES: readonly HookRule[] = MATCHER_RULES.concat(
  HANDLER_RULES,
  COMMAND_RULES,
  OUTPUT_RULES,
);

export interface HookFinding extends Diagnostic {
  /** What to change in the file; absent: a person must decide. */
  readonly fix?: readonly Change[] | undefined;
  readonly run?: TriedRun | undefined;
}
type Checked = ReturnType<typeof checkHookFile>;

/** Where people put a project's hooks, and the agent does not look. */
const UNREAD_REGEXP = /\.claude[/\\](?:hooks[/\\])?hooks\.json$/;
/** The agent drops more than the handler where a guard cannot be loaded. */
const GUARDS = /^hooks(?:\.(?:PreToolUse|PermissionRequest)\b|$)/;
const LOSSES: Readonly<Record<string, string>> = {
  plugin: "the agent loads none of the plugin's hooks",
  settings: "the agent loads none of the hooks of this file",
};

/** One file's findings in the order of its lines, and the handlers in it. */
export function checkHookFile(host: Host, file: HookFile) {
  const { place: { path, scope, inline }, text } = file;
  const only = (...findings: HookFinding[]) => (
    { file, findings, handlers: [] as Handler[], sites: [] as HookSite[] }
  );
  const json = readJson(text);
  if ("flaw" in json) {
    const { flaw, line, column } = json;
    const message = `Cannot read the file: ${flaw} (column ${column})`;
    const remedy = "Correct it: the agent ignores all of it";
    return only(diagnose("json-unreadable", { path, line, column }, message, remedy));
  }
  const whole = inline ?? json.value;
  const fields: Fields = isFields(whole) ? whole : {};
  const hooks = hooksOf(fields, path);
  if (hooks === undefined) return only();
  const top = { path, ...placeOf(text, 0) };
  if (scope !== "plugin" && UNREAD_REGEXP.test(path)) {
    const remedy = `Move them to "${path.replace(UNREAD_REGEXP, ".claude/settings.json")}"`;
    const message = "The agent reads no hooks here: none of these ever runs";
    return only(diagnose("hooks-unread", top, message, remedy));
  }
  const other = foreignForm(path, hooks);
  if (other !== undefined) {
    const message = `These are hooks of ${other}, not of this agent: its rules are not applied`;
    return only(diagnose("hooks-foreign", path, message));
  }
  const findings: HookFinding[] = [];
  if (fields.hooks === undefined && scope !== "settings") {
    const message = 'The events stand outside of "hooks": the agent loads none of them';
    findings.push(diagnose("hooks-unwrapped", top, message, 'Write {"hooks": {…}} around them'));
  }
  const all = sitesOf(hooks, file, host);
  for (const { code, at, find, ...row } of HOOK_RULES) {
    for (const site of all.filter(IS_AT[at])) {
      const found = find(site);
      if (found === undefined) continue;
      const { what, reason = row.reason, remedy = row.remedy } = found;
      const key = site.key + (found.key ?? row.key);
      const fix = found.fix?.map((change) => ({ ...change, key: site.key + change.key }));
      findings.push({ ...findingAt(code, file, key, `${what}: ${reason}`, remedy), fix });
    }
  }
  const sites = all.filter(IS_AT.handler);
  const flat = sites.filter(({ item, group }) =>
    item === group && (item.type ?? item.command) !== undefined
  );
  // Rules know better than the reader what was meant.
  const ruled = new Set([
    ...findings.map(({ key }) => key),
    ...flat.map(({ key, item }) => item.type === undefined ? `${key}.type` : ""),
  ]);
  const flaws: Diagnostic[] = [];
  const context = { place: file.place, isUntrusted: false, shape: undefined, diagnostics: flaws };
  const handlers = readHooks(hooks, context);
  for (const flaw of flaws.filter(({ key }) => !ruled.has(key))) {
    findings.push({ ...explained(flaw, scope), ...placeOfKey(text, flaw.key ?? "") });
  }
  if (scope !== "settings" || handlers.some(({ shape }) => shape !== "flat")) {
    for (const { key, item: { matcher, ...handler } } of flat) {
      const group = matcher === undefined ? {} : { matcher };
      const value = { ...group, hooks: [{ type: "command", ...handler }] };
      const what = `A handler outside of a group: ${dropped(key, scope)}`;
      const remedy = 'Write {"hooks": […]} around it';
      findings.push({ ...findingAt("hook-flat", file, key, what, remedy), fix: [{ key, value }] });
    }
  }
  findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return { file, findings, handlers, sites };
}

/** A manifest may name files instead, and the events may stand outside. */
function hooksOf(fields: Fields, path: string): unknown {
  const isManifest = /[/\\](?:plugin|marketplace)\.json$/.test(path);
  if (fields.hooks !== undefined) {
    return isManifest && !isFields(fields.hooks) ? undefined : fields.hooks;
  }
  const lists = Object.entries(fields).filter(([key, value]) =>
    hookEvent(key) !== undefined && Array.isArray(value)
  );
  return lists.length === 0 ? undefined : Object.fromEntries(lists);
}

/** The reader's words, and what the agent makes of it. */
function explained(flaw: Diagnostic, scope: string): Diagnostic {
  const { key = "", code, message } = flaw;
  if (code !== "hook-malformed" || key.endsWith(".if")) return flaw;
  const plain = message.replace(/: (?:Ignored|Left out (?:a handler|its handlers)): /, ": ")
    .replace(/: (\w)/, (_, letter) => `: ${letter.toUpperCase()}`);
  const remedy = flaw.remedy ?? "Correct it, or take it out";
  return { ...flaw, message: `${plain}: ${dropped(key, scope)}`, remedy };
}

function dropped(key: string, scope: string): string {
  if (!GUARDS.test(key)) return "the agent leaves it out";
  return LOSSES[scope] ?? "the agent ignores all of this file, its permissions included";
}

function findingAt(
  code: DiagnosticCode,
  { place: { path }, text }: HookFile,
  key: string,
  what: string,
  remedy?: string,
): HookFinding {
  return diagnose(code, { path, key, ...placeOfKey(text, key) }, `${key}: ${what}`, remedy);
}

export function placeTried(files: readonly Checked[], tried: readonly Tried[]): HookFinding[] {
  return tried.map(({ code, handler, message, remedy, run }) => {
    const { file } = files.find(({ handlers }) => handlers.includes(handler))!;
    return { ...findingAt(code, file, handler.origin.key, message, remedy), run };
  });
}

export function checkTogether(files: readonly Checked[]): HookFinding[] {
  const differing = literalDifferences(files.flatMap(({ sites }) => sites));
  return checkRepeated(files).concat(
    differing.map(({ answer: { site: { key, file } }, what }) =>
      findingAt("hook-answers-differ", file, key, what, "Let one of them decide")
    ),
  );
}

/** The same command for the same event, once in a plugin and once elsewhere: the agent runs both. */
function checkRepeated(files: readonly Checked[]): HookFinding[] {
  const all = files.flatMap(({ file, handlers }) =>
    handlers.filter(({ action }) => action.type === "command").map((handler) => ({ file, handler }))
  );
  const same = groupBy(all, ({ handler: { event, action, matcher, origin } }) => {
    const root = origin.plugin?.root ?? "";
    const text = wholeActionText(action).replaceAll(/\$\{?CLAUDE_PLUGIN_[^}/"]*\}?/g, root);
    return JSON.stringify([event, matcher?.text, text]);
  });
  return [...same.values()].flatMap((rows): HookFinding[] => {
    const rootOf = ({ file }: typeof rows[number]) => file.place.plugin?.root ?? "";
    if (rows.every((row) => rootOf(row) === rootOf(rows[0]!))) return [];
    // What is no plugin's comes first.
    const [first, other] = rows.toSorted((a, b) => (rootOf(a) ? 1 : 0) - (rootOf(b) ? 1 : 0));
    const { file, handler: { origin: { key }, event } } = first!;
    const { path } = other!.file.place;
    const what =
      `The same command for ${event} stands in "${path}": the agent runs both, since one is a plugin's`;
    return [findingAt("hook-twice", file, key, what, "Keep one")];
  });
}
