/** Directories: whether we, and no other user, can use those we keep things in; and whether marketplaces are there. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { asString, isFields } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { cacheDirectory } from "../catalog/own_file.ts";
import { configDirectory } from "../catalog/places.ts";
import { look, Sources } from "../catalog/sources.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { stateDirectories } from "../state/state_directory.ts";

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

export function checkPlaces(host: Host): Diagnostic[] {
  const found: Diagnostic[] = [];
  const places = stateDirectories(host);
  for (const path of places) {
    const [flaw, remedy] = stateFlaw(host, path) ?? [];
    const code = flaw === undefined ? "state-works" : "state-unwritable";
    found.push(diagnose(code, path, flaw ?? "Session markers can be kept", remedy));
  }
  if (places.length === 0) {
    const message = "There is no directory for session markers: skills load in full every time";
    found.push(diagnose("state-unwritable", {}, message, "Set HOME or XDG_STATE_HOME"));
  }
  const { directory: path, flaw } = cacheDirectory(host);
  const message = `The registry is read anew for every chain: ${flaw}`;
  const cache = flaw === undefined
    ? diagnose("state-works", { path }, "The registry can be cached")
    : diagnose("cache-unusable", { path }, message, "Set TMPDIR to a directory of your own");
  return [...found, cache];
}

/** What is wrong, and what to do; tries the directory, or the nearest one above it, by making and removing a file. */
function stateFlaw(host: Host, path: string): [flaw: string, remedy: string] | undefined {
  const place = "The directory for session markers";
  const last = attempt(() => host.linkStat(path));
  const user = host.userId();
  if (last !== undefined && last.kind !== "directory") {
    const what = last.kind === "link" ? "a symbolic link, which we never follow" : "no directory";
    return [`${place} is ${what}`, "Remove it"];
  }
  if (last !== undefined && user >= 0) {
    if (last.owner !== user) return [`${place} belongs to another user`, "Remove it"];
    if ((last.mode & OTHERS_WRITE) !== 0 && (last.mode & STICKY) === 0) {
      return ["Others can write to the directory for session markers", `Run "chmod 700 ${path}"`];
    }
  }
  const flaw = probe(host, path);
  if (flaw === undefined) return undefined;
  const message = `Session markers cannot be kept: ${flaw}: skills load in full every time`;
  return [message, "Make it writable, or set XDG_STATE_HOME"];
}

function probe(host: Host, path: string): string | undefined {
  let directory: string | undefined = path;
  while (directory !== undefined && look(host, directory) === undefined) {
    directory = parentPath(directory);
  }
  if (directory === undefined) return "it has no parent";
  const file = joinPath(directory, `.skillhook-doctor-${host.randomHex()}`);
  try {
    if (!host.createText(file, "", { mode: 0o600 })) return `"${file}" is there already`;
    host.remove(file);
    return undefined;
  } catch (error) {
    if (error instanceof HostError) return `${error.code} in "${directory}"`;
    throw error;
  }
}

/** Those that are a directory of this machine: when that is moved, their plugins are gone without a word. */
export function checkMarketplaces(host: Host): Diagnostic[] {
  const config = configDirectory(host);
  if (config === undefined) return [];
  const file = joinPath(config, "plugins/known_marketplaces.json");
  const known = new Sources(host).readJson(file, []) ?? {};
  return Object.entries(known).flatMap(([name, entry]) => {
    const source = isFields(entry) && isFields(entry.source) ? entry.source : {};
    const path = source.source === "directory" ? asString(source.path) : undefined;
    if (!path || look(host, path) !== undefined) return [];
    const message = `Marketplace "${name}" was in "${path}" and is not there: its plugins are gone`;
    const again = `"claude plugin marketplace remove ${name}", then "... add" with its new place`;
    return [diagnose("marketplace-moved", { path: file, key: name }, message, `Run ${again}`)];
  });
}
