/** What we installed, remembered in our state directory: so that what somebody edited can be told from what is merely old. */
import { type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { ensureDirectories, FILE_MODE } from "../loader/marker_tree.ts";
import { sharedStateDirectory } from "../loader/state_directory.ts";

/** What remembering asks of the machine. */
export type RecordHost = Pick<
  Host,
  "env" | "platform" | "linkStat" | "list" | "readText" | "writeText" | "makeDirectory" | "remove"
>;

/** The two records. */
export type RecordName = "installed-skills.json" | "installed-hooks.json";

/** Its content; empty when there is none or it is broken: then everything that differs is somebody else's. */
export function readRecord(host: RecordHost, name: RecordName): Fields {
  const state = sharedStateDirectory(host);
  if (state === undefined) return {};
  try {
    const value: unknown = JSON.parse(host.readText(joinPath(state, name)) || "{}");
    return isFields(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof HostError) return {};
    throw error;
  }
}

/**
 * @param content Its new content; an empty record is no file.
 * @throws {HostError} It cannot be written.
 */
export function writeRecord(host: RecordHost, name: RecordName, content: Fields): void {
  const state = sharedStateDirectory(host);
  if (state === undefined) return;
  const path = joinPath(state, name);
  if (Object.keys(content).length === 0) {
    if (host.remove(path) && host.list(state)?.length === 0) host.remove(state);
    return;
  }
  if (ensureDirectories(host, [state]) !== undefined) return;
  host.writeText(path, JSON.stringify(content, null, 1) + "\n", { mode: FILE_MODE });
}
