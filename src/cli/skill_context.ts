/** What a verb is about: a session, a subagent, and the skills that can be named there. */
import { nearestWord, nearHint } from "../base/nearest.ts";
import { type CatalogSkill, leadsTo } from "../catalog/catalog_skill.ts";
import { levelsBelow } from "../catalog/levels.ts";
import type { SkillRoot } from "../catalog/skill_roots.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { identifierProblem } from "../loader/check_names.ts";
import { type IndexSource, SKILL_SOURCES } from "../skill/manifest.ts";
import { absolutePath, directoryFlaw, orEnd, projectOption, sessionOption } from "./named_input.ts";
import { type HasList, type HasText, VerbError } from "./verb.ts";

/** Session and subagent; `cannot` begins what is said of a name that is none. */
export function contextOption(options: HasText<"session" | "agent">, host: Host, cannot: string) {
  const session = sessionOption(options, host) ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ?? identifierProblem("agent", agent ?? "-");
  if (problem !== undefined) throw new VerbError(`${cannot}: ${problem}`);
  return { session, agent };
}

/** The project's skills, and those the session has come across since; it is the agent's own where it started the verb. */
export function skillContext(
  projectDir: string,
  host: Host,
  session: string | undefined = host.env("CLAUDE_CODE_SESSION_ID"),
) {
  // The agent's shell may stand further down than the session was started.
  const here = levelsBelow(projectDir, host.cwd());
  return { projectDir, touched: [...new Set([...readTouched(host, session), ...here])] };
}

/** The skill that a name leads to; a name that none has ends the verb. */
export function namedSkill<Skill extends CatalogSkill>(skills: readonly Skill[], name: string) {
  const skill = skills.find((skill) => leadsTo(skill, name));
  if (skill !== undefined) return skill;
  const hint = nearHint(name, skills.map(({ invoke }) => invoke));
  const remedy = hint || ': "skillhook skill list" shows what there is';
  throw new VerbError(`There is no skill "${name}"${remedy}`);
}

/** The project's skills and those of all usual places, or of directories that are named: as in the options `ROOTS`. */
export function catalogQuery(options: HasText<"root" | "project"> & HasList<"add">, host: Host) {
  function rootOf(source: IndexSource, option: string, written: string): SkillRoot {
    const path = absolutePath(written, host);
    const flaw = directoryFlaw(path, host);
    const cannot = `Cannot use --${option} "${written}"`;
    if (flaw !== undefined) throw options.misuse(`${cannot}: ${flaw}`);
    return {
      // Without `..` and links where it can be, so that paths read well.
      path: orEnd(cannot, 1, () => host.realPath(path) ?? path),
      source,
      isAgents: false,
      hasFlat: true,
      // A command line may look deeper than a hook, into a whole collection.
      bounds: { depth: 16, directories: 50_000 },
    };
  }
  const added = options.list("add").map((text) => {
    const [, word = "", directory = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const source = SKILL_SOURCES.find((known) => known === word);
    if (source !== undefined && directory !== "") return rootOf(source, "add", directory);
    const near = nearestWord(word, SKILL_SOURCES);
    const hint = near === undefined ? `one of ${SKILL_SOURCES.join(", ")}` : `"${near}"`;
    throw options.misuse(`Option "--add" is SOURCE=DIR, SOURCE ${hint}: got "${text}"`);
  });
  const projectDir = projectOption(options, host);
  const root = options.text("root");
  if (root === undefined) return { ...skillContext(projectDir, host), added };
  return { projectDir, added: [rootOf("project", "root", root), ...added], onlyAdded: true };
}

export async function skillNames(host: Host): Promise<readonly string[]> {
  const { buildCatalog } = await import("../catalog/catalog.ts");
  const { skills } = await buildCatalog(host, skillContext(host.cwd(), host));
  return skills.filter(({ shadowedBy }) => shadowedBy === undefined)
    .map(({ invoke }) => invoke).filter((name) => !name.endsWith("-first-use"));
}
