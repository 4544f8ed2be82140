/** Directories we keep things in: can they be used, by us and by nobody else. */
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { stateDirectories } from "../state/state_directory.ts";
import { cacheDirectory } from "../catalog/own_file.ts";
import { look } from "../catalog/sources.ts";
import { type Finding, finding } from "./finding.ts";

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** What is wrong with the cache's and the markers' directories. */
export function checkPlaces(host: Host): Finding[] {
  const state = stateDirectories(host);
  const findings = state.map((path) => checkState(host, path));
  if (state.length === 0) {
    const message = "There is no directory for session markers: skills load in full every time";
    findings.push(problem(message, "Set HOME or XDG_STATE_HOME", undefined));
  }
  return [...findings, checkCache(host), ...checkPath(host)];
}

/** Tries the directory itself, or the nearest one above it, by making and removing a file. */
function checkState(host: Host, path: string): Finding {
  const last = attempt(() => host.linkStat(path));
  if (last !== undefined && last.kind !== "directory") {
    const what = last.kind === "link" ? "a symbolic link, which we never follow" : "no directory";
    return problem(`The directory for session markers is ${what}`, "Remove it", path);
  }
  const user = host.userId();
  if (last !== undefined && user >= 0) {
    if (last.owner !== user) {
      return problem("The directory for session markers is somebody else's", "Remove it", path);
    }
    if ((last.mode & OTHERS_WRITE) !== 0 && (last.mode & STICKY) === 0) {
      const message = "Others can write to the directory for session markers";
      return problem(message, `Run "chmod 700 ${path}"`, path);
    }
  }
  const flaw = probe(host, path);
  if (flaw === undefined) {
    return works("Session markers can be kept", path);
  }
  const message = `Session markers cannot be kept: ${flaw}: skills load in full every time`;
  return problem(message, "Make it writable, or set XDG_STATE_HOME", path);
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

function checkCache(host: Host): Finding {
  const { directory, flaw } = cacheDirectory(host);
  if (flaw === undefined) return works("The registry can be cached", directory);
  const message = `The registry is read anew for every chain: ${flaw}`;
  const remedy = "Set TMPDIR to a directory of your own";
  return finding("places", "cache-unusable", { path: directory }, message, remedy);
}

/** Skills that load themselves call the program by its name. */
function checkPath(host: Host): Finding[] {
  const isWindows = host.platform === "windows";
  const name = isWindows ? "skillhook.exe" : "skillhook";
  const places = (host.env("PATH") ?? "").split(isWindows ? ";" : ":").filter((path) =>
    path !== ""
  );
  const found = places.map((path) => joinPath(path, name))
    .find((path) => look(host, path)?.kind === "file");
  if (found !== undefined) return [works("Skills can call skillhook by its name", found)];
  const message =
    "skillhook is not on PATH: skills that call it by its name fail outside the plugin";
  const remedy = `Link ${host.executable()} into a directory of PATH`;
  return [finding("places", "not-on-path", {}, message, remedy)];
}

function problem(message: string, remedy: string, path: string | undefined): Finding {
  return finding("places", "state-unwritable", { path }, message, remedy);
}

function works(message: string, path: string | undefined): Finding {
  return finding("places", "state-works", { path }, message);
}
