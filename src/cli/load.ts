/** `skillhook skill load`: a skill's text, for the directive in its stub and for scripts. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { type Caller, takeCallerNote } from "../loader/caller_note.ts";
import {
  identifierProblem,
  qualifiedName,
  readSkillName,
  type SkillName,
} from "../loader/check_names.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { argumentsOf, type SkillArguments } from "../loader/split_arguments.ts";
import { sharedStateDirectory, stateDirectory } from "../loader/state_directory.ts";
import { findInPlugin, findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { skillContext } from "./skill_context.ts";
import { absolutePath, projectOption } from "./project_option.ts";
import type { SKILL_VERBS } from "./skill_verbs.ts";
import { type Options, success, VerbError } from "./verb.ts";

type Given = Options<typeof SKILL_VERBS["skill load"]>;

/** The agent gives a directive two minutes. */
const DEADLINE_MS = 100_000;

/** The text; exit 1 with one line when the skill cannot be loaded. */
export async function loadVerb(options: Given, host: Host): Promise<Outcome> {
  const [written] = options.operands;
  const page = options.count("page");
  const name = readSkillName(written);
  if (typeof name === "string") {
    throw new VerbError(`Cannot load skill "${shown(written)}": ${name}`);
  }
  const session = options.text("session") ?? host.env("CLAUDE_CODE_SESSION_ID") ?? "";
  const agent = options.text("agent");
  const problem = identifierProblem("session", session) ??
    (agent === undefined ? undefined : identifierProblem("agent", agent));
  if (problem !== undefined) throw new VerbError(`Cannot load skill "${written}": ${problem}`);
  const projectDir = projectOption(options, host);
  const skill = await locate(host, name, options, projectDir);
  if (typeof skill === "string") throw new VerbError(`Cannot load skill "${written}": ${skill}`);
  const caller = agent === undefined && page === 1
    ? await callerOf(host, session, skill)
    : { agent };
  const loaded = await loadSkill(host, {
    skill,
    session,
    ...(caller === "unclear" ? { agent: undefined, anonymous: true } : caller),
    projectDir,
    page,
    given: givenArguments(options.rest),
    appendArguments: true,
    pluginRoots: skill.pluginRoot === undefined ? [] : [skill.pluginRoot],
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
  });
  if (loaded.kind === "failed") {
    throw new VerbError(`Cannot load skill "${written}": ${loaded.reason}`);
  }
  if (loaded.kind === "no companion") {
    const message =
      `Skill "${written}" has no companion "${skill.name}-first-use": nothing to load`;
    return { stdout: "", stderr: `skillhook: ${message}\n`, code: 0 };
  }
  const lines = loaded.diagnostics.map((flaw) => `skillhook: ${formatDiagnostic(flaw)}\n`);
  return { ...success(loaded.text), stderr: lines.join("") };
}

/** A directive in a subagent looks like one in the main context, but for the hook's note. */
async function callerOf(host: Host, session: string, skill: LocatedSkill): Promise<Caller> {
  const stateDir = sharedStateDirectory(host);
  if (stateDir === undefined) return { agent: undefined };
  return await takeCallerNote(host, stateDir, { session, ...skill });
}

/** A named root is the only place; one from the environment is the first. */
async function locate(
  host: Host,
  written: SkillName,
  options: Given,
  projectDir: string,
): Promise<LocatedSkill | string> {
  const { plugin, name } = written;
  const named = options.text("plugin-root");
  if (named?.trim() === "") return "the plugin root is blank";
  const root = named ?? host.env("CLAUDE_PLUGIN_ROOT");
  const inRoot = root === undefined
    ? undefined
    : findInPlugin(host, absolutePath(root, host), name);
  const isMeant = plugin === undefined || inRoot?.qualified === `${plugin}:${name}` || named;
  if (inRoot !== undefined && isMeant) return inRoot;
  if (named) return `there is no skill of this name in "${named}"`;
  const context = skillContext(projectDir, host, options.text("session"));
  const found = await findSkill(host, qualifiedName(written), context);
  return found ?? inOwnPlugin(host, written) ?? "there is no skill of this name";
}

/** One word is what was typed after a skill's name; several were split by a shell already. */
function givenArguments(rest: readonly string[]): SkillArguments {
  const [only = ""] = rest;
  return rest.length < 2 ? argumentsOf(only) : { whole: rest.join(" "), list: rest };
}

function shown(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.slice(0, 60).replaceAll(/[\x00-\x1f\x7f]/g, " ");
}
