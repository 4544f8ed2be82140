/** Where the agent keeps its own files. */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";

/** The agent's own directory: `$CLAUDE_CONFIG_DIR`, else `~/.claude`; `undefined` when there is no home. */
export function configDirectory(host: Pick<Host, "env" | "platform">): string | undefined {
  const home = homeDirectory(host);
  return host.env("CLAUDE_CONFIG_DIR") ?? (home && joinPath(home, ".claude"));
}

export function homeDirectory(host: Pick<Host, "env" | "platform">): string | undefined {
  return host.env("HOME") ?? (host.platform === "windows" ? host.env("USERPROFILE") : undefined);
}

/** Its directory of files for all agents (client guide of the Agent Skills specification). */
export function agentsDirectory(parent: string): string {
  return joinPath(parent, ".agents");
}

export function projectConfigDirectory(projectDir: string): string {
  return joinPath(projectDir, ".claude");
}

/** Where the agent keeps the transcripts of a project's sessions; a folder with a session's name is for its subagents. */
export function transcriptsOf(host: Pick<Host, "env" | "platform">, projectDir: string) {
  const configDir = configDirectory(host);
  // By hand: compiling a regular expression costs more.
  const letters = projectDir.split("").map((char) => ALPHANUMERIC.includes(char) ? char : "-");
  return configDir && `${configDir}/projects/${letters.join("")}`;
}

const ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const MANAGED: Readonly<Record<string, string>> = {
  linux: "/etc/claude-code",
  darwin: "/Library/Application Support/ClaudeCode",
  windows: "C:/Program Files/ClaudeCode",
};

export function managedDirectory({ platform }: Pick<Host, "platform">): string | undefined {
  return MANAGED[platform];
}

export function pluginManifest(root: string): string {
  return joinPath(root, ".claude-plugin/plugin.json");
}
