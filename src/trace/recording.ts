/** A recording: a directory with one file for each event and its answer, sanitised. A user's own regression suite. */
import { asString, isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { attempt, type Host, type Outcome } from "../host/host.ts";
import { FILE_MODE, reasonOf } from "../state/state_tree.ts";
import { sharedStatePath } from "../state/state_directory.ts";
import { homeDirectory } from "../catalog/places.ts";
import { sanitise, type World } from "./pseudonyms.ts";

const MAX_FILES = 9_999;

export function worldOf(host: Host, project: string | undefined): World {
  return { project, home: homeDirectory(host), key: userKey(host), platform: host.platform };
}

/** Made at the first use: pseudonyms of one user stay the same from event to event. */
function userKey(host: Host): string {
  const path = sharedStatePath(host, "pseudonyms.key");
  if (path === undefined) return host.randomHex();
  return attempt(() => {
    const kept = host.readText(path)?.trim();
    if (kept) return kept;
    const made = host.randomHex() + host.randomHex();
    host.makeDirectory(parentPath(path)!, { mode: 0o700 });
    // Of two at once one is first, and both use its key.
    return host.createText(path, made, { mode: FILE_MODE }) ? made : host.readText(path);
  }) ?? host.randomHex();
}

export async function record(host: Host, directory: string, text: string, outcome: Outcome) {
  const event = parseJson(text);
  if (event === undefined) return "the event is no JSON";
  const { cwd, hook_event_name: name } = isFields(event) ? event : {};
  const world = worldOf(host, host.env("CLAUDE_PROJECT_DIR") ?? asString(cwd));
  const kept = await sanitise(host, world, { event, answer: recordedAnswer(outcome) });
  const plain = String(name ?? "event").replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 40);
  const content = JSON.stringify({ version: 1, ...kept as object }, null, 1);
  return save(host, directory, plain, `${content}\n`);
}

/** Several hooks record at the same time: a number is taken by making its file. */
function save(host: Host, directory: string, name: string, text: string): string | undefined {
  try {
    host.makeDirectory(directory, { mode: 0o700 });
    for (let number = listRecorded(host, directory).length + 1; number <= MAX_FILES; number++) {
      const lock = String(number).padStart(4, "0");
      const isTaken = listRecorded(host, directory).some((other) => other.startsWith(lock));
      const path = joinPath(directory, `${lock}-${name}.json`);
      if (!isTaken && host.createText(path, text, { mode: FILE_MODE })) return undefined;
    }
    return `"${directory}" is full`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** An outcome with its standard output as the JSON it is, `null` for silence. */
export function recordedAnswer({ stdout, stderr, code }: Outcome) {
  return { stdout: stdout === "" ? null : JSON.parse(stdout) as unknown, stderr, code };
}

export function listRecorded(host: Host, directory: string): string[] {
  return (host.list(directory) ?? []).filter(({ name, kind }) =>
    kind === "file" && /^\d{4}-\w{0,40}\.json$/.test(name)
  ).map(({ name }) => name).sort();
}

export function readRecorded(text: string) {
  const value = parseJson(text);
  if (!isFields(value) || value.version !== 1 || !isFields(value.answer)) return undefined;
  return { event: value.event, answer: value.answer as ReturnType<typeof recordedAnswer> };
}
