/** What a session is started with: the skills, hooks and rules that are configured here, or that a scenario names. */
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { configDirectory, pluginManifest } from "../catalog/places.ts";
import { loadConfig } from "../config/config_file.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import type { HookPlace } from "../hooks/handler.ts";
import { type Host, HostError } from "../host/host.ts";
import { reachable } from "../index/listing.ts";
import type { Model } from "../loop/events.ts";
import { type Mode, readPermissions } from "../loop/permission.ts";
import type { SessionTerms, Tool } from "../loop/session.ts";
import { skillTool } from "../loop/skills.ts";
import { AGENT_TOOL } from "../loop/turns.ts";
import { systemPrompt } from "../loop/system_prompt.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { movedRefusal } from "./hooks.ts";
import { absolutePath } from "./named_input.ts";
import { playHost } from "./play_host.ts";
import { skillContext } from "./skill_context.ts";
import { type Notes, VerbError } from "./verb.ts";

export interface PlayChoices {
  readonly projectDir: string;
  readonly pluginDir: string | undefined;
  /** Files that stand for all others; absolute paths. */
  readonly settings: readonly string[];
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly mode: Mode | undefined;
  readonly maxTurns: number;
  readonly compactAt: number;
}

export async function playTerms(
  machine: Host,
  choices: PlayChoices,
  model: Model,
  tools: readonly Tool[],
): Promise<{ readonly terms: SessionTerms; readonly notes: Notes }> {
  const { projectDir, settings } = choices;
  const plugin = choices.pluginDir === undefined
    ? undefined
    : pluginAt(machine, absolutePath(choices.pluginDir, machine));
  const host = playHost(machine, plugin);
  const cwd = projectDir;
  const query = { ...skillContext(projectDir, host), projectDir };
  const catalog = await loadWholeCatalog(host, query);
  const { loaded, policy, project } = await loadConfigured(host, {
    ...{ projectDir, cwd, settings, shape: undefined },
    ...plugin === undefined ? {} : { plugin },
  });
  const config = await loadConfig(host, projectDir);
  const skills = {
    all: reachable(catalog.skills),
    trustedRoots: plugin === undefined ? [] : [plugin],
  };
  const places: readonly HookPlace[] = settings.length === 0
    ? configuredPlaces(host, projectDir, () => false, [])
    : settings.map((path) => ({ path, scope: "settings", needsApproval: false }));
  const rulePlaces = { projectDir, cwd, home: host.env("HOME") };
  const roots = new Map(
    loaded.handlers.flatMap(({ origin: { plugin: one } }) =>
      one === undefined ? [] : [[one.root, one.name] as const]
    ),
  );
  const terms: SessionTerms = {
    ...{ host, projectDir, cwd, configDir: configDirectory(host), model, skills },
    hooks: {
      ...{ loaded, policy, stateDirectory: stateDirectory(host) },
      refusal: movedRefusal(settings, project),
    },
    permissions: readPermissions(host, places, choices, rulePlaces),
    tools: [...tools, skillTool(skills), AGENT_TOOL],
    system: await systemPrompt(host, config.settings, skills, projectDir, cwd),
    maxTurns: choices.maxTurns,
    compactAt: choices.compactAt,
    plugins: [...roots].map(([path, name]) => ({ name, path })),
  };
  return { terms, notes: [...catalog.diagnostics, ...loaded.diagnostics] };
}

/** The root of a plugin that somebody names. */
function pluginAt(host: Host, path: string): string {
  const manifest = pluginManifest(path);
  try {
    // Without `..` and links: its hooks see this path.
    if (host.readText(manifest) !== undefined) return host.realPath(path) ?? path;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
  throw new VerbError(`Cannot use plugin "${path}": there is no "${manifest}"`);
}
