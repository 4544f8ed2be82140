/** `skillhook skill load`: a skill's text, for the directive in its stub and for scripts. */
import { type Diagnostic, formatDiagnostic } from "../base/diagnostic.ts";
import type { Strategy } from "../budget/strategy.ts";
import type { Host, Outcome } from "../host/host.ts";
import { keepDue, takeCallerNote } from "../state/directive_notes.ts";
import { qualifiedName, readSkillName, type SkillName } from "../loader/check_names.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { findInPlugin, findSkill, inOwnPlugin } from "../catalog/find_skill.ts";
import { sessionProject } from "../report/transcript.ts";
import { contextOption, skillContext } from "./skill_context.ts";
import { absolutePath, projectOption } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The agent gives a directive two minutes. */
const DEADLINE_MS = 100_000;

type LoadOptions = Given<"skill load">;

export async function loadVerb(options: LoadOptions, host: Host): Promise<Outcome> {
  const { rest } = options;
  const written = options.operand("NAME");
  const cannot = `Cannot load skill "${written.slice(0, 60)}"`;
  const strategy = options.text("strategy");
  const named = projectOption(options, host);
  if (strategy !== undefined) return await asInPayload(written, strategy, named, host);
  const page = options.count("page");
  const name = readSkillName(written);
  if (typeof name === "string") throw new VerbError(`${cannot}: ${name}`);
  const { session, agent } = contextOption(options, host, cannot);
  const isTold = (options.text("project") ?? host.env("CLAUDE_PROJECT_DIR")) !== undefined;
  const projectDir = isTold ? named : sessionProject(host, session, host.cwd()) ?? named;
  const skill = await locate(host, name, options, projectDir);
  if (typeof skill === "string") throw new VerbError(`${cannot}: ${skill}`);
  // A directive in a subagent looks like one in the main context, but for the hook's note.
  const noted = agent === undefined && page === 1
    ? await takeCallerNote(host, { session, ...skill })
    : { agent };
  // No hook fires for a skill that a subagent preloads: nobody else has seen its text. A script names its session.
  const isNamed = options.text("session") !== undefined;
  const loaded = await loadSkill(host, {
    skill,
    session,
    ...typeof noted === "object" ? noted : { agent },
    anonymous: noted === "unclear" || noted === "unannounced" && !isNamed,
    projectDir,
    page,
    // One word is what was typed after a skill's name; several were split by a shell already.
    given: rest.length < 2 ? argumentsOf(rest[0] ?? "") : { whole: rest.join(" "), list: rest },
    appendArguments: true,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
  });
  if (loaded.kind === "failed") throw new VerbError(`${cannot}: ${loaded.reason}`);
  if (loaded.kind === "loaded") {
    // The agent shows the model both streams, and the text says in its place what was not run.
    const isRefused = ({ code }: Diagnostic) => code === "directive-untrusted";
    if (!isNamed) await keepDue(host, session, loaded.diagnostics.filter(isRefused));
    return success(loaded.text, loaded.diagnostics.filter((flaw) => !isRefused(flaw)));
  }
  const why = `has no companion "${skill.name}-first-use": nothing to load`;
  return success("", [`Skill "${written}" ${why}`]);
}

/** As a subagent would get it: no session has seen it, and none has now. */
async function asInPayload(name: string, strategy: Strategy, projectDir: string, host: Host) {
  const { agentSections } = await import("../payload/agent_sections.ts");
  const { commandValues } = await import("../payload/known_values.ts");
  const { loadConfig } = await import("../config/config_file.ts");
  const config = await loadConfig(host, projectDir);
  const { sections: [section], diagnostics } = await agentSections(host, {
    agentType: "",
    agent: { skills: [name], strategy },
    projectDir,
    deadlineMs: DEADLINE_MS,
    values: commandValues(config.settings),
  });
  const notes = [...config.diagnostics, ...diagnostics];
  if (section === undefined) throw new VerbError(notes.map(formatDiagnostic));
  return success(section.text, notes);
}

/** A named root is the only place; one from the environment is the first. */
async function locate(host: Host, written: SkillName, options: LoadOptions, projectDir: string) {
  const { plugin, name } = written;
  const named = options.text("plugin-root");
  if (named?.trim() === "") return "the plugin root is blank";
  const root = named ?? host.env("CLAUDE_PLUGIN_ROOT");
  const inRoot = root === undefined ? root : findInPlugin(host, absolutePath(root, host), name);
  const isMeant = plugin === undefined || inRoot?.qualified === `${plugin}:${name}` || named;
  if (inRoot !== undefined && isMeant) return inRoot;
  if (named) return `there is no skill of this name in "${named}"`;
  const context = skillContext(projectDir, host, options.text("session"));
  const found = await findSkill(host, qualifiedName(written), context);
  return found ?? inOwnPlugin(host, written) ??
    'there is no skill of this name: "skillhook skill list" shows what there is';
}
