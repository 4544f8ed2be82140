/** Whether no hook is configured, not even a flawed one, and nothing is kept of the session: a look at a few names. */
import { isFields, parseJson } from "../base/json_type.ts";
import { hasSteps, isAbsolutePath, isInside, joinPath, parentPath } from "../base/path.ts";
import { configDirectory, managedDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { QuickHost } from "../host/host.ts";
import { hookEvent } from "../protocol/hook_events.ts";
import type { FiredEvent } from "./fired_event.ts";
import { firedDirectory } from "./session_state.ts";

/** @returns `false` where it takes more to tell. */
export async function nothingConfigured(
  host: QuickHost,
  { projectDir, session }: FiredEvent,
  stateDirectory: string | undefined,
): Promise<boolean> {
  const user = configDirectory(host);
  const managed = managedDirectory(host);
  if (host.env("CLAUDE_PLUGIN_ROOT") !== undefined || user === undefined) return false;
  if (!isAbsolutePath(projectDir, host.platform) || hasSteps(projectDir)) return false;
  // The caller may say that the project is elsewhere.
  const isNamed = projectDir === host.env("CLAUDE_PROJECT_DIR");
  if (isNamed && !isInside(projectDir, host.cwd(), host.platform)) return false;
  // However far the settings' own way up goes, it goes no further.
  const levels = [projectDir];
  for (let at = parentPath(projectDir); at !== undefined; at = parentPath(at)) levels.push(at);
  const own = projectConfigDirectory(projectDir);
  const settings = joinPath(user, "settings.json");
  const [found, ...others] = await host.kinds([
    settings,
    ...managed === undefined ? [] : [managed],
    ...["plugins/installed_plugins.json", "skillhook.yaml"].map((name) => joinPath(user, name)),
    ...["settings.json", "settings.local.json"].map((name) => joinPath(own, name)),
    ...levels.map((level) => joinPath(projectConfigDirectory(level), "skillhook.yaml")),
    ...stateDirectory && session ? [firedDirectory(stateDirectory, session)] : [],
  ]);
  if (others.some((kind) => kind !== undefined)) return false;
  return found === undefined || found === "file" && hasNoHooks(host.glance(settings) ?? "");
}

function hasNoHooks(text: string): boolean {
  const value = parseJson(text);
  const isHook = (key: string) =>
    key === "hooks" || key === "enabledPlugins" || hookEvent(key) !== undefined;
  return isFields(value) && !Object.keys(value).some(isHook);
}
