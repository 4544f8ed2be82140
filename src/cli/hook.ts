/** `skillhook hook`: hook mode called with arguments it does not take. */
import type { Host, Outcome } from "../host/host.ts";
import { runHook } from "../runner.ts";
import { readOptions } from "./options.ts";

/**
 * @param args Arguments after the verb: none are known.
 * @param host The machine.
 * @returns The answer to the event on standard input.
 */
export async function hookVerb(args: readonly string[], host: Host): Promise<Outcome> {
  const options = readOptions(args, { verb: "hook" });
  return "error" in options ? options.error : await runHook(host);
}
