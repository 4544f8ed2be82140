/** `skillhook chain parse` and `chain next`: the chain a prompt asks for, and what remains of it in a skill's arguments. */
import { loadCatalog } from "../catalog/load.ts";
import { slashText } from "../continuation/chain.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import { peel, printCall } from "../continuation/suffix.ts";
import { tellChain } from "../events/chain_lines.ts";
import type { Host, Outcome } from "../host/host.ts";
import { projectOption, textOperand } from "./named_input.ts";
import { readRegistryFile } from "./registry_file.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The chain as the agent would be told, or as JSON; exit 1 for an unreadable registry file. */
export async function parseVerb(options: Given<"chain parse">, host: Host): Promise<Outcome> {
  const prompt = await textOperand(options, host);
  const file = options.text("registry");
  const catalog = file === undefined
    ? await loadCatalog(host, skillContext(projectOption(options, host), host))
    : undefined;
  const registry = catalog?.registry ?? readRegistryFile(file!, host);
  const diagnostics = catalog?.diagnostics ?? [];
  const read = parseContinuation(prompt, registry);
  // A file states a part of a registry: what its exits name may well be elsewhere.
  const find = catalog?.find ?? (() => undefined);
  const told = read && tellChain(read, { registry, find });
  const chain = catalog === undefined ? read : told?.chain ?? null;
  if (options.flag("json")) return success(JSON.stringify(chain), diagnostics);
  if (told !== null && chain !== null) {
    const once = catalog === undefined ? [] : told.once;
    return success(contextText(chain), [...diagnostics, ...told.lines, ...once]);
  }
  // A newcomer's first prompt often meets an empty registry, and the prompt is not to blame.
  const why = registry.entries().next().done
    ? 'no skill here takes part in chains; "skillhook chain skills" says where it looked'
    : "the prompt does not begin with a cooperative skill";
  return success(`No chain: ${why}`, diagnostics);
}

/** A skill's own arguments, the next call and what remains, so that no model has to unescape by eye. */
export async function nextVerb(options: Given<"chain next">, host: Host): Promise<Outcome> {
  const { args: own, entries, isOpen } = peel(await textOperand(options, host));
  if (isOpen && !options.flag("json")) {
    throw new VerbError(
      `Cannot read the chain: the "]" that closes "[CONTINUATION:" is missing: add it behind the last entry`,
    );
  }
  const [target = null, ...rest] = entries;
  const invocation = target === null ? null : printCall(target, rest);
  const remainder = rest.map(slashText);
  if (options.flag("json")) {
    return success(
      JSON.stringify({ args: own, target, remainder, invocation, ...isOpen ? { isOpen } : {} }),
    );
  }
  const next = invocation === null
    ? ["Next: (none, this skill is terminal)"]
    : [`Next: ${invocation}`, `Then: ${remainder.join(", ") || "(nothing)"}`];
  return success([`Arguments: ${own || "(none)"}`, ...next].join("\n"));
}
