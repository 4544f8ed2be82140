/** Tier 3: a prompt that begins with a cooperative skill is answered with its chain. */
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import type { Host } from "../host/host.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import { loadRegistry } from "../registry/load.ts";

/**
 * @param prompt The trimmed prompt; begins with a slash.
 * @param projectDir The project's directory, if any.
 * @param host The machine.
 * @returns The chain as context for the model, without a message for the user; else silence.
 */
export async function answerChain(
  prompt: string,
  projectDir: string | undefined,
  host: Host,
): Promise<Verdict> {
  const { registry, diagnostics } = await loadRegistry(host, { projectDir });
  const parsed = parseContinuation(prompt, registry);
  const decision = parsed === null
    ? PASS
    : { kind: "context", context: contextText(parsed) } as const;
  return { decision, diagnostics };
}
