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

const SCOPES = ["user", "project", "local"] as const;

export interface InstallScope {
  readonly scope: typeof SCOPES[number] | "recorded";
  readonly settings: string;
  readonly skills: string;
  /** Words for the program that say where you are, in settings that nobody shares, and which other agent asks. */
  readonly pins: readonly string[];
  /** What a person must know of another agent. */
  readonly advice?: string;
  /** The file is a program of ours. */
  readonly program?: AgentFiles["program"] | undefined;
}

/** The project that `--project` and `--local` are about. */
export function projectDirectory(host: Host): string {
  return host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
}

/** Where the entries of each agent go that is named: Claude Code's unless others are. */
export async function installScopes(
  options: ScopeOptions & HasText<"agent">,
  host: Host,
): Promise<InstallScope[]> {
  const said = options.text("agent");
  if (said === undefined) return [installScope(options, host)];
  const isUsers = !options.flag("project") && !options.flag("local");
  const scopes: InstallScope[] = [];
  for (const name of agentNames(said)) {
    const load = loaderOf(name);
    const agent = await load?.();
    const directory = agent?.files.directory(host) ?? configDirectory(host);
    // Of all agents, those that are here: nobody wants directories of the others.
    const isHere = directory !== undefined && host.stat(directory) !== undefined;
    if (said === "all" && isUsers && !isHere) continue;
    scopes.push(
      agent === undefined ? installScope(options, host) : agentScope(name, agent, options, host),
    );
  }
  if (scopes.length > 0) return scopes;
  throw new VerbError("No agent has a directory here: name the one you mean with --agent NAME");
}

/** @param said Names with commas between them, or `all`. */
export function agentNames(said: string): readonly string[] {
  const names = said === "all" ? Object.keys(AGENTS) : said.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isAgentName(name));
  if (unknown === undefined) return [...new Set(names)];
  const hint = nearHint(unknown, Object.keys(AGENTS));
  throw new VerbError(`There is no agent "${unknown}" here${hint}`, EX_USAGE);
}

function agentScope(
  name: string,
  { files, ways }: Agent,
  options: ScopeOptions,
  host: Host,
): InstallScope {
  if (options.flag("local")) {
    throw new VerbError(`Option "--local" is for Claude Code: ${name} has no such file`, EX_USAGE);
  }
  const { directory: directoryOf, file, program, advice } = files;
  const directory = directoryOf(host);
  const { projectSkills, userSkills } = ways(host);
  if (options.flag("project")) {
    const project = projectDirectory(host);
    return {
      scope: "project",
      settings: joinPath(project, files.project),
      skills: joinPath(project, projectSkills[0]!),
      pins: ["--agent", name],
      ...{ program, advice },
    };
  }
  if (directory === undefined) {
    throw new VerbError(`Cannot find the directory of ${name}: HOME is not set: set it`);
  }
  const config = configDirectory(host);
  return {
    scope: "user",
    settings: joinPath(directory, file),
    skills: userSkills[0]!,
    pins: [
      ...config === undefined ? [] : pinWords(host, absolutePath(config, host)),
      ...["--agent", name],
    ],
    ...{ program, advice },
  };
}

type ScopeOptions = { readonly flag: (name: typeof SCOPES[number]) => boolean };

export function installScope(options: ScopeOptions, host: Host): InstallScope {
  const scope = SCOPES.find((scope) => options.flag(scope)) ?? "user";
  const directory = scope === "user"
    ? configDirectory(host)
    : projectConfigDirectory(projectDirectory(host));
  if (directory === undefined) {
    throw new VerbError(
      "Cannot find your settings: neither HOME nor CLAUDE_CONFIG_DIR is set: set one of them",
    );
  }
  const name = scope === "local" ? "settings.local.json" : "settings.json";
  const pins = scope === "user" ? pinWords(host, absolutePath(directory, host)) : [];
  return {
    ...{ scope, pins },
    settings: joinPath(directory, name),
    skills: joinPath(directory, "skills"),
  };
}
