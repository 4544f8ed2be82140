/** Hooks files to check: which there are, whose they are, the groups and handlers in them, and what a rule is. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import type { HookPlace, HookPlugin } from "../hooks/handler.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import { HOOK_EVENTS, type HookEvent, hookEvent } from "../protocol/hook_events.ts";

export interface HookFile {
  readonly place: HookPlace;
  readonly text: string;
  /** What `$CLAUDE_PROJECT_DIR` is; `undefined`: unknown. */
  readonly projectDir: string | undefined;
}

export interface HookSite {
  readonly event: string;
  readonly row: HookEvent;
  /** Such as `hooks.PreToolUse[0].hooks[1]`. */
  readonly key: string;
  readonly item: Fields;
  readonly group: Fields;
  /** All of the group; a handler that stands in none is its own group. */
  readonly handlers: readonly Fields[];
  readonly file: HookFile;
  readonly host: Host;
}

/** One value of a JSON file to be other than it is; `undefined`: gone. */
export type Change = { readonly key: string; readonly value: unknown };

/** What a rule found; what is absent, its row says. */
export interface Found {
  readonly what: string;
  readonly key?: string;
  readonly reason?: string | undefined;
  readonly remedy?: string | undefined;
  /** Keys are below the item, such as `.matcher`. */
  readonly fix?: readonly Change[] | undefined;
}

export interface HookRule {
  readonly code: DiagnosticCode;
  readonly at: keyof typeof IS_AT;
  /** What it looks at, below the item. */
  readonly key: string;
  /** What the agent does; absent: what is found says it. */
  readonly reason?: string;
  readonly remedy?: string;
  readonly find: (site: HookSite) => Found | undefined;
}

export type Judged = Found & { readonly code: DiagnosticCode };

/** Rules by their codes, each with what it finds, or with one judge who says which of them it is. */
export function rulesOf(
  { judge, ...look }: Partial<Pick<HookRule, "at" | "key">> & {
    readonly judge?: (site: HookSite) => Judged | readonly Judged[] | undefined;
  },
  rows: { readonly [Code in DiagnosticCode]?: Partial<HookRule> },
): HookRule[] {
  return Object.entries(rows).map(([word, row]) => {
    const code = word as DiagnosticCode;
    const find = (site: HookSite) => [judge?.(site) ?? []].flat().find((one) => one.code === code);
    return { at: "handler", key: ".command", find, ...look, ...row, code };
  });
}

/** What is a group, and what a handler; one that stands in no group is both. */
export const IS_AT = {
  group: ({ item, group }: HookSite) => item === group,
  handler: ({ item, group }: HookSite) => item !== group || group.hooks === undefined,
  both: (_: HookSite) => true,
};

/** All groups and handlers that have the right shape; the rest is the reader's to name. */
export function sitesOf(hooks: unknown, file: HookFile, host: Host): HookSite[] {
  return Object.entries(isFields(hooks) ? hooks : {}).flatMap(([event, list]) => {
    const row = hookEvent(event);
    if (row === undefined || !Array.isArray(list)) return [];
    return list.flatMap((group: unknown, at): HookSite[] => {
      if (!isFields(group)) return [];
      const key = `hooks.${event}[${at}]`;
      const inner: unknown[] = Array.isArray(group.hooks) ? group.hooks : [];
      const handlers = group.hooks === undefined ? [group] : inner.filter(isFields);
      const whole = { event, row, group, handlers, file, host, key, item: group };
      const single = inner.flatMap((item, at) =>
        isFields(item) ? { ...whole, key: `${key}.hooks[${at}]`, item } : []
      );
      return [whole, ...single];
    });
  });
}

/** The files the agent reads, in its order, and the plugins that count. What is wrong with the places, others say. */
export function configuredFiles(host: Host, projectDir: string) {
  // The agent does not read these, though their authors believe it does.
  const unread = [".claude/hooks.json", ".claude/hooks/hooks.json"].map((name): HookPlace => (
    { path: joinPath(projectDir, name), scope: "project", needsApproval: false }
  ));
  const places = [...configuredPlaces(host, projectDir, () => false, []), ...unread];
  const files = places.flatMap((place): HookFile[] => {
    const text = attempt(() => host.readText(place.path));
    return text === undefined || text.trim() === "" ? [] : [{ place, text, projectDir }];
  });
  const plugins = places.map(({ plugin }) => plugin).filter((plugin) => plugin !== undefined);
  return { files, plugins: plugins.filter(({ root }, at) => root !== plugins[at + 1]?.root) };
}

