/** Which files the project brings along: those need the user's approval before they run anything. */
import { isInside } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { type ProjectBoundary, projectBoundary } from "./project_boundary.ts";
import { projectConfigDirectory } from "../skill/places.ts";

/** What the questions ask of the machine. */
export type ProjectHost = Pick<Host, "cwd" | "env" | "platform" | "realPath">;

/**
 * What needs an approval.
 *
 * @param host The machine.
 * @param projectDir The project.
 * @returns Tells whether a file or directory belongs to the project.
 */
export function projectFileTest(
  host: ProjectHost,
  projectDir: string,
): (path: string) => boolean {
  let boundary: ProjectBoundary | undefined;
  return (path) => (boundary ??= projectBoundary(host, projectDir)).holds(path);
}

/**
 * A file the caller names is the caller's own choice, with one exception: the settings that the project
 * itself keeps for its agents, which must not be switched on by naming them.
 *
 * @param host The machine.
 * @param projectDir The project.
 * @param path The named file.
 * @returns Whether it needs an approval.
 */
export function isProjectSettings(host: ProjectHost, projectDir: string, path: string): boolean {
  const own = projectConfigDirectory(projectDir);
  const realOwn = realPathOf(host, own);
  if (realOwn === undefined) return false;
  const real = realPathOf(host, path) ?? path;
  const isOwn = isInside(own, path, host.platform) || isInside(realOwn, real, host.platform);
  // In the home directory the project's settings are the user's.
  return isOwn && projectBoundary(host, projectDir).holds(path);
}

function realPathOf(host: ProjectHost, path: string): string | undefined {
  return attempt(() => host.realPath(path));
}
