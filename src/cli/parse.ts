/** `skillhook chain parse`: the chain a prompt asks for, without an agent. */
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import type { Host, Outcome } from "../host/host.ts";
import { loadCatalog } from "../catalog/load.ts";
import type { Registry } from "../catalog/registry.ts";
import { skillContext } from "./skill_context.ts";
import { projectOption } from "./project_option.ts";
import { readRegistryFile } from "./registry_file.ts";
import { textOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** The chain as the agent would be told, or as JSON; exit 1 for an unreadable registry file. */
export async function parseVerb(options: Given<"chain parse">, host: Host): Promise<Outcome> {
  const prompt = await textOperand(options, host);
  const file = options.text("registry");
  const { registry, diagnostics } = file === undefined
    ? await loadCatalog(host, skillContext(projectOption(options, host), host))
    : { registry: readRegistryFile(file, host), diagnostics: [] };
  const parsed = parseContinuation(prompt, registry);
  const text = options.flag("json")
    ? JSON.stringify(parsed)
    : parsed === null
    ? noChainText(registry)
    : contextText(parsed);
  return success(text, diagnostics);
}

/** A newcomer's first prompt often meets an empty registry, and the prompt is not to blame. */
function noChainText(registry: Registry): string {
  return registry.entries().next().done
    ? 'No chain: no skill here takes part in chains; "skillhook chain skills" says where it looked'
    : "No chain: the prompt does not begin with a cooperative skill";
}
