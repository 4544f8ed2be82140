/** Notes for a quick answer at every tool call on a file, in the state directory, where no other user can write. */
import { isFields, parseJson } from "../base/json_type.ts";
import { joinPath, parentPath } from "../base/path.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";
import { levelsBelow } from "../catalog/levels.ts";
import { agentsDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import { contextKey, pointerName } from "../catalog/snapshot.ts";
import { attempt, type QuickHost } from "../host/host.ts";
import { appendLines } from "../state/line_file.ts";
import { ensureDirectories, writeOwnFile } from "../state/state_tree.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { MAX_DIRECTORIES, readTouched, touchedPath } from "./touched_record.ts";

/** How long it is believed that no skill waits. */
const MAX_AGE_MS = 60_000;

/** The session's directories after a touch of an absolute path, maybe absent; one that cannot be kept comes with the next. */
export function noteTouched(
  host: QuickHost,
  session: string,
  start: string | undefined,
  file: string,
): readonly string[] {
  const known = readTouched(host, session);
  const directory = parentPath(file);
  if (start === undefined || directory === undefined) return known;
  const fresh = levelsBelow(start, directory).filter((level) =>
    !known.includes(level) && hasSkills(host, level)
  );
  if (fresh.length === 0) return known;
  if (known.length < MAX_DIRECTORIES) {
    const path = touchedPath(host, session);
    // Another session's file begins anew.
    const isOthers = path && host.glance(path)?.includes(JSON.stringify(session)) === false;
    // A line for each touch: of two hooks at once that each wrote the whole, one would lose what the other found.
    appendLines(host, path, [{ session, directories: fresh }], isOthers ? -1 : Infinity);
  }
  return [...known, ...fresh];
}

export function forgetTouched(host: QuickHost, session: string | undefined): void {
  if (readTouched(host, session).length === 0) return;
  attempt(() => host.remove(touchedPath(host, session)!));
}

/** Packages that were installed are none of the project's. */
function hasSkills(host: QuickHost, level: string): boolean {
  if (/[/\\]node_modules(?:[/\\]|$)/.test(level)) return false;
  return [projectConfigDirectory(level), agentsDirectory(level)].some((parent) =>
    attempt(() => host.stat(joinPath(parent, "skills")))?.kind === "directory"
  );
}

/** `true` when none waited less than a minute ago; `false` when the registry has to be asked. */
export function nobodyWaits(host: QuickHost, context: SkillContext): boolean {
  const { key, path } = waitingNote(host, context);
  const note = parseJson((path && host.glance(path)) ?? "");
  if (!isFields(note) || note.key !== key || typeof note.at !== "number") return false;
  const age = host.now() - note.at;
  return age >= 0 && age < MAX_AGE_MS;
}

/** Notes what the registry says. A note that cannot be written only makes the next call slower. */
export function noteWaiting(
  host: QuickHost,
  context: SkillContext,
  skills: readonly CatalogSkill[],
): CatalogSkill[] {
  const waiting = skills.filter(({ triggers: { files, languages } }) =>
    files.length + languages.length > 0
  );
  const { key, path } = waitingNote(host, context);
  if (path === undefined) return waiting;
  if (waiting.length > 0) attempt(() => host.remove(path));
  else if (ensureDirectories(host, [parentPath(path)!]) === undefined) {
    attempt(() => writeOwnFile(host, path, JSON.stringify({ key, at: host.now() })));
  }
  return waiting;
}

function waitingNote(host: QuickHost, { projectDir, touched }: SkillContext) {
  const key = contextKey(host, projectDir, touched);
  const stateDir = stateDirectory(host);
  return { key, path: stateDir && joinPath(stateDir, `watch/${pointerName(key)}`) };
}
