/** Skills that want to be thought of: what a hook needs of them, and who gets which slash command. */
import { type Diagnostic, didYouMean, type Report, reportTo } from "../base/diagnostic.ts";
import { nearestWord } from "../base/nearest.ts";
import { oneLine } from "../base/one_line.ts";
import { readGlob } from "../base/glob.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { LANGUAGE_WORDS, languageNamed } from "../skill/languages.ts";
import type { SkillManifest } from "../skill/manifest.ts";
import { AGENT_COMMANDS } from "./agent_commands.ts";
import { isTypable } from "./cooperation.ts";

/** A skill with a trigger, as a snapshot keeps it. */
export interface TriggeredSkill {
  /** What it is called from anywhere: `name` or `plugin:name`. */
  readonly invoke: string;
  /** One line, cut short. */
  readonly description: string;
  readonly path: string;
  readonly form: SkillForm;
  readonly pluginRoot: string | undefined;
  /** Whether the agent lists it, so that its Skill tool reaches it. */
  readonly isListed: boolean;
  /** Slash commands that are its own, without the slash. */
  readonly commands: readonly string[];
  /** Globs that can be read. */
  readonly files: readonly string[];
  /** Our names of languages. */
  readonly languages: readonly string[];
}

/** A skill that claims triggers. */
export interface TriggerClaim {
  readonly manifest: SkillManifest;
  readonly invoke: string;
  readonly path: string;
  readonly form: SkillForm;
  readonly pluginRoot: string | undefined;
  readonly isListed: boolean;
}

/** A command that a skill asked for and did not get. */
export interface Clash {
  /** Without the slash. */
  readonly command: string;
  /** Who has it: `the agent's own command` or a path. */
  readonly holder: string;
}

/** The claims of one skill, resolved. */
export interface ResolvedTriggers {
  readonly skill: TriggeredSkill;
  readonly clashes: readonly Clash[];
  readonly diagnostics: readonly Diagnostic[];
}

const DESCRIPTION_MAX = 240;
/** More patterns than anybody writes, few enough for a hook. */
const MAX_PATTERNS = 64;

/**
 * Resolves what skills claim. The agent's own names beat every trigger; among triggers the first wins.
 *
 * @param claims Strongest first.
 * @param agentNames What a name means to the agent: name without the slash → path.
 * @returns One for each claim, in order.
 */
export function resolveTriggers(
  claims: readonly TriggerClaim[],
  agentNames: ReadonlyMap<string, string>,
): ResolvedTriggers[] {
  const taken = new Map<string, string>();
  return claims.map((claim) => {
    const diagnostics: Diagnostic[] = [];
    const flaw = reportTo(diagnostics, claim.path);
    const { triggers, description } = claim.manifest;
    const { commands, clashes } = ownCommands(claim, agentNames, taken, flaw);
    const { invoke, path, form, pluginRoot, isListed } = claim;
    const skill = {
      ...{ invoke, path, form, pluginRoot, isListed, commands },
      description: oneLine(description, DESCRIPTION_MAX),
      files: (triggers.files ?? []).slice(0, MAX_PATTERNS).filter((text) => isGlob(text, flaw)),
      languages: knownLanguages(triggers.languages ?? [], flaw),
    };
    return { skill, clashes, diagnostics };
  });
}

/**
 * @param triggered A resolved skill.
 * @returns Whether a hook has any use for it.
 */
export function hasEffect({ commands, files, languages }: TriggeredSkill): boolean {
  return commands.length + files.length + languages.length > 0;
}

/**
 * @param command As its author wrote it, such as `/commit`.
 * @returns The name behind the slash.
 */
export function commandName(command: string): string {
  return command.startsWith("/") ? command.slice(1) : command;
}

function ownCommands(
  claim: TriggerClaim,
  agentNames: ReadonlyMap<string, string>,
  taken: Map<string, string>,
  flaw: Report,
): { commands: string[]; clashes: Clash[] } {
  const commands: string[] = [];
  const clashes: Clash[] = [];
  for (const command of (claim.manifest.triggers.commands ?? []).map(commandName)) {
    if (!isTypable(command)) {
      flaw(
        "trigger",
        `Trigger ${JSON.stringify(`/${command}`)} cannot be typed as one word after a slash`,
      );
      continue;
    }
    const own = agentNames.get(command);
    const holder = AGENT_COMMANDS.has(command)
      ? "the agent's own command"
      : own ?? taken.get(command);
    if (holder === undefined) {
      taken.set(command, claim.path);
      commands.push(command);
    } else if (!isItself(claim, holder)) clashes.push({ command, holder });
  }
  for (const { command, holder } of clashes) {
    const message = `Trigger "/${command}" does not reach this skill: ${holder} comes first`;
    flaw("trigger-clash", message, {}, "Choose another word");
  }
  return { commands, clashes };
}

/** A SKILL.yaml and the SKILL.md beside it are one skill: the agent runs it when its name is typed. */
function isItself({ path, form }: TriggerClaim, holder: string): boolean {
  if (form === "flat") return holder === path;
  return holder.slice(0, holder.lastIndexOf("/")) === path.slice(0, path.lastIndexOf("/"));
}

function isGlob(text: string, flaw: Report): boolean {
  const glob = readGlob(text);
  if ("flaw" in glob) {
    flaw("trigger", `Cannot use "triggers.files" entry ${JSON.stringify(text)}: ${glob.flaw}`);
  }
  return !("flaw" in glob);
}

function knownLanguages(words: readonly string[], flaw: Report): string[] {
  const names = new Set<string>();
  for (const word of words.slice(0, MAX_PATTERNS)) {
    const name = languageNamed(word);
    if (name !== undefined) names.add(name);
    else {
      const near = nearestWord(word.toLowerCase(), LANGUAGE_WORDS);
      const message = `Unknown language ${JSON.stringify(word)} in "triggers.languages"`;
      flaw("trigger", message, {}, didYouMean(near));
    }
  }
  return [...names];
}
