/** Running commands with Deno. */
import type { Command, CommandResult } from "./host.ts";

/** Runs a command; see `Host.run`. */
export function runWithDeno(_command: Command): Promise<CommandResult> {
  throw new Error("Cannot run a command: not written yet");
}
