/**
 * Tells `skillhook skill load` in a stub for whom it runs. A directive knows its session and not its subagent; without
 * the subagent it would find the parent's marker, and the subagent would get a reference to instructions it never saw.
 * The hook that fires just before knows, and leaves a note.
 */
import { parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  fileName,
  markerPlace,
  pathsIn,
  skillKey,
  writeOwnFile,
} from "./state_tree.ts";

interface SkillCall {
  readonly session: string;
  /** `undefined`: the main context. */
  readonly agent: string | undefined;
  readonly qualified: string;
  readonly skillsDir: string;
}

/** For whom a directive runs; `unclear` when several call at once, `unannounced` when no hook said that anybody does. */
export type Caller = { readonly agent: string | undefined } | "unclear" | "unannounced";

/** A directive runs right after its hook; an older note is of a call that was refused. */
const MAX_AGE_MS = 20_000;

export async function leaveCallerNote(
  host: Host,
  stateDir: string,
  call: SkillCall,
): Promise<void> {
  const { directories, start } = await notePlace(host, stateDir, call);
  const who = call.agent === undefined ? "main" : `agent-${await fileName(host, call.agent)}`;
  attempt(() => {
    if (ensureDirectories(host, directories) !== undefined) return;
    writeOwnFile(host, joinPath(directories[2], start + who), JSON.stringify(call.agent ?? null));
  });
}

/** From now on a directive that no hook announced is somebody's who was not seen to call: see {@linkcode takeCallerNote}. */
export async function expectCallerNotes(
  host: Host,
  stateDir: string,
  session: string,
): Promise<void> {
  const { directories } = await notesPlace(host, stateDir, session);
  attempt(() => ensureDirectories(host, directories));
}

export async function takeCallerNote(
  host: Host,
  stateDir: string,
  call: Omit<SkillCall, "agent">,
): Promise<Caller> {
  const { directories, start } = await notePlace(host, stateDir, call);
  return attempt((): Caller => {
    // Nothing of ours ever ran in this session but directives: they run for the main context, as far as is known.
    if (!areDirectories(host, directories)) return { agent: undefined };
    const notes = freshNotes(host, directories[2], start);
    const [only] = notes;
    if (only === undefined) return "unannounced";
    // Whichever of them this is: too much text is better than none.
    if (notes.length > 1) return "unclear";
    const agent = parseJson(host.readText(only) ?? "null");
    if (agent === undefined) return "unclear";
    host.remove(only);
    return { agent: typeof agent === "string" ? agent : undefined };
  }) ?? "unclear";
}

async function notesPlace(host: Host, stateDir: string, session: string) {
  const { directories: [sessions, own] } = await markerPlace(host, stateDir, session, undefined);
  return { directories: [sessions, own, joinPath(own, "calls")] as const };
}

/** The directories, and how the name of each note for the skill begins. */
async function notePlace(host: Host, stateDir: string, call: Omit<SkillCall, "agent">) {
  const { directories } = await notesPlace(host, stateDir, call.session);
  return { directories, start: `call-${await skillKey(host, call)}.` };
}

function freshNotes(host: Host, directory: string, start: string): string[] {
  return pathsIn(host, directory, "file", start).filter((path) => {
    const isFresh = host.now() - (host.linkStat(path)?.mtime ?? 0) <= MAX_AGE_MS;
    if (!isFresh) host.remove(path);
    return isFresh;
  });
}
