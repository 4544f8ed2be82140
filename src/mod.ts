/**
 * skillhook as a library: the parts a TypeScript host would otherwise start a process for. Files of a project are read
 * under the same guard as on the command line, and nothing is run that the user has not approved.
 *
 * @module
 */
import type { Diagnostic } from "./base/diagnostic.ts";
import { loadCatalog } from "./catalog/load.ts";
import { loadWholeCatalog, readBody, type WholeSkill } from "./catalog/whole_catalog.ts";
import { parseContinuation, type ParsedChain } from "./continuation/parse.ts";
import { fireableEvent } from "./hooks/fired_event.ts";
import { denoHost } from "./host/deno.ts";
import type { Host } from "./host/host.ts";
import { nodeHost } from "./host/node.ts";
import { realRoots } from "./payload/include.ts";
import { resolveText as resolveTokens } from "./payload/resolve_text.ts";
import { hookEvent } from "./protocol/hook_events.ts";
import { guardHost } from "./trust/guarded_host.ts";

export { fitFragments, type Fitted, type Fragment } from "./budget/fit.ts";
export { estimateTokens } from "./budget/estimate.ts";
export type { Diagnostic, ParsedChain };

/** Where to look. */
export interface ProjectOptions {
  /** Absolute path; absent: `$CLAUDE_PROJECT_DIR`, else the current directory. */
  readonly projectDir?: string;
}

/** A skill, and its text when it is asked for. */
export interface LoadedSkill extends Omit<WholeSkill, "shadowedBy"> {
  /** Its instructions without the frontmatter; read anew by each call. */
  readonly body: () => string;
}

export interface LoadedSkills {
  /** Those that the agent would see too; of two with one name the stronger. */
  readonly skills: readonly LoadedSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The skills of the user, the project and the plugins. */
export async function loadSkills(options: ProjectOptions = {}): Promise<LoadedSkills> {
  const { host, projectDir } = open(options);
  const { skills, diagnostics } = await loadWholeCatalog(host, { projectDir });
  const seen = skills.filter(({ shadowedBy }) => shadowedBy === undefined).map((skill) => {
    const { shadowedBy: _, ...own } = skill;
    return { ...own, body: () => readBody(host, skill) };
  });
  return { skills: seen, diagnostics };
}

/** What a prompt asks for, default exits included; `null` when it does not begin with a skill. */
export async function parseChain(
  prompt: string,
  options: ProjectOptions = {},
): Promise<ParsedChain | null> {
  const { host, projectDir } = open(options);
  return parseContinuation(prompt, (await loadCatalog(host, { projectDir })).registry);
}

export interface ResolveOptions extends ProjectOptions {
  /** For `{{NAME}}`. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface ResolvedText {
  readonly text: string;
  /** As they stand in the text, each once. */
  readonly unresolved: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Fills in values and the project's files (`@file.md`); commands stay text.
 *
 * @throws {Error} A file includes itself.
 */
export async function resolveText(
  text: string,
  { values = {}, ...options }: ResolveOptions = {},
): Promise<ResolvedText> {
  const { host, projectDir } = open(options);
  const roots = realRoots(host, [projectDir]);
  const { left, warnings, failures, ...resolved } = await resolveTokens(text, {
    path: "(text)",
    bases: roots,
    roots,
    values: new Map(Object.entries(values)),
    variables: { CLAUDE_PROJECT_DIR: projectDir },
  }, host);
  const [failure] = failures;
  if (failure !== undefined) throw new Error(failure.message);
  const unresolved = [...new Set(left.map(({ raw }) => raw))];
  return { text: resolved.text, unresolved, diagnostics: warnings };
}

export interface HookRunnerOptions extends ProjectOptions {
  /** Settings files to read instead of the agent's own places; absolute paths. */
  readonly settings?: readonly string[];
  /** Milliseconds that each handler may take at most. */
  readonly limitMs?: number;
}

/** What the configured hooks decided together. */
export interface HookResult {
  /** One JSON document or plain text, as a hook would print it; empty: nothing to say. */
  readonly stdout: string;
  /** Whether the event must not go ahead, and why. */
  readonly isBlocked: boolean;
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface HookRunner {
  /**
   * Says that an event just happened; what the agent would fill in and the fields lack is filled in.
   *
   * @throws {TypeError} The agent has no such event.
   */
  readonly fire: (event: string, fields?: Readonly<Record<string, unknown>>) => Promise<HookResult>;
}

/** Runs the hooks that settings configure, as the agent would. */
export function createHookRunner(options: HookRunnerOptions = {}): HookRunner {
  const { host, projectDir } = open(options);
  const { settings = [], limitMs } = options;
  return {
    async fire(name, fields = {}) {
      if (hookEvent(name) === undefined) throw new TypeError(`The agent has no event "${name}"`);
      const made = fireableEvent(name, JSON.stringify(fields), host);
      const { fireConfigured } = await import("./cli/hooks.ts");
      const choices = { settings, limitMs, shape: undefined };
      const how = { waits: false, isDryRun: false };
      const event = { ...made, projectDir };
      const { answer, diagnostics } = await fireConfigured(choices, how, event, host);
      return { ...answer, diagnostics };
    },
  };
}

/** The machine, with the project's files guarded. */
function open({ projectDir }: ProjectOptions): { host: Host; projectDir: string } {
  const host = "Deno" in globalThis ? denoHost() : nodeHost();
  const project = projectDir ?? host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
  return { host: guardHost(host, () => [project]).host, projectDir: project };
}
