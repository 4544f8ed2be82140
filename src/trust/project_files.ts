/** Which files the project brings along: those need the user's approval before they run anything. */
import { isInside } from "../base/path.ts";
import { findLevels } from "../catalog/levels.ts";
import type { Host } from "../host/host.ts";
import { type ProjectBoundary, projectBoundary, realPathOf } from "./project_boundary.ts";
import { projectConfigDirectory } from "../catalog/places.ts";

/**
 * What needs an approval; the project is asked for when the first file is looked at.
 *
 * @returns Tells whether a file or directory needs an approval, because the project can have written it.
 */
export function projectFileTest(
  host: Host,
  project: () => ProjectBoundary,
): (path: string) => boolean {
  return (path) => {
    if (project().holds(path)) return true;
    // Whoever says where the user's files are could have written them; a plugin is one of those only if it is named so.
    const moved = project().movedTrust();
    const plugin = host.env("CLAUDE_PLUGIN_ROOT");
    return moved !== undefined &&
      (moved.isPlace || (plugin !== undefined && isInside(plugin, path, host.platform)));
  };
}

/**
 * A file the caller names is the caller's own choice, with one exception: the settings that the project
 * itself keeps for its agents, which must not be switched on by naming them.
 */
export function isProjectSettings(host: Host, projectDir: string, path: string): boolean {
  const real = realPathOf(host, path) ?? path;
  // What calls itself the home directory may be the project: the boundary knows better.
  const { levels } = findLevels(host, projectDir, "");
  const isOwn = levels.map(projectConfigDirectory).some((own) => {
    const realOwn = realPathOf(host, own);
    if (realOwn === undefined) return false;
    return isInside(own, path, host.platform) || isInside(realOwn, real, host.platform);
  });
  // In the home directory the project's settings are the user's.
  return isOwn && projectBoundary(host, projectDir).holds(path);
}
