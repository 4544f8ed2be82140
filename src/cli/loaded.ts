/** `skillhook skill loaded` and `skill forget`: which skills are loaded where, and how that ends. */
import { minuteText } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory } from "../catalog/places.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { clearMarkers, type FoundMarker, listMarkers } from "../state/session_marker.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { pathsIn } from "../state/state_tree.ts";
import { contextOption } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

const CANNOT = "Cannot forget what was loaded";

export async function loadedVerb(options: Given<"skill loaded">, host: Host): Promise<Outcome> {
  const places = statePlaces(host);
  const found = await listMarkers(host, places, options.text("session"));
  if (options.flag("json")) {
    const loaded = found.map(({ session, agent, skill, path, since, digest, marker }) => (
      { skill, session, agent, since: new Date(since).toISOString(), path, digest, marker }
    ));
    return success(JSON.stringify({ state: places, loaded }));
  }
  if (found.length === 0) return success("No skill is loaded in any session");
  const current = host.env("CLAUDE_CODE_SESSION_ID");
  return success(
    [...groupBy(found, ({ session }) => session)].map(([session, markers]) => {
      const title = `Session ${session}${session === current ? " (this one)" : ""}`;
      return [title, ...markerLines(markers)].join("\n");
    }).join("\n"),
  );
}

function markerLines(markers: readonly FoundMarker[]): string[] {
  const width = Math.max(...markers.map(({ skill }) => skill.length));
  return markers.map(({ skill, agent, since, path }) => {
    const place = agent === null ? "" : `  subagent ${agent}`;
    return `  ${skill.padEnd(width)}  since ${minuteText(since)} UTC${place}  ${path}`;
  });
}

/** Prints nothing when all goes well; exit 1 when a marker cannot be removed. */
export async function forgetVerb(options: Given<"skill forget">, host: Host): Promise<Outcome> {
  const { session, agent } = contextOption(options, host, CANNOT);
  const problems = await clearMarkers(host, statePlaces(host), session, agent);
  if (problems.length === 0) return success("");
  throw new VerbError(`${CANNOT}: ${problems.slice(0, 3).join("; ")}`);
}

/**
 * Every state directory that a shell can know of, the one to write to first. Our hooks write to the plugin's data
 * directory, whose path only they are told; it is called `skillhook-<marketplace>`, in a known directory.
 */
export function statePlaces(host: Host): string[] {
  const configDir = configDirectory(host);
  const data = configDir === undefined ? undefined : joinPath(configDir, "plugins/data");
  const own = data && attempt(() => pathsIn(host, data, "directory", "skillhook-"));
  return [...new Set([...stateDirectories(host), ...own || []])];
}
