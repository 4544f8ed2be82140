/** A skill is about to be used: PreToolUse says so of the model's uses, UserPromptExpansion of typed ones (`/skill`). */
import { diagnose } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { recordUse } from "../index/kept_records.ts";
import { leaveCallerNote } from "../state/directive_notes.ts";
import { identifierProblem, qualifiedName, readSkillName } from "../loader/check_names.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { readStub, runsLoader } from "../loader/skill_files.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import { type HookInput, optionalString } from "../protocol/input.ts";
import { findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import { defineEvent, projectDirectory } from "./event.ts";

export interface SkillUse extends Pick<HookInput, "sessionId" | "agentId" | "cwd"> {
  /** As the agent names it: `foo` or `plugin:foo`. */
  readonly skill: string;
  readonly args: string;
  readonly typedIn?: string | undefined;
}

/** Under the row's deadline in the table, so that there is time to say what was not finished. */
const DEADLINE_MS = 40_000;

export const userPromptExpansion = defineEvent<SkillUse>({ decode, handle: answerSkillUse });

/** A prompt of an MCP server has a name too, and is no skill. */
function decode({ fields, sessionId, agentId, cwd, promptId: typedIn }: HookInput): SkillUse {
  const type = optionalString(fields, "expansion_type") ?? "slash_command";
  const skill = type === "slash_command" ? optionalString(fields, "command_name") ?? "" : "";
  const args = optionalString(fields, "command_args") ?? "";
  return { skill, args, sessionId, agentId, cwd, typedIn };
}

export async function answerSkillUse(use: SkillUse, host: Host): Promise<Verdict> {
  const name = readSkillName(use.skill);
  const { sessionId: session = "", agentId: agent } = use;
  if (typeof name === "string" || identifierProblem("session", session)) {
    host.note?.("skill", typeof name === "string" ? name : "There is no usable session identifier");
    return SILENCE;
  }
  if (agent !== undefined && identifierProblem("agent", agent)) return SILENCE;
  const projectDir = projectDirectory(host, use);
  const touched = readTouched(host, session);
  const found = await findSkill(host, qualifiedName(name), { projectDir, touched });
  const skill = found ?? inOwnPlugin(host, name);
  if (skill === undefined) {
    host.note?.("skill", `"${use.skill}" is no skill of the user's, the project's or a plugin's`);
    return SILENCE;
  }
  const { qualified, directory, textPath: stubPath = directory } = skill;
  host.note?.("skill", `"${qualified}"`, { path: stubPath, word: "name" });
  const stateDir = stateDirectory(host);
  const user = agent === undefined ? session : undefined;
  await recordUse(host, stateDir, qualified, user, use.typedIn);
  // Only Claude Code runs the directives of a stub: nothing is to come twice.
  if (host.ways === undefined && await runsLoader(readStub(host, skill)?.text ?? "")) {
    const loader = { path: stubPath, word: "!`skillhook" };
    host.note?.("skill", "Its stub loads it: only the caller is noted", loader);
    await leaveCallerNote(host, { session, agent, ...skill });
    return SILENCE;
  }
  const loaded = await loadSkill(host, {
    skill,
    session,
    agent,
    projectDir,
    stateDir,
    page: 1,
    deadlineMs: DEADLINE_MS,
    given: argumentsOf(use.args),
    // The agent adds them to the stub itself.
    appendArguments: false,
  });
  if (loaded.kind === "no companion") return SILENCE;
  if (loaded.kind === "failed") {
    const message = `Cannot load skill: ${loaded.reason}`;
    return { ...SILENCE, diagnostics: [diagnose("skill-unreadable", directory, message)] };
  }
  const what = loaded.use === "first"
    ? `Instructions of the skill "${qualified}":`
    : `The skill "${qualified}" is used again; its instructions came before:`;
  return contextVerdict(loaded.text === "" ? "" : `${what}\n\n${loaded.text}`, loaded.diagnostics);
}
