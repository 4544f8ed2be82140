/** Which skills were made active or inactive in a session or project. */
import { findLevels } from "../catalog/levels.ts";
import { attempt, type Host } from "../host/host.ts";
import { readActivation } from "../state/activation.ts";

/** A project under the one name that all ways to it have. */
export function projectKey(host: Host, projectDir: string): string {
  return attempt(() => host.realPath(projectDir)) ?? projectDir;
}

/** What holds in a session of a project: of the directories above it, the nearest counts. */
export function activationOf(host: Host, session: string | undefined, projectDir?: string) {
  return readActivation(host, session, () => {
    if (projectDir === undefined) return [];
    const key = projectKey(host, projectDir);
    return [...new Set([key, ...findLevels(host, key).levels])];
  });
}
