/** Which handlers in a settings file are ours, and what ours look like. */
import { type Fields, isFields } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import { EVENTS } from "../events/table.ts";

/** One handler as the agent's settings have it, in a group of its own. */
export interface WantedEntry {
  readonly event: string;
  /** The whole group: matcher, if any, and one handler. */
  readonly group: Fields;
}

const PROGRAM = "skillhook";
const HOOK_MODE = "hook";

/**
 * Ours is what starts a skillhook binary directly (exec form) in hook mode, wherever that binary lies.
 *
 * @param handler An item of a group's `hooks`, of any type.
 */
export function isOwnHandler(handler: unknown): handler is Fields & { readonly command: string } {
  if (!isFields(handler) || handler.type !== "command") return false;
  const { command, args } = handler;
  if (typeof command !== "string" || !Array.isArray(args)) return false;
  return args.length === 1 && args[0] === HOOK_MODE && isOwnProgram(command);
}

export function isOwnProgram(path: string): boolean {
  const name = lastSegment(path, "windows").toLowerCase();
  return name === PROGRAM || name === `${PROGRAM}.exe`;
}

/**
 * @param binary Absolute path of the program.
 * @returns One entry for each event we answer, in the order of the event table, with explicit time-outs.
 */
export function wantedEntries(binary: string): WantedEntry[] {
  return Object.entries(EVENTS).map(([event, { matcher, timeoutS }]) => {
    const handler = { type: "command", command: binary, args: [HOOK_MODE], timeout: timeoutS };
    return { event, group: { ...matcher === undefined ? {} : { matcher }, hooks: [handler] } };
  });
}
