/** A file was touched: which skills wait for such a file, and have not been named in this context yet. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { matchesGlob, readGlob } from "../base/glob.ts";
import { oneLine, sentence } from "../base/fitted_text.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import { type Host, HostError } from "../host/host.ts";
import {
  ensureDirectories,
  FILE_MODE,
  type MarkerPlace,
  markerPlace,
  skillKey,
} from "../loader/marker_tree.ts";
import { type CatalogSkill, directoryOf } from "../catalog/catalog_skill.ts";
import { isWrittenIn } from "../skill/languages.ts";

/** The touch. */
export interface Touch {
  /** Absolute path. */
  readonly file: string;
  readonly projectDir: string | undefined;
  readonly session: string;
  readonly agent: string | undefined;
}

/** What to say. */
export interface TouchAnswer {
  /** A line for each skill; empty for silence. */
  readonly lines: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** UTF-16 units; nobody's file is longer, and a bound on what matching can cost. */
const MAX_PATH = 1_000;
/** Lines for one touch; the others come with the next. */
const MAX_LINES = 5;

/**
 * Names the skills, each once per context.
 *
 * @param stateDir Where is remembered what was named; without it nothing is said, rather than again and again.
 */
export async function answerTouch(
  host: Host,
  triggered: readonly CatalogSkill[],
  stateDir: string | undefined,
  touch: Touch,
): Promise<TouchAnswer> {
  const path = relativePath(touch, host.platform);
  if (path.length > MAX_PATH) return { lines: [], diagnostics: [] };
  const lines: string[] = [];
  for (const skill of triggered) {
    const reason = reasonFor(skill, path);
    if (reason === undefined || lines.length === MAX_LINES) continue;
    if (stateDir === undefined) {
      const message = "Cannot remember that the skill was named: set HOME or XDG_STATE_HOME";
      return { lines: [], diagnostics: [diagnose("state-unwritable", skill.path, message)] };
    }
    const place = await markerPlace(host, stateDir, touch.session, touch.agent);
    const claimed = await claim(host, place, skill);
    if (typeof claimed === "string") {
      const message = `Cannot remember that the skill was named: ${claimed}`;
      return { lines, diagnostics: [diagnose("state-unwritable", skill.path, message)] };
    }
    if (claimed) lines.push(lineFor(skill, path, reason));
  }
  return { lines, diagnostics: [] };
}

/**
 * @param path A file, from the project's directory on.
 * @returns The glob or language that fits, if any.
 */
function reasonFor(skill: CatalogSkill, path: string): string | undefined {
  for (const text of skill.triggers.files) {
    const glob = readGlob(text);
    if (!("flaw" in glob) && matchesGlob(glob, path)) return text;
  }
  return skill.triggers.languages.find((language) => isWrittenIn(language, path));
}

/** A file outside of the project has only its name to be known by. */
function relativePath({ file, projectDir }: Touch, platform: string): string {
  const plain = platform === "windows" ? file.replaceAll("\\", "/") : file;
  const project = platform === "windows" ? projectDir?.replaceAll("\\", "/") : projectDir;
  const start = project === undefined ? undefined : joinPath(project, "");
  return start !== undefined && plain.startsWith(start)
    ? plain.slice(start.length)
    : lastSegment(plain, platform);
}

/** Of two touches at the same time exactly one makes the file. */
async function claim(
  host: Host,
  { directories }: MarkerPlace,
  { invoke, path }: CatalogSkill,
): Promise<boolean | string> {
  const problem = ensureDirectories(host, directories);
  if (problem !== undefined) return problem;
  const skillsDir = directoryOf({ path });
  const key = await skillKey(host, { qualified: invoke, skillsDir });
  try {
    return host.createText(joinPath(directories[2], `touch-${key}`), "", { mode: FILE_MODE });
  } catch (error) {
    if (error instanceof HostError) return `${error.code} at "${error.path}"`;
    throw error;
  }
}

function lineFor(skill: CatalogSkill, path: string, reason: string): string {
  const { invoke, description, agent, path: file, form } = skill;
  const name = oneLine(invoke, 140);
  const text = description === "" ? "." : `: ${sentence(description)}`;
  const use = agent.listed && agent.called
    ? `Skill(skill: ${JSON.stringify(name)})`
    : form === "manifest"
    ? `see ${file.slice(0, file.lastIndexOf("/"))}`
    : `read ${file}`;
  return `The skill "${name}" is for files like ${oneLine(path, 200)} (${
    oneLine(reason, 80)
  })${text}` +
    ` To use it: ${use}`;
}
