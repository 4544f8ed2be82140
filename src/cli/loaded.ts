/** `skillhook skill loaded`: which skills are loaded where, and since when. */
import type { Host, Outcome } from "../host/host.ts";
import { type FoundMarker, listMarkers, listSessionMarkers } from "../loader/list_markers.ts";
import { statePlaces } from "./state_places.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** A table, or JSON. */
export async function loadedVerb(options: Given<"skill loaded">, host: Host): Promise<Outcome> {
  const places = statePlaces(host);
  const session = options.text("session");
  const found = session === undefined
    ? listMarkers(host, places)
    : await listSessionMarkers(host, places, session);
  if (options.flag("json")) return success(JSON.stringify(toJson(found, places)));
  if (found.length === 0) return success("No skill is loaded in any session");
  const current = host.env("CLAUDE_CODE_SESSION_ID");
  return success(sessionsOf(found).map((markers) => sessionLines(markers, current)).join("\n"));
}

function toJson(found: readonly FoundMarker[], places: readonly string[]): unknown {
  const loaded = found.map(({ session, agent, skill, path, since, digest, marker }) => (
    { skill, session, agent, since: new Date(since).toISOString(), path, digest, marker }
  ));
  return { state: places, loaded };
}

function sessionsOf(found: readonly FoundMarker[]): FoundMarker[][] {
  return [...Map.groupBy(found, ({ session }) => session).values()];
}

function sessionLines(markers: readonly FoundMarker[], current: string | undefined): string {
  const session = markers[0]!.session;
  const width = Math.max(...markers.map(({ skill }) => skill.length));
  const rows = markers.map(({ skill, agent, since, path }) => {
    const time = new Date(since).toISOString().slice(0, 16).replace("T", " ");
    const place = agent === null ? "" : `  subagent ${agent}`;
    return `  ${skill.padEnd(width)}  since ${time} UTC${place}  ${path}`;
  });
  return [`Session ${session}${session === current ? " (this one)" : ""}`, ...rows].join("\n");
}
