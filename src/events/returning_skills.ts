/** After a compaction: texts that come back at once: the step in progress, what this prompt typed, and `lifecycle: pinned`. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import { type EventPart, fitEvent } from "../budget/fit_event.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { listUses, usedIn, type UseRecord } from "../index/kept_records.ts";
import { readSkillName } from "../loader/check_names.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { readCompanion, readStub, runsLoader } from "../loader/skill_files.ts";
import { isUnfinished } from "../progress/progress.ts";
import { chainOf, type ChainSession } from "../progress/session_chain.ts";
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

/** `before` is what the context is told besides; what does not fit into `room` UTF-16 units is named with its file. */
export async function returningSkills(
  host: Host,
  session: ChainSession,
  before: string,
  room: number,
) {
  const { sessionId = "", projectDir, promptId } = session;
  const chain = await chainOf(host, sessionId);
  const [steps, current] = isUnfinished(chain) ? [chain.steps, chain.current] : [[], -1];
  const uses = usedIn(listUses(host, stateDirectories(host)), sessionId)
    .filter(({ skill }) => !before.includes(`\n## ${skill}\n\n`));
  const parts: EventPart[] = [];
  const diagnostics: Diagnostic[] = [];
  const context = { projectDir, touched: readTouched(host, sessionId) };
  let left = room;
  for (const use of uses) {
    if (parts.length >= MAX_SKILLS) break;
    const named = readSkillName(use.skill);
    const skill = await findSkill(host, use.skill, context) ??
      (typeof named === "string" ? undefined : inOwnPlugin(host, named));
    if (skill === undefined) continue;
    const { qualified } = skill;
    const stub = readStub(host, skill)?.text ?? "";
    const companion = comesBack(qualified, stub, use) ? readCompanion(host, skill) : undefined;
    if (companion === undefined) continue;
    // A directive looks where the plugin's data directory is not known.
    const isDirective = await runsLoader(stub);
    const head = `The skill "${qualified}" is in use.`;
    let text = `${head} Its instructions are in "${companion.path}": read them before going on.`;
    if (companion.text.length + head.length < left) {
      const loaded = await loadSkill(host, {
        skill,
        session: sessionId,
        agent: undefined,
        projectDir,
        page: 1,
        given: argumentsOf(""),
        appendArguments: false,
        stateDir: isDirective ? sharedStateDirectory(host) : stateDirectory(host),
        deadlineMs: DEADLINE_MS,
      });
      if (loaded.kind === "loaded") {
        text = `${head} Its instructions:\n\n${loaded.text}`;
        diagnostics.push(...loaded.diagnostics);
      }
    }
    left -= text.length + 2;
    const rest = `all of it is in "${companion.path}"`;
    parts.push({ name: qualified, text, rest });
  }
  return { text: fitEvent(parts, room).text, diagnostics };

  function comesBack(name: string, stub: string, { prompt }: UseRecord): boolean {
    const lifecycle = LIFECYCLE.exec(stripHead(stub).yaml)?.[1];
    if (lifecycle !== undefined) return lifecycle === "pinned";
    if (steps[current]?.skill === name) return true;
    // What was typed and is a step that is done has been needed already.
    const isTyped = prompt !== undefined && prompt === promptId;
    return isTyped && !steps.some(({ skill }) => skill === name);
  }
}
