/** Hooks files to check: which there are, whose they are, the groups and handlers in them, and what a rule about one of these is. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { asString, type Fields, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import type { HookPlace, HookPlugin } from "../hooks/handler.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import { HOOK_EVENTS, type HookEvent, hookEvent } from "../protocol/hook_events.ts";

/** A hooks file, and where its paths lead. */
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

/** What a rule found. */
export interface Found {
  readonly what: string;
  readonly key?: string;
  // What its row says for all, or what says it better.
  readonly reason?: string | undefined;
  readonly remedy?: string | undefined;
  /** Keys are below the item, such as `.matcher`. */
  readonly fix?: readonly Change[] | undefined;
}

/** A rule. How bad it is, the code says. */
export interface HookRule {
  readonly code: DiagnosticCode;
  readonly at: keyof typeof IS_AT;
  /** What it looks at, below the item. */
  readonly key: string;
  // Absent: what is found says it.
  readonly reason?: string;
  readonly remedy?: string;
  readonly find: (site: HookSite) => Found | undefined;
}

type Look = Pick<HookRule, "at" | "key">;
const AT_COMMAND: Look = { at: "handler", key: ".command" };

/** Rules by their codes. */
export function rulesOf(
  rows: { readonly [Code in DiagnosticCode]?: Omit<HookRule, "code" | keyof Look> & Partial<Look> },
  look = AT_COMMAND,
): HookRule[] {
  return Object.entries(rows).map(([code, row]) => (
    { ...look, ...row, code: code as DiagnosticCode }
  ));
}

export type Judged = Found & { readonly code: DiagnosticCode };
export type Texts = {
  readonly [Code in DiagnosticCode]?: readonly [reason: string, remedy: string];
};

/** Rules of one judge, who says which of them it is; by code what the agent does, and what to do. */
export function judgedRules(
  judge: (site: HookSite) => Judged | readonly Judged[] | undefined,
  texts: Texts,
  look = AT_COMMAND,
): HookRule[] {
  return Object.entries(texts).map(([word, [reason, remedy]]) => {
    const code = word as DiagnosticCode;
    const find = (site: HookSite) => [judge(site) ?? []].flat().find((one) => one.code === code);
    return { ...look, code, reason, remedy, find };
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
      const single = inner.map((item, at) =>
        isFields(item) ? [{ ...whole, key: `${key}.hooks[${at}]`, item }] : []
      );
      return [whole, ...single.flat()];
    });
  });
}

/** The files the agent reads, in its order, and the plugins that count. What is wrong with the places, others say. */
export function configuredFiles(host: Host, projectDir: string) {
  // Nobody reads these; who wrote one believes otherwise.
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

/** A flaw of somebody else's plugin: no error of the user's, who can only report it. */
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
  const isSettings = OWN_REGEXP.test(path);
  const root = isSettings ? undefined : pluginRoot(host, directory);
  const common = { path, needsApproval: false };
  const scope = isSettings ? "project" : "settings";
  const place: HookPlace = root === undefined ? { ...common, scope } : {
    ...common,
    scope: "plugin",
    plugin: { name: root.slice(root.lastIndexOf("/") + 1), root, data: undefined },
  };
  return { place, text, projectDir: isSettings ? parentPath(directory) : undefined };
}

/** The directory with a manifest, at most two above. */
function pluginRoot(host: Host, directory: string): string | undefined {
  const above = parentPath(directory) ?? "";
  return [directory, above, parentPath(above) ?? ""].find((path) =>
    path !== "" && attempt(() => host.stat(`${path}/.claude-plugin/plugin.json`)) !== undefined
  );
}

// Whose hooks a file holds: other agents have events and shapes of their own, and our rules are not theirs.

/** Events by agent; one that two agents have is told apart by the others. */
const EVENTS: Readonly<Record<string, string>> = {
  Gemini:
    "BeforeTool AfterTool BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection PreCompress",
  Copilot:
    "sessionStart sessionEnd userPromptSubmitted preToolUse postToolUse errorOccurred agentStop subagentStop",
  Cursor:
    "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit " +
    "beforeSubmitPrompt afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit stop preToolUse " +
    "postToolUse postToolUseFailure sessionStart sessionEnd subagentStart subagentStop preCompact workspaceOpen",
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

/** What only our agent reads: there a name that differs in case alone is a slip. */
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
  return Object.keys(EVENTS).reverse().find((name) =>
    foreign.every((one) => EVENTS[name]!.split(" ").includes(one))
  );
}
