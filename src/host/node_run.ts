/** Running commands with Node. */
import type { Command, CommandResult } from "./host.ts";

/** Runs a command; see `Host.run`. */
export function runWithNode(_command: Command): Promise<CommandResult> {
  throw new Error("Cannot run a command: not written yet");
}
