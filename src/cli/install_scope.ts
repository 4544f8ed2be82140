/** Which files `install`, `setup` and `uninstall` are about: whose, where, and with which words for the program. */
import type { Agent, AgentFiles } from "../agents/agent.ts";
import { AGENTS, isAgentName, loaderOf } from "../agents/table.ts";
import { nearHint } from "../base/nearest.ts";
import { joinPath } from "../base/path.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import type { Host } from "../host/host.ts";
import { pinWords } from "../trust/pinned_host.ts";
import { absolutePath } from "./named_input.ts";
import { EX_USAGE, type HasText, VerbError } from "./verb.ts";

export interface InstallScope {
  readonly settings: string;
  readonly skills: string;
  /** Words for the program: where you are, in settings that are yours alone, and which other agent asks. */
  readonly pins: readonly string[];
  readonly isShared?: boolean;
  /** What you must know of another agent. */
  readonly advice?: string;
  readonly program?: AgentFiles["program"] | undefined;
}

type ScopeOptions = { readonly flag: (name: "project" | "local") => boolean };

export function projectDirectory(host: Host): string {
  return host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
}

export async function installScopes(options: ScopeOptions & HasText<"agent">, host: Host) {
  const said = options.text("agent") ?? "claude";
  const mayBeAway = said !== "all" || options.flag("project") || options.flag("local");
  // Of all agents, those that are here: for the others no directories are made.
  const agents = (await namedAgents(said)).filter(([, agent]) => {
    const directory = agent?.files.directory(host) ?? configDirectory(host);
    return mayBeAway || directory !== undefined && host.stat(directory) !== undefined;
  });
  if (agents.length === 0) {
    throw new VerbError("No agent has a directory here: name the one you mean with --agent NAME");
  }
  return agents.map(([name, agent]) =>
    agent === undefined ? installScope(options, host) : agentScope(name, agent, options, host)
  );
}

/** @param said Names with commas between them, or `all`. @returns `undefined` for Claude Code. */
export async function namedAgents(said: string): Promise<(readonly [string, Agent | undefined])[]> {
  const names = said === "all" ? Object.keys(AGENTS) : said.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isAgentName(name));
  if (unknown !== undefined) {
    const hint = nearHint(unknown, Object.keys(AGENTS));
    throw new VerbError(`There is no agent "${unknown}" here${hint}`, EX_USAGE);
  }
  const rows = [...new Set(names)].map(async (name) => [name, await loaderOf(name)?.()] as const);
  return await Promise.all(rows);
}

function agentScope(name: string, agent: Agent, options: ScopeOptions, host: Host): InstallScope {
  if (options.flag("local")) {
    throw new VerbError(`Option "--local" is for Claude Code: ${name} has no such file`, EX_USAGE);
  }
  const { files } = agent;
  const { program, advice } = files;
  const { projectSkills, userSkills } = agent.ways(host);
  if (options.flag("project")) {
    const project = projectDirectory(host);
    const settings = joinPath(project, files.project);
    const skills = joinPath(project, projectSkills[0]!);
    return { settings, skills, pins: ["--agent", name], isShared: true, program, advice };
  }
  const directory = files.directory(host);
  if (directory === undefined) {
    throw new VerbError(`Cannot find the directory of ${name}: HOME is not set: set it`);
  }
  const config = configDirectory(host);
  const own = config === undefined ? [] : pinWords(host, absolutePath(config, host));
  const settings = joinPath(directory, files.file);
  return { settings, skills: userSkills[0]!, pins: [...own, "--agent", name], program, advice };
}

export function installScope(options: ScopeOptions, host: Host): InstallScope {
  const [isLocal, isShared] = [options.flag("local"), options.flag("project")];
  const isUsers = !isLocal && !isShared;
  const project = projectConfigDirectory(projectDirectory(host));
  const directory = isUsers ? configDirectory(host) : project;
  if (directory === undefined) {
    const hint = "neither HOME nor CLAUDE_CONFIG_DIR is set: set one of them";
    throw new VerbError(`Cannot find your settings: ${hint}`);
  }
  return {
    settings: joinPath(directory, isLocal ? "settings.local.json" : "settings.json"),
    skills: joinPath(directory, "skills"),
    pins: isUsers ? pinWords(host, absolutePath(directory, host)) : [],
    isShared,
  };
}
