/**
 * Tier 3: a prompt that begins with a cooperative skill is answered with its chain, one that begins with
 * a skill's own command with that skill's text.
 */
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation } from "../continuation/parse.ts";
import type { Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import { loadCatalog, type LoadedCatalog } from "../catalog/load.ts";

/** Whose prompt. */
export interface PromptPlace {
  /** The project's directory, if any. */
  readonly projectDir: string | undefined;
  readonly sessionId: string | undefined;
}

/**
 * @param prompt The trimmed prompt; begins with a slash.
 * @returns The chain or the text as context for the model, without a message for the user; else silence.
 */
export async function answerChain(
  prompt: string,
  place: PromptPlace,
  host: Host,
): Promise<Verdict> {
  const { projectDir, sessionId } = place;
  const context = { projectDir, touched: readTouched(host, sessionId) };
  const catalog = await loadCatalog(host, context);
  const { registry, diagnostics, record } = catalog;
  const parsed = parseContinuation(prompt, registry);
  if (host.note !== undefined) {
    const { noteChain } = await import("./chain_note.ts");
    noteChain(host.note, { prompt, parsed, registry, record });
  }
  if (parsed !== null) {
    return { decision: { kind: "context", context: contextText(parsed) }, diagnostics };
  }
  const answer = await trigger(prompt, catalog, place, host);
  return { ...answer, diagnostics: [...diagnostics, ...answer.diagnostics] };
}

async function trigger(
  prompt: string,
  { skills }: LoadedCatalog,
  { projectDir, sessionId: session = "" }: PromptPlace,
  host: Host,
): Promise<Verdict> {
  const silence: Verdict = { decision: PASS, diagnostics: [] };
  if (!skills.some(({ triggers: { commands } }) => commands.length > 0)) return silence;
  const { findTrigger } = await import("../index/triggered_text.ts");
  const found = findTrigger(prompt, skills);
  if (found === undefined) return silence;
  const { answerTrigger } = await import("./user_prompt_trigger.ts");
  return await answerTrigger({ ...found, session, projectDir }, host);
}
