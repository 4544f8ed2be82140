/** Every group and handler of hooks files, held against the table of rules. ADD A RULE: a row of one of its lists. */
import { diagnose, type Diagnostic, placeOf } from "../base/diagnostic.ts";
import { groupBy } from "../base/group_by.ts";
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { placeOfKey, readJsonTree } from "../base/json_tree.ts";
import { type Handler, wholeActionText } from "../hooks/handler.ts";
import { readHooks } from "../hooks/read_hooks.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import type { Host } from "../host/host.ts";
import { COMMAND_RULES } from "./command_rules.ts";
import { HANDLER_RULES } from "./handler_rules.ts";
import { foreignForm } from "./hook_form.ts";
import { type Change, type HookFile, type HookRule, type HookSite, sitesOf } from "./hook_site.ts";
import type { Tried, TriedRun } from "./try_hooks.ts";
import { MATCHER_RULES } from "./matcher_rules.ts";
import { literalDifferences, OUTPUT_RULES } from "./output_rules.ts";

export const HOOK_RULES: readonly HookRule[] = MATCHER_RULES.concat(
  HANDLER_RULES,
  COMMAND_RULES,
  OUTPUT_RULES,
);

/** A flaw of a hooks file. */
export interface HookFinding extends Diagnostic {
  /** What to change in the file; absent: a person must decide. */
  readonly fix?: readonly Change[] | undefined;
  /** Of a hook that was tried. */
  readonly run?: TriedRun;
}

/** Where hooks of projects are looked for by people, and not by the agent. */
const UNREAD_REGEXP = /\.claude[/\\](?:hooks[/\\])?hooks\.json$/;
/** The agent drops more than the handler where a guard cannot be loaded. */
const GUARDS = /^hooks(?:\.(?:PreToolUse|PermissionRequest)\b|$)/;

