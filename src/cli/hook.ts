/** `skillhook hook` with options: hook mode that keeps what it is sent. */
import type { Host, Outcome } from "../host/host.ts";
import { runHook } from "../runner.ts";
import type { Given } from "./table.ts";
import { absolutePath } from "./project_option.ts";

/** The answer to the event on standard input; what could not be kept is said on standard error. */
export async function hookVerb(options: Given<"hook">, host: Host): Promise<Outcome> {
  const named = options.text("record");
  if (named === undefined) return await runHook(host);
  const directory = absolutePath(named, host);
  const { record } = await import("../trace/recording.ts");
  let text = "";
  const keeping: Host = Object.assign(Object.create(host) as Host, {
    async readStdin(...given: Parameters<Host["readStdin"]>) {
      const result = await host.readStdin(...given);
      text = new TextDecoder().decode(result.bytes);
      return result;
    },
  });
  const outcome = await runHook(keeping);
  const problem = await record(host, directory, text.trim(), outcome);
  if (problem === undefined) return outcome;
  return {
    ...outcome,
    stderr: `${outcome.stderr}skillhook: Cannot record the event: ${problem}\n`,
  };
}
