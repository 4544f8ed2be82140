/** What commands would bring to a text, without running them: never less than what they will cost. */
import type { Host } from "../host/host.ts";
import type { Directive } from "../skill/scan.ts";
import { choicesFor } from "../trust/directive_policy.ts";
import { commandPlace, type PreprocessContext } from "./context.ts";
import { outputKey, readOutput } from "./output_store.ts";
import { refusal } from "./preprocess.ts";
import { OUTPUT_CAP } from "./run_directive.ts";

/** No output costs more by any estimate than so many of the dearest characters; tags and notices are paid with it. */
export const LARGEST_OUTPUT = "a\n".repeat((OUTPUT_CAP + 1024) / 2);

/** For each directive a text of the same cost or more, and what it is: a part of a bill. */
export async function expectedOutputs(
  directives: readonly Directive[],
  context: PreprocessContext,
  host: Host,
): Promise<{ text: string; says: string }[]> {
  const { policy, stateDir } = context;
  const place = commandPlace(context, host);
  return await Promise.all(directives.map(async (directive, index) => {
    const refused = refusal(directive, index, context);
    if (refused !== undefined) return { text: refused.text, says: "not allowed to run" };
    const { cacheSeconds, onFailure } = choicesFor(policy, directive.command);
    const keeps = cacheSeconds > 0 || onFailure === "last-good";
    const kept = keeps && stateDir !== undefined
      ? readOutput(host, stateDir, await outputKey(host, directive.command, place))
      : undefined;
    if (kept === undefined) {
      return {
        text: LARGEST_OUTPUT,
        says: `counted as ${OUTPUT_CAP} bytes, the most it may print`,
      };
    }
    // What is said of its age, or of the failure that it stands in for.
    const words = "a\n".repeat(128 + directive.raw.length);
    return { text: `${words}${kept.output}`, says: "counted as its last kept output" };
  }));
}
