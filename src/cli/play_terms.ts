/** What a session is started with: the skills, hooks and rules that are configured here or named, and its machine. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseJson } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { pluginManifest } from "../catalog/places.ts";
import { isSamePlace } from "../catalog/sources.ts";
import { loadConfig } from "../config/config_file.ts";
import { loadConfigured } from "../hooks/configured.ts";
import { configuredPlaces } from "../hooks/hook_places.ts";
import type { HookPlace } from "../hooks/handler.ts";
import { attempt, type Command, type CommandResult, type Host } from "../host/host.ts";
import { readTools } from "../loop/declared_tool.ts";
import { reachable } from "../index/listing.ts";
import type { Model } from "../loop/events.ts";
import { readPermissions } from "../loop/permission.ts";
import type { SessionTerms, Tool } from "../loop/session.ts";
import { skillTool } from "../loop/skills.ts";
import { AGENT_TOOL } from "../loop/turns.ts";
import { systemPrompt } from "../loop/system_prompt.ts";
import { answer } from "../runner.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { movedRefusal } from "./hooks.ts";
import { absolutePath, projectOption, readNamed, settingsOption } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { VerbError } from "./verb.ts";

export function givenTools(options: Given<"play">, host: Host): Tool[] {
  return options.list("tools").flatMap((path) => {
    const tools = readTools(parseJson(readNamed(host, path)));
    if ("flaw" in tools) throw new VerbError(`Cannot read tools "${path}": ${tools.flaw}`);
    return tools;
  });
}

export function givenChoices(options: Given<"play">, host: Host) {
  return {
    projectDir: projectOption(options, host),
    pluginDir: options.text("plugin-dir"),
    settings: settingsOption(options, host),
    allow: options.list("allowed-tools"),
    deny: options.list("disallowed-tools"),
    mode: options.text("permission-mode"),
    maxTurns: options.count("max-turns"),
    compactAt: options.count("compact-at"),
  };
}

export async function playTerms(
  machine: Host,
  choices: ReturnType<typeof givenChoices>,
  model: Model,
  tools: readonly Tool[],
): Promise<{ readonly terms: SessionTerms; readonly notes: readonly Diagnostic[] }> {
  const { projectDir, pluginDir, settings, maxTurns, compactAt } = choices;
  const plugin = pluginDir === undefined
    ? undefined
    : pluginAt(machine, absolutePath(pluginDir, machine));
  const host = playHost(machine, plugin);
  const catalog = await loadWholeCatalog(host, skillContext(projectDir, host));
  const { loaded, policy, project } = await loadConfigured(host, { projectDir, settings, plugin });
  const config = await loadConfig(host, projectDir);
  const trustedRoots = plugin === undefined ? [] : [plugin];
  const skills = { all: reachable(catalog.skills), trustedRoots };
  const places: readonly HookPlace[] = settings.length === 0
    ? configuredPlaces(host, projectDir, () => false, [])
    : settings.map((path) => ({ path, scope: "settings", needsApproval: false }));
  const plugins = loaded.handlers.flatMap(({ origin }) => origin.plugin ?? []);
  const refusal = movedRefusal(settings, project);
  const terms: SessionTerms = {
    host,
    projectDir,
    model,
    hooks: { loaded, policy, stateDirectory: stateDirectory(host), refusal },
    permissions: readPermissions(host, projectDir, places, choices),
    skills,
    tools: [...tools, skillTool(skills), AGENT_TOOL],
    system: await systemPrompt(host, config.settings, skills, projectDir),
    maxTurns,
    compactAt,
    plugins: [...new Map(plugins.map(({ root: path, name }) => [path, { name, path }])).values()],
  };
  return { terms, notes: [...catalog.diagnostics, ...loaded.diagnostics] };
}

/** The root of a plugin that is named, without `..` and links: its hooks see this path. */
function pluginAt(host: Host, path: string): string {
  const manifest = pluginManifest(path);
  const isThere = attempt(() => host.readText(manifest)) !== undefined;
  if (isThere) return attempt(() => host.realPath(path)) ?? path;
  throw new VerbError(`Cannot use plugin "${path}": there is no "${manifest}"`);
}

/** A plugin that is named counts as installed, and our own hooks answer without a process. */
export function playHost(host: Host, plugin: string | undefined): Host {
  const changed: Pick<Host, "env" | "run"> = {
    env: (name) => name === "CLAUDE_PLUGIN_ROOT" && plugin !== undefined ? plugin : host.env(name),
    run: async (command) => {
      const program = hookProgram(host, command);
      const isOwn = program !== undefined && isSamePlace(host, program, host.executable());
      return isOwn ? await answered(host, command) : await host.run(command);
    },
  };
  return Object.assign(Object.create(host) as Host, changed);
}

/** What a command line in hook mode would start; `undefined`: it is another. */
function hookProgram({ platform }: Host, { program, args }: Command): string | undefined {
  const [mode, ...more] = args;
  if (mode === "hook" && more.length === 0) return program;
  const line = args.length === 2 && mode === "-c" ? args[1]!.trim() : "";
  const [, quoted, plain] = /^(?:"([^"$`\\]+)"|([^\s"'$`\\;&|<>]+)) hook$/.exec(line) ?? [];
  const found = quoted ?? plain;
  const name = lastSegment(found ?? "", platform);
  return name.startsWith("skillhook") ? found : undefined;
}

/** The same code in this process: as a process of its own it would only see what is given here. */
async function answered(host: Host, { env, cwd, stdin = "" }: Command): Promise<CommandResult> {
  const begun = host.monotonic();
  const machine: Host = Object.assign(Object.create(host), {
    env: (name: string) => Object.hasOwn(env, name) && env[name] || undefined,
    environment: () => ({ ...env }),
    cwd: () => cwd ?? host.cwd(),
  });
  const { stdout, stderr, code } = await answer(stdin, machine);
  const durationMs = host.monotonic() - begun;
  const streams = { stdout: captured(stdout), stderr: captured(stderr) };
  return { kind: "exited", code, signal: "", reason: "", ...streams, durationMs };
}

function captured(text: string) {
  return { head: new TextEncoder().encode(text), tail: new Uint8Array(), dropped: 0 };
}
