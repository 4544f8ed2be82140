/** Which machine the commands of a project that the user has allowed run on: this one, or this one in a sandbox. */
import { isInside, joinPath } from "../base/path.ts";
import { type Config, findConfig } from "../config/config_file.ts";
import type { Settings } from "../config/schema.ts";
import { attempt, type Host } from "../host/host.ts";
import type { Sandbox } from "./sandbox.ts";

/** Only the user's own settings say which: where they cannot be read, nothing of the project's runs. */
export async function projectHost(host: Host, projectDir: string | undefined): Promise<Host> {
  const config = await findConfig(host);
  if (config === undefined) return host;
  const { confinedHost } = await import("./sandbox.ts");
  if (isUnreadable(config)) {
    const why = "your skillhook.yaml cannot be read, so whether there is one is unknown";
    return confinedHost(host, why);
  }
  const { sandbox } = config.settings;
  if (!sandbox?.use) return host;
  const { only = [], except = [] } = sandbox;
  const project = realPath(host, projectDir ?? "/");
  const isOne = (path: string) =>
    isInside(realPath(host, atHome(host, path)), project, host.platform);
  if (only.length > 0 && !only.some(isOne) || except.some(isOne)) return host;
  const isWritable = sandbox.project === "writable";
  return confinedHost(host, { project, isWritable, ...opened(host, sandbox) });
}

/**
 * For commands that are only to be tried: a sandbox whatever the settings say, in which nothing can be written; or why
 * there is none (many systems have the program and forbid its use), and whether the user's settings insist on one.
 *
 * @param shown Paths in hidden places that the commands need.
 */
export async function tryingHost(
  host: Host,
  projectDir: string,
  shown: readonly string[],
): Promise<{ readonly host: Host } | { readonly why: string; readonly isDemanded: boolean }> {
  const config = await findConfig(host);
  const { confinedHost } = await import("./sandbox.ts");
  const sandbox = config?.settings.sandbox;
  const project = realPath(host, projectDir);
  const { passed, shown: own } = opened(host, sandbox);
  const all = [...own, ...shown];
  const confined = confinedHost(host, { project, isWritable: false, shown: all, passed });
  const { kind, code, reason, stderr } = await confined.run({
    program: "/bin/sh",
    args: ["-c", ":"],
    env: {},
    deadlineMs: 10_000,
    outputCap: 1024,
    cwd: projectDir,
  });
  if (kind === "exited" && code === 0) return { host: confined };
  const why = reason || new TextDecoder().decode(stderr.head).trim();
  const isDemanded = sandbox?.use === true || config !== undefined && isUnreadable(config);
  return { why, isDemanded };
}

function isUnreadable({ diagnostics }: Config): boolean {
  return diagnostics.some(({ code }) => code === "settings-unreadable");
}

function opened(host: Host, sandbox: Settings["sandbox"]): Pick<Sandbox, "shown" | "passed"> {
  const { show = [], pass = [] } = sandbox ?? {};
  return { shown: show.map((path) => atHome(host, path)), passed: pass };
}

function realPath(host: Host, path: string): string {
  return attempt(() => host.realPath(path)) ?? path;
}

function atHome(host: Host, path: string): string {
  const home = host.env("HOME");
  return home !== undefined && path.startsWith("~/") ? joinPath(home, path.slice(2)) : path;
}
