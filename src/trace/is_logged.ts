/** Whether the log is on: the variable counts for every event, your skillhook.yaml where there is an answer, a project's never. */
import { joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import { configDirectory } from "../catalog/places.ts";

/** The key at the top level, plainly written: then no YAML has to be read. */
const PLAIN_REGEXP = /^log:[ \t]{1,8}(true|on|yes|false|off|no)[ \t]{0,8}(?:#.*)?\r?$/m;
const KEY_REGEXP = /\blog["']?[ \t]{0,8}:/;

/** What the environment says; `undefined`: nothing, the settings decide. */
export function logVariable(host: Host): boolean | undefined {
  const said = host.env("SKILLHOOK_LOG");
  return said === undefined ? undefined : said !== "0" && said !== "off" && said !== "false";
}

export function isLogSet(host: Host): boolean | Promise<boolean> {
  const directory = configDirectory(host);
  if (directory === undefined) return false;
  const path = joinPath(directory, "skillhook.yaml");
  const text = host.glance(path);
  if (text === undefined || !text.includes("log") || !KEY_REGEXP.test(text)) return false;
  const word = PLAIN_REGEXP.exec(text)?.[1];
  if (word !== undefined) return ["true", "on", "yes"].includes(word);
  return import("../config/read_written.ts").then(async ({ readWritten }) => {
    const { written } = await readWritten(text, { path, scope: "user" });
    return written?.log === true;
  });
}
