/** SessionStart: which skills there are, and where the chain stands; first of all goes what the context has lost. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host } from "../host/host.ts";
import { activationOf } from "../index/active_skills.ts";
import { startContext } from "../index/start_context.ts";
import { forgetTouched } from "../index/touch_notes.ts";
import { isUnfinished, keep, recordPath } from "../progress/progress.ts";
import { positionInContext, userLine } from "../progress/progress_text.ts";
import { chainOf, unfinishedChain } from "../progress/session_chain.ts";
import { CAP_TARGET, contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import { type HookInput, optionalString } from "../protocol/input.ts";
import type { Activation } from "../state/activation.ts";
import { expectCallerNotes } from "../state/directive_notes.ts";
import { defineEvent, projectDirectory } from "./event.ts";
import { forgetContext } from "./lost_context.ts";

type StartInput = ReturnType<typeof decode>;

/** Under the row's deadline in the table, for the commands of one skill. */
const ACTIVE_DEADLINE_MS = 2_500;

export const sessionStart = defineEvent({ decode, handle });

function decode({ fields, sessionId, agentId, cwd, promptId }: HookInput) {
  const source = optionalString(fields, "source") ?? "";
  return { sessionId, agentId, cwd, source, promptId };
}

async function handle(input: StartInput, host: Host): Promise<Verdict> {
  const { source, sessionId: session = "", agentId } = input;
  const isLosing = ["clear", "compact", "resume"].includes(source);
  const lost = isLosing ? await forgetContext(input, host) : SILENCE;
  if (agentId !== undefined) return lost;
  // A compaction goes on in the process that has taken skills; whatever else begins has none of them.
  if (source !== "compact") forgetTouched(host, input.sessionId);
  // Hooks run in this session: what a directive loads without one is not the main agent's.
  if (session.trim() !== "") await expectCallerNotes(host, session);
  const projectDir = projectDirectory(host, input);
  const activation = activationOf(host, input.sessionId, projectDir);
  const active = await activeTexts(host, activation, projectDir);
  const begin = { source, session: input.sessionId, projectDir, activation, active: active.text };
  const { text, diagnostics } = await startContext(host, begin);
  host.note?.("skill", text === "" ? "Nothing to list" : `Listed in ${text.length} characters`);
  const { position = "", message, flaws = [] } = await chainAtStart(host, input, projectDir);
  const all = [...lost.diagnostics, ...active.diagnostics, ...diagnostics, ...flaws];
  const parts = [position, text];
  if (source === "compact") {
    const { returningSkills } = await import("./returning_skills.ts");
    const room = CAP_TARGET - position.length - text.length - 4;
    const returned = await returningSkills(host, { ...input, projectDir }, text, room);
    parts.push(returned.text);
    all.push(...returned.diagnostics);
  }
  return contextVerdict(parts.filter((part) => part !== "").join("\n\n"), all, message);
}

/** The texts of skills that were made active; mostly there is none, and nothing is loaded for it. */
async function activeTexts(host: Host, activation: Activation, projectDir = host.cwd()) {
  if (![...activation.values()].includes(true)) return { text: "", diagnostics: [] };
  const { activeSection } = await import("../payload/active_section.ts");
  const { loadWholeCatalog } = await import("../catalog/whole_catalog.ts");
  const { loadConfig } = await import("../config/config_file.ts");
  const { budgetSettings } = await import("../budget/estimate.ts");
  const { commandValues } = await import("../payload/known_values.ts");
  const { settings } = await loadConfig(host, projectDir);
  const { skills } = await loadWholeCatalog(host, { projectDir });
  const chosen = skills
    .filter(({ invoke, shadowedBy }) => shadowedBy === undefined && activation.get(invoke))
    .map((skill): WholeSkill => ({ ...skill, source: "inline" }));
  const terms = { values: commandValues(settings), projectDir, deadlineMs: ACTIVE_DEADLINE_MS };
  return await activeSection(host, chosen, { ...budgetSettings(settings), ...terms });
}

/** A context that has lost the chain is told where it stands; of a suspended or another session's one, the user is. */
async function chainAtStart(
  host: Host,
  { source, sessionId }: StartInput,
  projectDir: string | undefined,
): Promise<{ position?: string; message?: string; flaws?: readonly Diagnostic[] }> {
  const goOn = "type r to go on with it";
  if (source === "compact" || source === "resume") {
    const own = await chainOf(host, sessionId);
    if (!isUnfinished(own)) return {};
    if (own.state !== "suspended") return { position: positionInContext(own, host.ways) };
    return { message: `skillhook: a chain waits: ${userLine(own)}: ${goOn}` };
  }
  const found = sessionId === undefined ? undefined : unfinishedChain(host, projectDir);
  if (found === undefined) return {};
  const message = `skillhook: a chain is unfinished here: ${userLine(found.progress)}: ${goOn}`;
  // Nothing says yet which session a fork comes from.
  const path = source === "fork" ? await recordPath(host, sessionId) : undefined;
  return { message, flaws: keep(host, path, [{ is: "forked" }]) };
}
