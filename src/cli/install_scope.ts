/** Which settings file `install` and `uninstall` are about. */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { VerbError } from "./verb.ts";

const SCOPES = ["user", "project", "local"] as const;

/** Where things go. */
export interface InstallScope {
  readonly scope: typeof SCOPES[number];
  /** The settings file. */
  readonly settings: string;
  /** The agent's directory of skills. */
  readonly skills: string;
}

/** The project that `--project` and `--local` are about. */
export function projectDirectory(host: Pick<Host, "env" | "cwd">): string {
  return host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
}

/** The scope, the user's when none is named. */
export function installScope(
  options: { readonly flag: (name: typeof SCOPES[number]) => boolean },
  host: Pick<Host, "env" | "platform" | "cwd">,
): InstallScope {
  const scope = SCOPES.find((scope) => options.flag(scope)) ?? "user";
  const directory = scope === "user"
    ? configDirectory(host)
    : projectConfigDirectory(projectDirectory(host));
  if (directory === undefined) {
    throw new VerbError("Cannot find your settings: neither HOME nor CLAUDE_CONFIG_DIR is set");
  }
  const name = scope === "local" ? "settings.local.json" : "settings.json";
  return { scope, settings: joinPath(directory, name), skills: joinPath(directory, "skills") };
}
