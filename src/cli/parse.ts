/** `skillhook parse`: the chain a prompt asks for, without an agent. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import type { Host, Outcome } from "../host/host.ts";
import { loadRegistry } from "../registry/load.ts";
import type { Registry } from "../registry/registry.ts";
import { readOptions } from "./options.ts";
import { readRegistryFile } from "./registry_file.ts";
import { textOperand } from "./text_operand.ts";
import { failure, success } from "./verb.ts";

/**
 * @param args Arguments after the verb; see the verb table.
 * @param host The machine.
 * @returns The chain as the agent would be told, or as JSON; exit 1 for an unreadable registry file.
 */
export async function parseVerb(args: readonly string[], host: Host): Promise<Outcome> {
  const spec = { verb: "parse", strings: ["registry", "project"], flags: ["json"], maxOperands: 1 };
  const options = readOptions(args, spec);
  if ("error" in options) return options.error;
  const prompt = await textOperand(options, host);
  const file = options.text("registry");
  const project = options.text("project") ?? host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
  const { registry, problem, stderr } = file === undefined
    ? await installed(host, project)
    : { ...readRegistryFile(file, host), stderr: "" };
  if (registry === undefined) return failure(problem ?? "Cannot read the registry");
  const parsed = parseContinuation(prompt, registry);
  const text = options.flag("json")
    ? JSON.stringify(parsed)
    : parsed === null
    ? noChainText(registry)
    : contextText(parsed);
  return { ...success(text), stderr };
}

/** A newcomer's first prompt often meets an empty registry, and the prompt is not to blame. */
function noChainText({ skills, qualified }: Registry): string {
  return Object.keys(skills).length + Object.keys(qualified).length === 0
    ? 'No chain: no skill here takes part in chains; "skillhook registry" says where it looked'
    : "No chain: the prompt does not begin with a cooperative skill";
}

async function installed(
  host: Host,
  projectDir: string,
): Promise<{ registry: Registry; problem?: string; stderr: string }> {
  const { registry, diagnostics } = await loadRegistry(host, { projectDir });
  const lines = diagnostics.map((diagnostic) => `skillhook: ${formatDiagnostic(diagnostic)}\n`);
  return { registry, stderr: lines.join("") };
}