/** A flaw of another author's plugin: no error of the user's, who can only report it. */
export function asOthers<T extends Diagnostic>(host: Host, finding: T, { name, root }: HookPlugin) {
  if (finding.severity === "info") return { ...finding, plugin: name, fix: undefined };
  const path = joinPath(root, ".claude-plugin/plugin.json");
  const manifest = parseJson(attempt(() => host.readText(path)) ?? "");
  const version = isFields(manifest) ? asString(manifest.version) ?? "" : "";
  const remedy = `Report it to the authors of the plugin: ${`"${name}" ${version}`.trim()}`;
  const severity = finding.severity === "error" ? "warning" : finding.severity;
  return { ...finding, severity, remedy, plugin: name, fix: undefined };
}

export function pluginOf(path: string | undefined, plugins: readonly HookPlugin[]) {
  return plugins.find(({ root }) => path?.startsWith(`${root}/`));
}

/** A file the user named; what it is, its path says. */
export function namedFile(host: Host, path: string, text: string): HookFile {
  const directory = parentPath(path) ?? "";
  const above = parentPath(directory);
  const common = { path, needsApproval: false };
  if (OWN_REGEXP.test(path)) {
    return { place: { ...common, scope: "project" }, text, projectDir: above };
  }
  const root = [directory, above, parentPath(above ?? "")].find((place) =>
    place && attempt(() => host.stat(`${place}/.claude-plugin/plugin.json`)) !== undefined
  );
  const plugin = root && { name: root.slice(root.lastIndexOf("/") + 1), root, data: undefined };
  const place: HookPlace = plugin
    ? { ...common, scope: "plugin", plugin }
    : { ...common, scope: "settings" };
  return { place, text, projectDir: undefined };
}

// Whose hooks a file holds: other agents have events and shapes of their own, and our rules are not theirs.

/** Events by agent; the first one that has them all it is. */
const EVENTS: Readonly<Record<string, string>> = {
  Cursor:
    "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit " +
    "beforeSubmitPrompt afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit stop preToolUse " +
    "postToolUse postToolUseFailure sessionStart sessionEnd subagentStart subagentStop preCompact workspaceOpen",
  Copilot:
    "sessionStart sessionEnd userPromptSubmitted preToolUse postToolUse errorOccurred agentStop subagentStop",
  Gemini:
    "BeforeTool AfterTool BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection PreCompress",
};
/** Agents whose files look like ours: only the directory tells. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[/\\])\.?codex(?:-plugin|-hooks\.json)?(?:[/\\]|$)/, "Codex"],
  [/[/\\](?:grok|\.grok|\.factory|\.qwen)[/\\]/, "another agent"],
  [/[/\\]\.gemini[/\\]|[/\\]gemini[/\\]hooks[/\\]/, "Gemini"],
  [/[/\\]\.cursor[/\\]/, "Cursor"],
  [/[/\\]\.windsurf[/\\]/, "Windsurf"],
  [/[/\\]\.github[/\\]/, "Copilot"],
];

/** What only our agent reads: a name that differs in case alone is a slip there. */
const OWN_REGEXP = /[/\\]\.claude[/\\]settings(?:\.local)?\.json$/;
const KNOWN = new RegExp(`^(?:${Object.keys(HOOK_EVENTS).join("|")})$`, "i");

/** The agent whose form it is, where it is another one's. */
export function foreignForm(path: string, hooks: unknown): string | undefined {
  const byPath = PATHS.find(([pattern]) => pattern.test(path))?.[1];
  if (byPath !== undefined || !isFields(hooks)) return byPath;
  const foreign = Object.keys(hooks).filter((event) => hookEvent(event) === undefined);
  if (foreign.length === 0 || foreign.length * 2 < Object.keys(hooks).length) return undefined;
  if (foreign.every((event) => /^(?:pre|post)_[a-z_]+$/.test(event))) return "Windsurf";
  const items = Object.values(hooks).flat().filter(isFields);
  if (items.some(({ bash, powershell }) => bash ?? powershell)) return "Copilot";
  if (OWN_REGEXP.test(path) && foreign.every((event) => KNOWN.test(event))) return undefined;
  return Object.keys(EVENTS).find((name) =>
    foreign.every((one) => EVENTS[name]!.split(" ").includes(one))
  );
}
