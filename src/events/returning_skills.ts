/**
 * After a compaction: the skills whose texts come back at once. Those are the step in progress, what was typed in the
 * very prompt that is being compacted, and what says `lifecycle: pinned`; all others come at their next use.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import { type EventPart, fitEvent } from "../budget/fit_event.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { listUses, usedIn, type UseRecord } from "../index/use_record.ts";
import { readSkillName } from "../loader/check_names.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { readCompanion, readStub, runsLoader } from "../loader/skill_files.ts";
import { isUnfinished } from "../progress/progress.ts";
import { chainOf, type ChainSession } from "../progress/session_chain.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { stripHead } from "../skill/strip_head.ts";
import {
  sharedStateDirectory,
  stateDirectories,
  stateDirectory,
} from "../state/state_directory.ts";

/** Below the deadline of the event: what does not answer in time comes at the next use. */
const DEADLINE_MS = 2_000;
const MAX_SKILLS = 8;
const LIFECYCLE = /^lifecycle:[ \t]*["']?(pinned|once)["']?[ \t]*(?:#.*)?$/m;

/**
 * @param before What the context is told besides; texts of active skills in it come once.
 * @param room UTF-16 units for all of them; one that does not fit whole is named with its file.
 */
export async function returningSkills(
  host: Host,
  session: ChainSession,
  before: string,
  room: number,
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  const { sessionId = "", projectDir, promptId } = session;
  const chain = await chainOf(host, sessionId);
  const steps = isUnfinished(chain) ? chain.steps : [];
  const uses = usedIn(listUses(host, stateDirectories(host)), sessionId)
    .filter(({ skill }) => !before.includes(`\n## ${skill}\n\n`));
  const parts: EventPart[] = [];
  const diagnostics: Diagnostic[] = [];
  const context = { projectDir, touched: readTouched(host, sessionId) };
  let left = room;
  for (const use of uses) {
    const skill = parts.length < MAX_SKILLS ? await located(use) : undefined;
    if (skill === undefined) continue;
    const stub = readStub(host, skill)?.text ?? "";
    if (!comesBack(skill, stub, use)) continue;
    const companion = readCompanion(host, skill);
    if (companion === undefined) continue;
    // A directive looks where the plugin's data directory is not known.
    const isDirective = await runsLoader(stub);
    const stateDir = isDirective ? sharedStateDirectory(host) : stateDirectory(host);
    const head = `The skill "${skill.qualified}" is in use.`;
    let text = `${head} Its instructions are in "${companion.path}": read them before going on.`;
    if (companion.text.length + head.length < left) {
      const loaded = await loadSkill(host, {
        ...{ skill, session: sessionId, agent: undefined, projectDir, page: 1 },
        ...{ given: argumentsOf(""), appendArguments: false, stateDir },
        pluginRoots: skill.pluginRoot === undefined ? [] : [skill.pluginRoot],
        deadlineMs: DEADLINE_MS,
      });
      if (loaded.kind === "loaded") {
        text = `${head} Its instructions:\n\n${loaded.text}`;
        diagnostics.push(...loaded.diagnostics);
      }
    }
    left -= text.length + 2;
    const rest = `all of it is in "${companion.path}"`;
    parts.push({ name: skill.qualified, priority: parts.length, text, rest });
  }
  return { text: fitEvent(parts, room).text, diagnostics };

  async function located({ skill }: UseRecord): Promise<LocatedSkill | undefined> {
    const name = readSkillName(skill);
    return await findSkill(host, skill, context) ??
      (typeof name === "string" ? undefined : inOwnPlugin(host, name));
  }

  function comesBack(skill: LocatedSkill, stub: string, { prompt }: UseRecord): boolean {
    const lifecycle = LIFECYCLE.exec(stripHead(stub).yaml)?.[1];
    if (lifecycle !== undefined) return lifecycle === "pinned";
    if (isUnfinished(chain) && steps[chain.current]!.skill === skill.qualified) return true;
    // What was typed and is a step that is done has been needed already.
    const isTyped = prompt !== undefined && prompt === promptId;
    return isTyped && !steps.some((step) => step.skill === skill.qualified);
  }
}
