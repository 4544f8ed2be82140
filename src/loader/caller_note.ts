/**
 * Tells `skillhook load` in a stub for whom it runs. A directive knows its session and not its
 * subagent; without the subagent it would find the parent's marker, and the subagent would get a
 * reference to instructions it never saw. The hook that fires just before knows, and leaves a note.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import {
  areDirectories,
  ensureDirectories,
  fileName,
  markerPlace,
  reasonOf,
  skillKey,
  writeOwnFile,
} from "./marker_tree.ts";

/** Who calls which skill. */
export interface SkillCall {
  readonly session: string;
  /** `undefined`: the main context. */
  readonly agent: string | undefined;
  readonly qualified: string;
  readonly skillsDir: string;
}

/** For whom a directive runs. */
export type Caller = { readonly agent: string | undefined } | "unclear";

/** A directive runs right after its hook; an older note is of a call that was refused. */
const MAX_AGE_MS = 20_000;
const MAIN = "main";

/** What notes ask of the machine. */
export type NoteHost = Pick<
  Host,
  | "linkStat"
  | "list"
  | "makeDirectory"
  | "now"
  | "readText"
  | "realPath"
  | "remove"
  | "sha256"
  | "writeText"
>;

/** Leaves a note. Without one the load takes the main context for its caller. */
export async function leaveCallerNote(
  host: NoteHost,
  stateDir: string,
  call: SkillCall,
): Promise<void> {
  const directories = await noteDirectories(host, stateDir, call.session);
  const prefix = await notePrefix(host, call);
  const who = call.agent === undefined ? MAIN : `agent-${await fileName(host, call.agent)}`;
  try {
    if (ensureDirectories(host, directories) !== undefined) return;
    writeOwnFile(host, joinPath(directories[2], prefix + who), JSON.stringify(call.agent ?? null));
  } catch (error) {
    reasonOf(error);
  }
}

/**
 * Takes the notes for a skill.
 *
 * @param call What is called; its `agent` does not count.
 * @returns The one who called, the main context without a note, `unclear` when several call at once.
 */
export async function takeCallerNote(
  host: NoteHost,
  stateDir: string,
  call: Omit<SkillCall, "agent">,
): Promise<Caller> {
  const directories = await noteDirectories(host, stateDir, call.session);
  try {
    if (!areDirectories(host, directories)) return { agent: undefined };
    const notes = freshNotes(host, directories[2], await notePrefix(host, call));
    const [only] = notes;
    if (only === undefined) return { agent: undefined };
    // Whichever of them this is: too much text is better than none.
    if (notes.length > 1) return "unclear";
    const agent: unknown = JSON.parse(host.readText(only) ?? "null");
    host.remove(only);
    return { agent: typeof agent === "string" ? agent : undefined };
  } catch (error) {
    if (!(error instanceof SyntaxError)) reasonOf(error);
    return "unclear";
  }
}

async function noteDirectories(host: NoteHost, stateDir: string, session: string) {
  const { directories: [sessions, own] } = await markerPlace(host, stateDir, session, undefined);
  return [sessions, own, joinPath(own, "calls")] as const;
}

async function notePrefix(host: NoteHost, call: Omit<SkillCall, "agent">): Promise<string> {
  return `call-${await skillKey(host, call)}.`;
}

function freshNotes(host: NoteHost, directory: string, prefix: string): string[] {
  const fresh: string[] = [];
  for (const { name, kind } of host.list(directory) ?? []) {
    if (kind !== "file" || !name.startsWith(prefix)) continue;
    const path = joinPath(directory, name);
    const age = host.now() - (host.linkStat(path)?.mtime ?? 0);
    if (age <= MAX_AGE_MS) fresh.push(path);
    else host.remove(path);
  }
  return fresh;
}
