/** A skill as the catalog knows it. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { FileStat } from "../host/host.ts";
import type { SkillForm } from "../skill/frontmatter.ts";
import type { IndexSource } from "../skill/manifest.ts";

export interface AgentAccess {
  /** The agent has it in its own list: a `SKILL.md` one level below a directory that it looks in. */
  readonly listed: boolean;
  /** You may type its name (`user-invocable`, and no settings against it); works only where it is listed. */
  readonly typed: boolean;
  /** The model may use it (`disable-model-invocation`); with the Skill tool only where it is listed. */
  readonly called: boolean;
  readonly forks: boolean;
  /** The agent knows it only after a file that fits its `paths` was touched. */
  readonly waits: boolean;
}

/** Its triggers, as far as they can be used; commands are without the slash. */
export interface UsableTriggers {
  readonly commands: readonly string[];
  readonly files: readonly string[];
  readonly languages: readonly string[];
  /** What it asked for and did not get; `holder`: `the agent's own command` or a path. */
  readonly clashes: readonly { readonly command: string; readonly holder: string }[];
}

export interface CatalogSkill {
  /** The name it is shown under: `name`, `plugin:name`, `sub/path:name`. */
  readonly invoke: string;
  readonly aliases: readonly string[];
  /** What it calls itself, else the name of its folder or file. */
  readonly name: string;
  readonly description: string;
  readonly source: IndexSource;
  readonly plugin: string | undefined;
  readonly pluginRoot: string | undefined;
  readonly form: SkillForm;
  /** The file that says what it is. */
  readonly path: string;
  /** The file with its instructions: `path`, or the SKILL.md beside a SKILL.yaml, if any. */
  readonly textPath: string | undefined;
  readonly agent: AgentAccess;
  /** Path of the skill that its name leads to instead. */
  readonly shadowedBy: string | undefined;
  /** Its default exit, such as `/handoff --commit`; `undefined`: it takes no part in chains. */
  readonly exit: readonly string[] | undefined;
  /** A word that its arguments must hold for the exit to follow. */
  readonly exitWhen?: string | undefined;
  readonly triggers: UsableTriggers;
}

export interface BuiltCatalog {
  /** Strongest source first, by path within a root. */
  readonly skills: readonly CatalogSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** Everything looked at, as it was before. */
  readonly stats: ReadonlyMap<string, FileStat | undefined>;
}

export function directoryOf({ path }: { readonly path: string }): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function leadsTo(skill: Pick<CatalogSkill, "invoke"> & Partial<CatalogSkill>, name: string) {
  const { invoke, aliases = [], shadowedBy } = skill;
  return shadowedBy === undefined && invoke === name || aliases.includes(name);
}

/** What a skill is called that calls itself nothing. */
export function lastName(invoke: string): string {
  return invoke.slice(invoke.lastIndexOf(":") + 1);
}
