/** `skillhook chain next`: takes a skill's arguments apart, for scripts and for models that would rather not unescape by eye. */
import { slashText } from "../continuation/chain.ts";
import { peel, printCall } from "../continuation/suffix.ts";
import type { Host, Outcome } from "../host/host.ts";
import { textOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** Own arguments, the next call and what remains. */
export async function nextVerb(options: Given<"chain next">, host: Host): Promise<Outcome> {
  const { args: own, entries } = peel(await textOperand(options, host));
  const [target = null, ...rest] = entries;
  const invocation = target === null ? null : printCall(target, rest);
  const remainder = rest.map(slashText);
  if (options.flag("json")) {
    return success(JSON.stringify({ args: own, target, remainder, invocation }));
  }
  const lines = [`Arguments: ${own === "" ? "(none)" : own}`];
  if (invocation === null) lines.push("Next: (none, this skill is terminal)");
  else lines.push(`Next: ${invocation}`, `Then: ${remainder.join(", ") || "(nothing)"}`);
  return success(lines.join("\n"));
}
