/** The text of a skill that a prompt called by its trigger, with the prompt's words as its arguments. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { sentence } from "../base/fitted_text.ts";
import { budgetSettings } from "../budget/estimate.ts";
import { fitText } from "../budget/fit_text.ts";
import { loadConfig } from "../config/config_file.ts";
import { attempt, type Host } from "../host/host.ts";
import { loadSkill } from "../loader/load_skill.ts";
import { type RenderContext, renderSkill } from "../loader/render_skill.ts";
import { readCompanion } from "../loader/skill_files.ts";
import { argumentsOf } from "../loader/fill_text.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { type CatalogSkill, directoryOf } from "../catalog/catalog_skill.ts";
import { locatedAt } from "../catalog/find_skill.ts";

export interface TriggerCall {
  readonly skill: CatalogSkill;
  readonly command: string;
  readonly words: string;
  /** Empty where none is known: then nothing is remembered. */
  readonly session: string;
  readonly projectDir: string | undefined;
}

type TriggeredText = { text: string; path: string; diagnostics: readonly Diagnostic[] };

/** Milliseconds for the commands in a text; below the row's deadline in the event table. */
const DEADLINE_MS = 6_000;

/** Skill, command and words, when a trimmed prompt with a slash at its start begins with one of their commands. */
export function findTrigger(prompt: string, skills: readonly CatalogSkill[]) {
  const [, command = "", words = ""] = /^.([!-\uffff]*)([^]*)$/.exec(prompt) ?? [];
  const skill = skills.find(({ triggers: { commands } }) => commands.includes(command));
  return skill && { skill, command, words: words.trim() };
}

/** The instructions below a line that says whose they are, cut to the settings' budget for one skill and for all. */
export async function triggeredText(host: Host, call: TriggerCall): Promise<TriggeredText> {
  const { skill, command } = call;
  const { path } = skill;
  const head = `The prompt calls the skill "${skill.invoke}" by its command /${command}.`;
  if (skill.form === "manifest") {
    const files = `Its files are in ${directoryOf(skill)}`;
    return { text: `${head} ${sentence(skill.description)}\n${files}`, path, diagnostics: [] };
  }
  const rendered = await renderTriggered(host, call);
  if (rendered.text === "") return rendered;
  const config = await loadConfig(host, call.projectDir);
  const { budget: { total, perSkill }, estimate } = budgetSettings(config.settings);
  const limit = Math.min(perSkill || Infinity, total || Infinity);
  const cut = total === 0 ? rendered.text : fitText(rendered.text, limit, estimate)?.text ?? "";
  const whole = cut === rendered.text ? "" : ` (cut here; all of them are in ${rendered.path})`;
  const text = `${head} Its instructions${whole}:\n\n${cut}`;
  return { ...rendered, text, diagnostics: [...rendered.diagnostics, ...config.diagnostics] };
}

/** The instructions alone, whole, as a host submits them that can put them in the prompt's place. */
export async function renderTriggered(host: Host, call: TriggerCall): Promise<TriggeredText> {
  const { skill, words, session, projectDir } = call;
  const { path, form } = skill;
  const context: RenderContext = {
    skill: locatedAt(skill, host.platform),
    session,
    projectDir,
    given: argumentsOf(words),
    appendArguments: true,
    stateDir: stateDirectory(host),
    deadlineMs: DEADLINE_MS,
  };
  if (form === "instruction") {
    const where = { agent: undefined, page: 1, anonymous: session === "" };
    const loaded = await loadSkill(host, { ...context, ...where });
    if (loaded.kind === "loaded") {
      const { text, diagnostics } = loaded;
      return { text, path: readCompanion(host, context.skill)?.path ?? path, diagnostics };
    }
  }
  const text = attempt(() => host.readText(path));
  if (text === undefined) {
    const message = "Cannot read the skill that the prompt calls";
    return { text: "", path, diagnostics: [diagnose("skill-unreadable", path, message)] };
  }
  return { ...await renderSkill(host, { path, text }, undefined, "first", context), path };
}
