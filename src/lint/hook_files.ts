/** Which hooks files there are to check, and what their variables mean. */
import { parentPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import type { HookPlace } from "../hooks/handler.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import type { HookFile } from "./hook_site.ts";

/** Every file the agent reads here, in its order; absent ones are left out. */
export function configuredFiles(host: Host, projectDir: string): HookFile[] {
  // What is wrong with the places themselves is the doctor's to say.
  const places = configuredPlaces(host, projectDir, () => false, []);
  return places.flatMap((place) => {
    const text = attempt(() => host.readText(place.path));
    return text === undefined || text.trim() === "" ? [] : [{ place, text, projectDir }];
  });
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
