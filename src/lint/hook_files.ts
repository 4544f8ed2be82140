/** Which hooks files there are to check, and what their variables mean. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { asString, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import type { HookPlace, HookPlugin } from "../hooks/handler.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import type { HookFile } from "./hook_site.ts";

/** The files the agent reads, in its order, and the plugins that count. What is wrong with the places, others say. */
export function configuredFiles(host: Host, projectDir: string) {
  const places = [
    ...configuredPlaces(host, projectDir, () => false, []),
    // Nobody reads these; who wrote one believes otherwise.
    ...[".claude/hooks.json", ".claude/hooks/hooks.json"].map((name): HookPlace => {
      return { path: joinPath(projectDir, name), scope: "project", needsApproval: false };
    }),
  ];
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
  const manifest = parseJson(attempt(() => host.readText(path)) ?? "{}");
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
  const isSettings = /[/\\]\.claude[/\\]settings(?:\.local)?\.json$/.test(path);
  const root = isSettings ? undefined : pluginRoot(host, directory);
  const scope = root !== undefined ? "plugin" : isSettings ? "project" : "settings";
  const plugin = root === undefined
    ? {}
    : { plugin: { name: root.slice(root.lastIndexOf("/") + 1), root, data: undefined } };
  const place: HookPlace = { path, scope, needsApproval: false, ...plugin };
  return { place, text, projectDir: isSettings ? parentPath(directory) : undefined };
}

/** The directory with a manifest, at most two above. */
function pluginRoot(host: Host, directory: string): string | undefined {
  const candidates = [directory, parentPath(directory), parentPath(parentPath(directory) ?? "")];
  return candidates.find((path) =>
    path !== undefined &&
    attempt(() => host.stat(`${path}/.claude-plugin/plugin.json`)) !== undefined
  );
}
