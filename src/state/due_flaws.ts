/**
 * Flaws that a directive in a skill found: what it prints is for the model, so the user hears of them at the end of the
 * turn.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { readLines } from "./line_file.ts";
import { sharedStateDirectory } from "./state_directory.ts";
import { ensureDirectories, FILE_MODE, markerPlace } from "./state_tree.ts";

export async function keepDue(
  host: Host,
  session: string,
  flaws: readonly Diagnostic[],
): Promise<void> {
  const place = await placeOf(host, session);
  if (place === undefined || flaws.length === 0) return;
  const text = flaws.map((flaw) => `${JSON.stringify(flaw)}\n`).join("");
  attempt(() => {
    if (ensureDirectories(host, place.directories) !== undefined) return;
    host.appendText(place.path, text, { mode: FILE_MODE });
  });
}

/** They are handed out once. */
export async function takeDue(host: Host, session: string): Promise<Diagnostic[]> {
  const place = await placeOf(host, session);
  const text = place && host.glance(place.path);
  if (place === undefined || text === undefined) return [];
  attempt(() => host.remove(place.path));
  const found = readLines(text).filter(({ code }) => typeof code === "string");
  return found as unknown as Diagnostic[];
}

async function placeOf(host: Host, session: string) {
  const state = sharedStateDirectory(host);
  if (state === undefined) return undefined;
  const { directories } = await markerPlace(host, state, session, undefined);
  return { directories, path: joinPath(directories[2], "due") };
}
