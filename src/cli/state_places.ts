/**
 * Every place with session markers that a shell can know of. Our hooks write to the plugin's data
 * directory, whose path only they are told; it lies in a known directory of the agent's, though.
 */
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { stateDirectories } from "../loader/state_directory.ts";
import { configDirectory } from "../catalog/places.ts";

/** The plugin's data directory is `<plugin>-<marketplace>`. */
const OWN_PREFIX = "skillhook-";

/** Absolute paths of state directories, the one to write to first. */
export function statePlaces(host: Pick<Host, "env" | "platform" | "list">): string[] {
  const configDir = configDirectory(host);
  const data = configDir === undefined ? undefined : joinPath(configDir, "plugins/data");
  return [...new Set([...stateDirectories(host), ...ownDataDirectories(host, data)])];
}

function ownDataDirectories(host: Pick<Host, "list">, parent: string | undefined): string[] {
  if (parent === undefined) return [];
  try {
    return (host.list(parent) ?? [])
      .filter(({ name, kind }) => kind === "directory" && name.startsWith(OWN_PREFIX))
      .map(({ name }) => joinPath(parent, name));
  } catch (error) {
    if (error instanceof HostError) return [];
    throw error;
  }
}
