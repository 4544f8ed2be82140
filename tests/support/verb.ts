/** A verb as a function, by way of the whole command line: words → record → options → code. */
import { runCommand } from "../../src/cli/command.ts";
import type { Host, Outcome } from "../../src/host/host.ts";

/** Runs it with these arguments on the machine of the test */
export function verb(name: string): (args: readonly string[], host: Host) => Promise<Outcome> {
  return (args, host) =>
    runCommand(Object.assign(Object.create(host), { args: [...name.split(" "), ...args] }));
}
