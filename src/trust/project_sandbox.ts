/** Which machine the commands of a project that the user has allowed run on: this one, or this one in a sandbox. */
import { isInside, joinPath } from "../base/path.ts";
import { findConfig } from "../config/config_file.ts";
import type { Settings } from "../config/schema.ts";
import { attempt, type Host } from "../host/host.ts";

/**
 * Only the user's own settings say which. A file of theirs that is broken as a whole cannot say that there is no sandbox,
 * so nothing of the project's runs then.
 */
export async function projectHost(host: Host, projectDir: string | undefined): Promise<Host> {
  const config = await findConfig(host);
  if (config === undefined) return host;
  const { confinedHost, refusingHost } = await import("./sandbox.ts");
  if (config.diagnostics.some(({ code }) => code === "settings-unreadable")) {
    return refusingHost(
      host,
      "your skillhook.yaml cannot be read, so whether there is one is unknown",
    );
  }
  const { sandbox } = config.settings;
  const project = realPath(host, projectDir ?? "/");
  if (!sandbox?.use || !isMeant(host, sandbox, project)) return host;
  return confinedHost(host, {
    project,
    isWritable: sandbox.project === "writable",
    shown: (sandbox.show ?? []).map((path) => atHome(host, path)),
    passed: sandbox.pass ?? [],
  });
}

function isMeant(
  host: Host,
  { only = [], except = [] }: NonNullable<Settings["sandbox"]>,
  project: string,
): boolean {
  const isOne = (path: string) =>
    isInside(realPath(host, atHome(host, path)), project, host.platform);
  return (only.length === 0 || only.some(isOne)) && !except.some(isOne);
}

function realPath(host: Host, path: string): string {
  return attempt(() => host.realPath(path)) ?? path;
}

/** `~/x` as people write it. */
function atHome(host: Host, path: string): string {
  const home = host.env("HOME");
  return home !== undefined && path.startsWith("~/") ? joinPath(home, path.slice(2)) : path;
}
