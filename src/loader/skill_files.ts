/** The files of a skill in two forms: the companion (the whole text) and the reference that stands in later. */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";

/** Bytes; more than any context can hold, and a bound on what a stranger's file can cost. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface SkillText {
  readonly path: string;
  readonly text: string;
}

// Each of these throws RangeError for a file that is too large, and HostError for one that cannot be read.

/** A skill's companion, if it has one: `NAME-first-use/SKILL.md`, else `NAME/first-use.md`. */
export function readCompanion(host: Host, skill: LocatedSkill): SkillText | undefined {
  const { skillsDir, name } = skill;
  return readFile(host, joinPath(skillsDir, `${name}-first-use/SKILL.md`)) ??
    readFile(host, joinPath(skillsDir, `${name}/first-use.md`));
}

/** What stands in for the instructions later: the skill's own `reference.md`, else the one all skills beside it share. */
export function readReference(host: Host, skill: LocatedSkill): SkillText | undefined {
  const { skillsDir, name } = skill;
  return readFile(host, joinPath(skillsDir, `${name}/reference.md`)) ??
    readFile(host, joinPath(skillsDir, "reference.md"));
}

export function readStub(host: Host, skill: LocatedSkill): SkillText | undefined {
  return skill.textPath === undefined ? undefined : readFile(host, skill.textPath);
}

/** Looks before it reads: a pipe in a file's place would never end. */
export function readFile(host: Host, path: string): SkillText | undefined {
  const stat = host.stat(path);
  if (stat?.kind !== "file") return undefined;
  if (stat.size > MAX_BYTES) {
    throw new RangeError(`Cannot read "${path}": it is over ${MAX_BYTES / 1024 / 1024} MB`);
  }
  const text = host.readText(path);
  return text === undefined ? undefined : { path, text };
}

const LOAD_REGEXP = /skillhook(?:\.exe)?["']?[ \t]+(?:skill[ \t]+)?load\b/;

/** Whether a stub brings its text itself by `skillhook load`, so that a hook must not bring it a second time. */
export async function runsLoader(stub: string): Promise<boolean> {
  if (!LOAD_REGEXP.test(stub)) return false;
  const { scan } = await import("../skill/scan.ts");
  return scan(stub).some((segment) =>
    segment.kind === "directive" && LOAD_REGEXP.test(segment.command)
  );
}
