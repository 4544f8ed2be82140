/** Tier 3: the chain of a cooperative skill at the prompt's start, or the text of a skill that has this command. */
import { loadCatalog, type LoadedCatalog } from "../catalog/load.ts";
import type { Chain, Invocation } from "../continuation/chain.ts";
import { contextText } from "../continuation/context_text.ts";
import { parseContinuation, slashed } from "../continuation/parse.ts";
import type { AgentWays, Host } from "../host/host.ts";
import { readTouched } from "../index/touched_record.ts";
import type { ChainSession } from "../progress/session_chain.ts";
import { CAP_TARGET, contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import { stateDirectory } from "../state/state_directory.ts";
import { bystanderLine, tellChain } from "./chain_lines.ts";
import { shownLines, unsaid } from "./tell_once.ts";

export async function answerChain(prompt: string, session: ChainSession, host: Host) {
  const { projectDir, sessionId } = session;
  const catalog = await loadCatalog(host, { projectDir, touched: readTouched(host, sessionId) });
  const { registry, diagnostics: flaws, record } = catalog;
  const { sigil } = host.ways ?? {};
  const leads = (name: string) => registry.get(name) !== undefined;
  const text = sigil === undefined ? prompt : slashed(prompt, sigil, leads);
  const parsed = parseContinuation(text, registry, prompt);
  if (host.note !== undefined) {
    const { noteChain } = await import("./chain_note.ts");
    noteChain(host.note, prompt, parsed, registry, record);
  }
  if (parsed === null) {
    const { decision, diagnostics } = await answerTrigger(prompt, catalog, session, host);
    const line = decision.kind === "pass" ? bystanderLine(prompt, catalog) : undefined;
    const all = [...flaws, ...diagnostics];
    if (line === undefined) return { decision, diagnostics: all };
    return contextVerdict("", all, shownLines([line]));
  }
  const told = tellChain(parsed, catalog);
  const chain = asRun(told.chain, catalog, host.ways);
  const { beginChain } = await import("../progress/session_chain.ts");
  const { message, diagnostics = [] } = await beginChain(host, session, chain) ?? {};
  const once = await unsaid(told.once, sessionId, host);
  const said = [...message === undefined ? [] : [message], ...told.lines, ...once];
  const shown = said.length === 0 ? undefined : shownLines(said);
  return contextVerdict(contextText(chain, host.ways), [...flaws, ...diagnostics], shown);
}

/** Which steps run in a context of their own, and which files the model has to read, where no tool runs a skill. */
function asRun(chain: Chain, { find }: LoadedCatalog, ways?: AgentWays): Chain {
  const isRead = ways !== undefined && ways.call === undefined;
  const mark = (step: Invocation): Invocation => {
    const skill = find(step.skill);
    const fork: Invocation = skill?.agent.forks ? { ...step, isFork: true } : step;
    return isRead && skill !== undefined ? { ...fork, file: skill.textPath ?? skill.path } : fork;
  };
  const { current, continuation } = chain;
  return { ...chain, current: mark(current), continuation: continuation.map(mark) };
}

/** A prompt that begins with a skill's own command, which the agent does not know: the prompt itself cannot be changed. */
async function answerTrigger(
  prompt: string,
  { skills }: LoadedCatalog,
  { projectDir, sessionId }: ChainSession,
  host: Host,
): Promise<Verdict> {
  if (!skills.some(({ triggers: { commands } }) => commands.length > 0)) return SILENCE;
  const { findTrigger, triggeredText } = await import("../index/triggered_text.ts");
  const found = findTrigger(prompt, skills);
  if (found === undefined) return SILENCE;
  const { recordUse } = await import("../index/kept_records.ts");
  const { fitEvent } = await import("../budget/fit_event.ts");
  const { invoke, path } = found.skill;
  host.note?.("skill", `A command of the skill "${invoke}"`, { path, word: "commands" });
  const call = { ...found, session: sessionId ?? "", projectDir };
  const { text, path: whole, diagnostics } = await triggeredText(host, call);
  await recordUse(host, stateDirectory(host), invoke, sessionId || undefined);
  if (text === "") return { ...SILENCE, diagnostics };
  const rest = `read ${whole} for all`;
  const part = { name: `instructions of ${invoke}`, text, rest };
  return contextVerdict(fitEvent([part], CAP_TARGET).text, diagnostics);
}
