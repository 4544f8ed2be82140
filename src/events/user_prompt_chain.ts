/** Tier 3: the chain of a cooperative skill at the prompt's start, or the text of a skill that has this command. */
import type { Chain, Invocation } from "../continuation/chain.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation, slashed } from "../continuation/parse.ts";
import type { AgentWays, Host } from "../host/host.ts";
import { shownLines, unsaid } from "./tell_once.ts";
import { bystanderLine, tellChain } from "./chain_lines.ts";
import { readTouched } from "../index/touched_record.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import { loadCatalog, type LoadedCatalog } from "../catalog/load.ts";

interface PromptPlace {
  readonly projectDir: string | undefined;
  readonly sessionId: string | undefined;
  readonly promptId: string | undefined;
}

/**
 * @param prompt The trimmed prompt; begins with a slash.
 * @returns The chain or the text as context for the model, a chain also as a line for the user, with one more for
 * whatever in it is not as it was typed; else silence.
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
  const { sigil } = host.ways ?? {};
  const leads = (name: string) => registry.get(name) !== undefined;
  const text = sigil === undefined ? prompt : slashed(prompt, sigil, leads);
  const parsed = parseContinuation(text, registry, prompt);
  if (host.note !== undefined) {
    const { noteChain } = await import("./chain_note.ts");
    noteChain(host.note, prompt, parsed, registry, record);
  }
  if (parsed !== null) {
    const told = tellChain(parsed, catalog);
    const chain = asRun(told.chain, catalog, host.ways);
    const { beginChain } = await import("../progress/session_chain.ts");
    const begun = await beginChain(host, place, chain);
    const once = await unsaid(told.once, sessionId, host);
    const said = [...begun === undefined ? [] : [begun.message], ...told.lines, ...once];
    const message = said.length === 0 ? {} : { systemMessage: shownLines(said) };
    return {
      decision: { kind: "context", context: contextText(chain, host.ways), ...message },
      diagnostics: [...diagnostics, ...begun?.diagnostics ?? []],
    };
  }
  const answer = await trigger(prompt, catalog, place, host);
  const line = answer.decision.kind === "pass" ? bystanderLine(prompt, catalog) : undefined;
  return {
    decision: line === undefined
      ? answer.decision
      : { kind: "message", systemMessage: shownLines([line]) },
    diagnostics: [...diagnostics, ...answer.diagnostics],
  };
}

/** Which steps run in a context of their own, and which files the model has to read, where no tool runs a skill. */
function asRun(chain: Chain, { find }: LoadedCatalog, ways?: AgentWays): Chain {
  const isRead = ways !== undefined && ways.call === undefined;
  const mark = (step: Invocation): Invocation => {
    // Of a thousand skills, only those of the chain are made.
    const skill = find(step.skill);
    const fork: Invocation = skill?.agent.forks ? { ...step, isFork: true } : step;
    return isRead && skill !== undefined ? { ...fork, file: skill.textPath ?? skill.path } : fork;
  };
  const { current, continuation } = chain;
  return { ...chain, current: mark(current), continuation: continuation.map(mark) };
}

async function trigger(
  prompt: string,
  { skills }: LoadedCatalog,
  { projectDir, sessionId: session = "" }: PromptPlace,
  host: Host,
): Promise<Verdict> {
  if (!skills.some(({ triggers: { commands } }) => commands.length > 0)) return SILENCE;
  const { findTrigger } = await import("../index/triggered_text.ts");
  const found = findTrigger(prompt, skills);
  if (found === undefined) return SILENCE;
  const { answerTrigger } = await import("./user_prompt_trigger.ts");
  return await answerTrigger({ ...found, session, projectDir }, host);
}
