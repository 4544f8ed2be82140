/**
 * Whether the log is on. `SKILLHOOK_LOG=1` says it for every event, and asking costs one look at the environment.
 * `log: true` in the user's own `skillhook.yaml` is looked at only where there is an answer to be logged: one glance
 * more at every silent prompt would be 0.15 ms of the five it takes. A project's file has no say: what is written
 * about somebody's sessions is for them to decide.
 */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory } from "../catalog/places.ts";

/** A top-level key, as YAML writes it. */
const SETTING_REGEXP = /^log:[ \t]{1,8}(?:true|on|yes)[ \t]{0,8}(?:#.*)?\r?$/m;

/**
 * @param host The machine.
 * @returns What the environment says; `undefined`: nothing, the settings decide.
 */
export function logVariable(host: Pick<Host, "env">): boolean | undefined {
  const said = host.env("SKILLHOOK_LOG");
  return said === undefined ? undefined : said !== "0" && said !== "off" && said !== "false";
}

/**
 * @param host The machine.
 * @returns Whether the user's settings turn the log on; found without the YAML library.
 */
export function isLogSet(host: Pick<Host, "env" | "platform" | "glance">): boolean {
  const directory = configDirectory(host);
  if (directory === undefined) return false;
  const settings = host.glance(joinPath(directory, "skillhook.yaml"));
  return settings !== undefined && settings.includes("log:") && SETTING_REGEXP.test(settings);
}
