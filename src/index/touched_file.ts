/** Which skills wait for a file that was touched: to name them once in a context, or to hold them for active. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { matchesGlob, readGlob } from "../base/glob.ts";
import { oneLine, sentence } from "../base/fitted_text.ts";
import { joinPath, lastSegment } from "../base/path.ts";
import type { AgentWays, Host } from "../host/host.ts";
import type { Activation } from "../state/activation.ts";
import {
  ensureDirectories,
  FILE_MODE,
  markerPlace,
  reasonOf,
  skillKey,
} from "../state/state_tree.ts";
import { type CatalogSkill, directoryOf } from "../catalog/catalog_skill.ts";
import { isWrittenIn } from "../skill/languages.ts";

interface Touch {
  readonly file: string;
  readonly projectDir: string | undefined;
  readonly session: string;
  readonly agent: string | undefined;
}

/** UTF-16 units; no real file's is longer, and a bound on what matching can cost. */
const MAX_PATH = 1_000;
/** Lines for one touch; the others come with the next. */
const MAX_LINES = 5;

/** A line for each skill, once per context; without a directory to remember that in, none, rather than again and again. */
export async function answerTouch(
  host: Host,
  triggered: readonly CatalogSkill[],
  stateDir: string | undefined,
  touch: Touch,
): Promise<{ readonly lines: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const path = touchedName(touch.file, touch.projectDir, host.platform);
  const lines: string[] = [];
  for (const skill of triggered) {
    const reason = triggerFor(skill, path);
    if (reason === undefined || lines.length === MAX_LINES) continue;
    const claimed = await claim(host, stateDir, touch, skill);
    if (typeof claimed === "string") {
      const message = `Cannot remember that the skill was named: ${claimed}`;
      return { lines, diagnostics: [diagnose("state-unwritable", skill.path, message)] };
    }
    if (claimed) lines.push(lineFor(skill, path, reason, host.ways));
  }
  return { lines, diagnostics: [] };
}

/** Those that were made active, and with files those that wait for one; where neither is said, all not made inactive. */
export function chooseActive<Skill extends CatalogSkill>(
  skills: readonly Skill[],
  activation: Activation,
  files: readonly string[],
  projectDir: string | undefined,
  platform: string,
): Skill[] {
  const chosen = skills.filter(({ invoke }) => activation.get(invoke) === true)
    // Asked for by name: paid before all others.
    .map((skill): Skill => ({ ...skill, source: "inline" }));
  const others = skills.filter(({ invoke }) => activation.get(invoke) === undefined);
  if (files.length === 0) return chosen.length > 0 ? chosen : others;
  const paths = files.map((file) => touchedName(file, projectDir, platform));
  const fits = (skill: Skill) => paths.some((path) => triggerFor(skill, path) !== undefined);
  return [...chosen, ...others.filter(fits)];
}

function triggerFor({ triggers }: CatalogSkill, path: string): string | undefined {
  if (path.length > MAX_PATH) return undefined;
  const fits = (text: string) => {
    const glob = readGlob(text);
    return !("flaw" in glob) && matchesGlob(glob, path);
  };
  return triggers.files.find(fits) ?? triggers.languages.find((name) => isWrittenIn(name, path));
}

/** Its path in the project; a file outside of it has only its name to be known by. */
function touchedName(file: string, projectDir: string | undefined, platform: string): string {
  const slashed = (path: string) => platform === "windows" ? path.replaceAll("\\", "/") : path;
  const plain = slashed(file);
  const start = projectDir && joinPath(slashed(projectDir), "");
  return start && plain.startsWith(start)
    ? plain.slice(start.length)
    : lastSegment(plain, platform);
}

/** Of two touches at the same time exactly one makes the file; a text says why it cannot be made. */
async function claim(host: Host, stateDir: string | undefined, touch: Touch, skill: CatalogSkill) {
  if (stateDir === undefined) return "set HOME or XDG_STATE_HOME";
  const place = await markerPlace(host, stateDir, touch.session, touch.agent);
  const problem = ensureDirectories(host, place);
  if (problem !== undefined) return problem;
  const key = await skillKey(host, { qualified: skill.invoke, skillsDir: directoryOf(skill) });
  try {
    return host.createText(joinPath(place[2], `touch-${key}`), "", { mode: FILE_MODE });
  } catch (error) {
    return reasonOf(error);
  }
}

function lineFor(skill: CatalogSkill, path: string, reason: string, ways?: AgentWays): string {
  const { invoke, description, agent, form } = skill;
  const name = oneLine(invoke, 140);
  const text = description === "" ? "." : `: ${sentence(description)}`;
  const isRun = agent.listed && agent.called && (ways === undefined || ways.call !== undefined);
  const use = isRun
    ? ways?.call?.(name, "") ?? `Skill(skill: ${JSON.stringify(name)})`
    : form === "manifest"
    ? `see ${directoryOf(skill)}`
    : `read ${skill.path}`;
  const why = `${oneLine(path, 200)} (${oneLine(reason, 80)})`;
  return `The skill "${name}" is for files like ${why}${text} To use it: ${use}`;
}
