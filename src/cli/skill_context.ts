/** What a verb is about: a session, a subagent, and the skills that can be named there. */
import { nearHint } from "../base/nearest.ts";
import { type CatalogSkill, leadsTo } from "../catalog/catalog_skill.ts";
import { levelsBelow } from "../catalog/levels.ts";
import type { SkillContext } from "../catalog/skill_roots.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { sessionOption } from "./named_input.ts";
import { type HasText, VerbError } from "./verb.ts";

/** Session and subagent; `cannot` begins what is said of a name that is none. */
export function contextOption(
  options: HasText<"session" | "agent">,
  host: Host,
  cannot: string,
): { readonly session: string; readonly agent: string | undefined } {
  const session = sessionOption(options, host) ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ??
    (agent === undefined ? undefined : identifierProblem("agent", agent));
  if (problem !== undefined) throw new VerbError(`${cannot}: ${problem}`);
  return { session, agent };
}

/** The project's skills, and those the session has come across since; it is the agent's own where it started the verb. */
export function skillContext(
  projectDir: string,
  host: Host,
  session: string | undefined = host.env("CLAUDE_CODE_SESSION_ID"),
): SkillContext & { readonly projectDir: string } {
  // The agent's shell may stand further down than the session was started.
  const here = levelsBelow(projectDir, host.cwd());
  return { projectDir, touched: [...new Set([...readTouched(host, session), ...here])] };
}

/** The skill that a name leads to; a name that none has ends the verb. */
export function namedSkill<Skill extends CatalogSkill>(
  skills: readonly Skill[],
  name: string,
): Skill {
  const skill = skills.find((skill) => leadsTo(skill, name));
  if (skill !== undefined) return skill;
  const hint = nearHint(name, skills.map(({ invoke }) => invoke));
  const rest = hint || ': "skillhook skill list" shows what there is';
  throw new VerbError(`There is no skill "${name}"${rest}`);
}
