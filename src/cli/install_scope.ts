/** Which settings file `install` and `uninstall` are about. */
import { joinPath } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { failure } from "./verb.ts";

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

/** The scope, the user's when none is named; or the error to end with. */
export function installScope(
  options: { readonly flag: (name: typeof SCOPES[number]) => boolean },
  host: Pick<Host, "env" | "platform" | "cwd">,
): InstallScope | { error: Outcome } {
  const scope = SCOPES.find((scope) => options.flag(scope)) ?? "user";
  const directory = scope === "user"
    ? configDirectory(host)
    : projectConfigDirectory(projectDirectory(host));
  if (directory === undefined) {
    return {
      error: failure("Cannot find the user's settings: neither HOME nor CLAUDE_CONFIG_DIR is set"),
    };
  }
  const name = scope === "local" ? "settings.local.json" : "settings.json";
  return { scope, settings: joinPath(directory, name), skills: joinPath(directory, "skills") };
}