/** One file's findings, and the handlers in it. */
export function checkHookFile(host: Host, file: HookFile) {
  const { place, text } = file;
  const findings: HookFinding[] = [];
  const report = (flaw: Diagnostic, fix?: readonly Change[]) => {
    const { line, column } = placeOfKey(text, flaw.key ?? "") ?? {};
    const at = flaw.line === undefined && line !== undefined ? { line, column } : {};
    findings.push({ ...flaw, ...at, fix });
  };
  const loss = place.scope === "plugin"
    ? "the agent loads none of the plugin's hooks"
    : place.scope !== "settings"
    ? "the agent ignores all of this file, its permissions included"
    : "the agent loads none of the hooks of this file";
  const done = (handlers: readonly Handler[] = [], sites: readonly HookSite[] = []) => {
    findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    return { file, findings, handlers, sites };
  };
  const tree = readJsonTree(text);
  if ("flaw" in tree) {
    const at = { path: place.path, ...placeOf(text, tree.offset) };
    const message = `Cannot read the file: ${tree.flaw} (column ${at.column})`;
    report(diagnose("json-unreadable", at, message, "Correct it: the agent ignores all of it"));
    return done();
  }
  const whole: unknown = place.inline ?? parseJson(text.replace(/^\ufeff/, ""));
  const fields: Fields = isFields(whole) ? whole : {};
  const hooks = hooksOf(fields, place.path);
  if (hooks === undefined) return done();
  if (place.scope !== "plugin" && UNREAD_REGEXP.test(place.path)) {
    const remedy = `Move them to "${place.path.replace(UNREAD_REGEXP, ".claude/settings.json")}"`;
    const message = "The agent reads no hooks here: none of these ever runs";
    report(diagnose("hooks-unread", { path: place.path, ...placeOf(text, 0) }, message, remedy));
    return done();
  }
  const other = foreignForm(place.path, hooks);
  if (other !== undefined) {
    const message = `These are hooks of ${other}, not of this agent: its rules are not applied`;
    report(diagnose("hooks-foreign", place.path, message));
    return done();
  }
  if (fields.hooks === undefined && place.scope !== "settings") {
    const message = 'The events stand outside of "hooks": the agent loads none of them';
    const at = { path: place.path, ...placeOf(text, 0) };
    report(diagnose("hooks-unwrapped", at, message, 'Write {"hooks": {…}} around them'));
  }
  const flaws: Diagnostic[] = [];
  const context = { place, isUntrusted: false, shape: undefined, diagnostics: flaws };
  const handlers = readHooks(hooks, context);
  const sites = sitesOf(hooks, file, host);
  for (const { code, at, find, ...row } of HOOK_RULES) {
    for (const site of sites[at]) {
      const found = find(site);
      if (found === undefined) continue;
      const { what, reason = row.reason, remedy = row.remedy } = found;
      const key = site.key + (found.key ?? row.key);
      const message = `${key}: ${what}: ${reason}`;
      const fix = found.fix?.map((change) => ({ ...change, key: site.key + change.key }));
      report(diagnose(code, { path: place.path, key }, message, remedy), fix);
    }
  }
  // Rules know better than the reader what was meant.
  const flat = sites.handler.filter(({ item, group }) =>
    item === group && (item.type ?? item.command) !== undefined
  );
  const ruled = new Set([
    ...findings.map(({ key }) => key),
    ...flat.map(({ key, item }) => item.type === undefined ? `${key}.type` : ""),
  ]);
  for (const flaw of flaws) {
    if (!ruled.has(flaw.key)) report(explained(flaw, loss));
  }
  if (place.scope === "settings" && handlers.every(({ shape }) => shape === "flat")) {
    return done(handlers, sites.handler);
  }
  for (const { key, item: { matcher, ...handler } } of flat) {
    const message = `${key}: A handler outside of a group: ${dropped(key, loss)}`;
    const value = {
      ...matcher === undefined ? {} : { matcher },
      hooks: [{ type: "command", ...handler }],
    };
    const at = { path: place.path, key };
    report(diagnose("hook-flat", at, message, 'Write {"hooks": […]} around it'), [{ key, value }]);
  }
  return done(handlers, sites.handler);
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
function explained(flaw: Diagnostic, loss: string): Diagnostic {
  const { key = "", code, message } = flaw;
  if (code !== "hook-malformed" || key.endsWith(".if")) return flaw;
  const plain = message.replace(/: (?:Ignored|Left out (?:a handler|its handlers)): /, ": ")
    .replace(/: (\w)/, (_, letter) => `: ${letter.toUpperCase()}`);
  const remedy = flaw.remedy ?? "Correct it, or take it out";
  return { ...flaw, message: `${plain}: ${dropped(key, loss)}`, remedy };
}

function dropped(key: string, loss: string): string {
  return GUARDS.test(key) ? loss : "the agent leaves it out";
}

/** What only several hooks together do wrong. */
export function checkTogether(files: readonly ReturnType<typeof checkHookFile>[]): HookFinding[] {
  const differing = literalDifferences(files.flatMap(({ sites }) => sites));
  return [
    ...checkRepeated(files),
    ...differing.map(({ answer: { site: { key, file } }, what }) =>
      at("hook-answers-differ", file, key, `${key}: ${what}`, "Let one of them decide")
    ),
  ];
}

function at(
  code: DiagnosticCode,
  { place: { path }, text }: HookFile,
  key: string,
  message: string,
  remedy?: string,
): HookFinding {
  return diagnose(code, { path, key, ...placeOfKey(text, key) }, message, remedy);
}

/** What became of the hooks of some files that were tried. */
export function placeTried(
  files: readonly ReturnType<typeof checkHookFile>[],
  tried: readonly Tried[],
): HookFinding[] {
  return tried.map(({ code, handler, message, remedy, run }): HookFinding => {
    const { key } = handler.origin;
    const { file } = files.find(({ handlers }) => handlers.includes(handler))!;
    const finding = at(code, file, key, `${key}: ${message}`, remedy);
    return run === undefined ? finding : { ...finding, run };
  });
}

/** The same command for the same event, once in a plugin and once elsewhere: the agent runs both. */
function checkRepeated(files: readonly ReturnType<typeof checkHookFile>[]): HookFinding[] {
  const all = files.flatMap(({ file, handlers }) =>
    handlers.filter(({ action }) => action.type === "command").map((handler) => ({ file, handler }))
  );
  const same = groupBy(all, ({ handler: { event, action, matcher, origin } }) => {
    const root = origin.plugin?.root ?? "";
    const text = wholeActionText(action).replaceAll(/\$\{?CLAUDE_PLUGIN_[^}/"]*\}?/g, root);
    return JSON.stringify([event, matcher?.text, text]);
  });
  return [...same.values()].flatMap((rows): HookFinding[] => {
    const rootOf = ({ file }: typeof rows[number]) => file.place.plugin?.root;
    const [first, other = first!] = rows.toSorted((a, b) =>
      (rootOf(a) ? 1 : 0) - (rootOf(b) ? 1 : 0)
    );
    if (rows.every((row) => rootOf(row) === rootOf(first!))) return [];
    const { file, handler: { origin: { key }, event } } = first!;
    const message = `${key}: The same command for ${event} stands in ` +
      `"${other.file.place.path}": the agent runs both, since one is a plugin's`;
    return [at("hook-twice", file, key, message, "Keep one")];
  });
}
