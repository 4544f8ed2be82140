/**
 * What hooks and directives leave for each other. A directive knows its session and not its subagent, which would get a
 * reference to instructions that only its parent saw: the hook that fires just before leaves a note of who calls. And
 * what a directive prints is for the model: the flaws that it found wait for the end of the turn.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseJson } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { readLines } from "./line_file.ts";
import { sharedStateDirectory } from "./state_directory.ts";
import {
  areDirectories,
  ensureDirectories,
  FILE_MODE,
  fileName,
  markerPlace,
  pathsIn,
  skillKey,
  type SkillPlace,
  writeOwnFile,
} from "./state_tree.ts";

interface SkillCall extends SkillPlace {
  readonly session: string;
  /** `undefined`: the main context. */
  readonly agent: string | undefined;
}

/** For whom a directive runs; `unclear` when several call at once, `unannounced` when no hook said so. */
type Caller = { readonly agent: string | undefined } | "unclear" | "unannounced";

/** A directive runs right after its hook; an older note is of a call that was refused. */
const MAX_AGE_MS = 20_000;

export async function leaveCallerNote(host: Host, call: SkillCall): Promise<void> {
  const who = call.agent === undefined ? "main" : `agent-${await fileName(host, call.agent)}`;
  const name = `call-${await skillKey(host, call)}.${who}`;
  const directories = await notePlace(host, call.session, "calls");
  attempt(() => {
    if (!directories || ensureDirectories(host, directories) !== undefined) return;
    writeOwnFile(host, joinPath(directories[2], name), JSON.stringify(call.agent ?? null));
  });
}

/** From now on a directive that no hook announced is `unannounced`. */
export async function expectCallerNotes(host: Host, session: string): Promise<void> {
  const directories = await notePlace(host, session, "calls");
  attempt(() => directories && ensureDirectories(host, directories));
}

export async function takeCallerNote(host: Host, call: Omit<SkillCall, "agent">) {
  const start = `call-${await skillKey(host, call)}.`;
  const directories = await notePlace(host, call.session, "calls");
  return attempt((): Caller => {
    // Nothing of ours ever ran in this session but directives: they run for the main context, as far as is known.
    if (!directories || !areDirectories(host, directories)) return { agent: undefined };
    const notes = pathsIn(host, directories[2], "file", start).filter((path) => {
      const isFresh = host.now() - (host.linkStat(path)?.mtime ?? 0) <= MAX_AGE_MS;
      if (!isFresh) host.remove(path);
      return isFresh;
    });
    const [only] = notes;
    if (only === undefined) return "unannounced";
    const agent = parseJson(host.readText(only) ?? "null");
    // Too much text is better than none.
    if (notes.length > 1 || agent === undefined) return "unclear";
    host.remove(only);
    return { agent: typeof agent === "string" ? agent : undefined };
  }) ?? "unclear";
}

/** For the end of the turn. */
export async function keepDue(host: Host, session: string, flaws: readonly Diagnostic[]) {
  const directories = await notePlace(host, session, "main");
  if (directories === undefined || flaws.length === 0) return;
  const text = flaws.map((flaw) => `${JSON.stringify(flaw)}\n`).join("");
  attempt(() => {
    if (ensureDirectories(host, directories) !== undefined) return;
    host.appendText(joinPath(directories[2], "due"), text, { mode: FILE_MODE });
  });
}

/** They are handed out once. */
export async function takeDue(host: Host, session: string): Promise<Diagnostic[]> {
  const directories = await notePlace(host, session, "main");
  if (directories === undefined) return [];
  const path = joinPath(directories[2], "due");
  const text = host.glance(path);
  if (text !== undefined) attempt(() => host.remove(path));
  const found = readLines(text).filter(({ code }) => typeof code === "string");
  return found as unknown as Diagnostic[];
}

/** The directories down to where they are kept; `undefined` when nothing says where. */
async function notePlace(host: Host, session: string, last: "calls" | "main") {
  const state = sharedStateDirectory(host);
  if (state === undefined) return undefined;
  const [sessions, own] = await markerPlace(host, state, session);
  return [sessions, own, joinPath(own, last)] as const;
}
