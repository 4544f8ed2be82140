/** Who gets which slash command, and which of a skill's other triggers can be used. */
import { type Diagnostic, didYouMean, type Report, reportTo } from "../base/diagnostic.ts";
import { readGlob } from "../base/glob.ts";
import { nearestWord } from "../base/nearest.ts";
import type { SkillForm } from "../skill/instruction_skill.ts";
import { LANGUAGE_WORDS, languageNamed } from "../skill/languages.ts";
import type { SkillTriggers } from "../skill/manifest.ts";
import { AGENT_COMMANDS } from "./agent_commands.ts";
import { type Clash, directoryOf, type UsableTriggers } from "./catalog_skill.ts";
import { isTypable } from "./registry.ts";

/** What a skill asks for. */
interface TriggerClaim {
  readonly triggers: SkillTriggers;
  readonly path: string;
  readonly form: SkillForm;
}

/** More patterns than anyone writes, few enough for a hook. */
const MAX_PATTERNS = 64;

/**
 * Resolves what skills claim. The agent's own names beat every trigger; among triggers the first wins.
 *
 * @param agentNames What a name means to the agent: name without the slash → path.
 * @returns One for each claim, in order.
 */
export function resolveTriggers(
  claims: readonly TriggerClaim[],
  agentNames: ReadonlyMap<string, string>,
  diagnostics: Diagnostic[],
): UsableTriggers[] {
  const taken = new Map<string, string>();
  return claims.map((claim) => {
    const flaw = reportTo(diagnostics, claim.path);
    const { files = [], languages = [] } = claim.triggers;
    return {
      ...ownCommands(claim, agentNames, taken, flaw),
      files: files.slice(0, MAX_PATTERNS).filter((text) => isGlob(text, flaw)),
      languages: knownLanguages(languages, flaw),
    };
  });
}

function ownCommands(
  claim: TriggerClaim,
  agentNames: ReadonlyMap<string, string>,
  taken: Map<string, string>,
  flaw: Report,
): { commands: string[]; clashes: Clash[] } {
  const commands: string[] = [];
  const clashes: Clash[] = [];
  for (const written of claim.triggers.commands ?? []) {
    const command = written.replace(/^\//, "");
    if (!isTypable(command)) {
      const shown = JSON.stringify(`/${command}`);
      flaw("trigger", `Trigger ${shown} cannot be typed as one word after a slash`);
      continue;
    }
    const holder = AGENT_COMMANDS.has(command)
      ? "the agent's own command"
      : agentNames.get(command) ?? taken.get(command);
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
  return directoryOf({ path: holder }) === directoryOf({ path });
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
