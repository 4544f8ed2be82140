/**
 * Whether any skill waits for a file to be touched. Asked at every tool call on a file, so the usual
 * answer is one small file: somebody looked less than a minute ago, and none does. It lies in the state
 * directory, where nobody else can write, so that nothing about it has to be checked.
 */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import { ensureDirectories, writeOwnFile } from "../loader/marker_tree.ts";
import { stateDirectory } from "../loader/state_directory.ts";
import { contextKey, pointerName } from "../catalog/snapshot.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import type { CatalogSkill } from "../catalog/catalog_skill.ts";

/** How long the answer is believed. */
const MAX_AGE_MS = 60_000;
const DIRECTORY = "watch";

/** What asking needs of the machine. */
export type AskHost = Pick<Host, "env" | "glance" | "now" | "platform" | "userId">;

/** What answering needs of the machine. */
export type AnswerHost =
  & AskHost
  & Pick<Host, "linkStat" | "makeDirectory" | "remove" | "writeText">;

/** `true` when none waited less than a minute ago; `false` when the registry has to be asked. */
export function nobodyWaits(host: AskHost, context: SkillContext): boolean {
  const key = contextKey(host, context.projectDir, context.touched);
  const path = pathOf(host, key);
  const text = path === undefined ? undefined : host.glance(path);
  if (text === undefined) return false;
  try {
    const note: unknown = JSON.parse(text);
    if (!isFields(note) || note.key !== key || typeof note.at !== "number") return false;
    const age = host.now() - note.at;
    return age >= 0 && age < MAX_AGE_MS;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Notes what the registry says. A note that cannot be written only makes the next call slower. */
export function noteWaiting(
  host: AnswerHost,
  context: SkillContext,
  skills: readonly CatalogSkill[],
): CatalogSkill[] {
  const waiting = skills.filter(({ triggers: { files, languages } }) =>
    files.length + languages.length > 0
  );
  const key = contextKey(host, context.projectDir, context.touched);
  const path = pathOf(host, key);
  const stateDir = stateDirectory(host);
  if (path === undefined || stateDir === undefined) return waiting;
  try {
    if (waiting.length > 0) host.remove(path);
    else if (ensureDirectories(host, [joinPath(stateDir, DIRECTORY)]) === undefined) {
      writeOwnFile(host, path, JSON.stringify({ key, at: host.now() }));
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  return waiting;
}

function pathOf(host: AskHost, key: string): string | undefined {
  const stateDir = stateDirectory(host);
  return stateDir === undefined
    ? undefined
    : joinPath(stateDir, `${DIRECTORY}/${pointerName(key)}`);
}
