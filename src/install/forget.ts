/** What is left of us once nothing of ours is installed: session markers, chains, the log, approvals, caches. */
import { joinPath, parentPath } from "../base/path.ts";
import { cacheDirectory } from "../catalog/own_file.ts";
import { homeDirectory } from "../catalog/places.ts";
import { attempt, type Host } from "../host/host.ts";
import { sharedStateDirectory } from "../state/state_directory.ts";
import { readRecord, removeEmpty } from "./own_record.ts";

/** What stood in your files before us stays: no file has been given it back yet. */
const KEPT = "backups";
const CACHE_REGEXP = /^(?:continuation-registry|skillhook-(?:facts|registry))-[\da-f]+\.json$/;

/** Whether some settings file or directory of skills still has what we put there. */
export function isInstalled(host: Host): boolean {
  const records = ["installed-hooks.json", "installed-skills.json"] as const;
  return records.some((name) => Object.keys(readRecord(host, name)).length > 0);
}

/** Removes all of it, with the directory of approvals, as far as it can be removed. */
export function forget(host: Host, approvals: string | undefined): void {
  const [state, home] = [sharedStateDirectory(host), homeDirectory(host)];
  for (const place of [state, approvals]) {
    if (place === undefined || attempt(() => host.linkStat(place))?.kind !== "directory") continue;
    removeTree(host, place, place === state ? KEPT : "");
    // Directories below the home directory that held nothing but ours.
    if (home !== undefined) attempt(() => removeEmpty(host, parentPath(place)!, home));
  }
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return;
  for (const { name } of attempt(() => host.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    if (!CACHE_REGEXP.test(name)) continue;
    if (attempt(() => host.linkStat(path))?.owner === host.userId()) {
      attempt(() => host.remove(path));
    }
  }
}

/** Links are removed, never followed. */
function removeTree(host: Host, directory: string, kept = ""): void {
  for (const { name, kind } of attempt(() => host.list(directory)) ?? []) {
    const path = joinPath(directory, name);
    if (kind === "directory" && name !== kept) removeTree(host, path);
    else if (name !== kept) attempt(() => host.remove(path));
  }
  if (attempt(() => host.list(directory))?.length === 0) attempt(() => host.remove(directory));
}
