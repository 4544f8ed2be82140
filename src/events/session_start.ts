/**
 * SessionStart: which skills there are. After `/clear`, a compaction or a resume, first of all: what was
 * loaded is gone, or (resumed) goes at the next compaction without being put back.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Host } from "../host/host.ts";
import { forgetTouched } from "../index/touch_notes.ts";
import { CAP_TARGET } from "../protocol/cap.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import { type HookInput, optionalString } from "../protocol/input.ts";
import type { Activation } from "../state/activation.ts";
import { expectCallerNotes } from "../state/directive_notes.ts";
import { defineEvent, projectDirectory } from "./event.ts";
import { type Context, forgetContext } from "./lost_context.ts";

interface StartInput extends Context {
  readonly source: string;
  readonly cwd: string | undefined;
  readonly promptId: string | undefined;
}

/** Under the row's deadline in the table, for the commands of one skill. */
const ACTIVE_DEADLINE_MS = 2_500;
const LOSING_SOURCES: readonly string[] = ["clear", "compact", "resume"];

export const sessionStart = defineEvent<StartInput>({ decode, handle });

function decode({ fields, sessionId, agentId, cwd, promptId }: HookInput): StartInput {
  const source = optionalString(fields, "source") ?? "";
  return { sessionId, agentId, cwd, source, promptId };
}

async function handle(input: StartInput, host: Host): Promise<Verdict> {
  const { source, sessionId: session, agentId } = input;
  const lost = LOSING_SOURCES.includes(source) ? await forgetContext(input, host) : SILENCE;
  if (agentId !== undefined) return lost;
  // A compaction goes on in the process that has taken skills; whatever else begins has none of them.
  if (source !== "compact") forgetTouched(host, session);
  await expectCallers(host, session);
  const { startContext } = await import("../index/start_context.ts");
  const { activationOf } = await import("../index/active_skills.ts");
  const projectDir = projectDirectory(host, input);
  const activation = activationOf(host, session, projectDir);
  const active = await activeTexts(host, activation, projectDir);
  const begin = { source, session, projectDir, activation, active: active.text };
  const { text, diagnostics } = await startContext(host, begin);
  host.note?.("skill", text === "" ? "Nothing to list" : `Listed in ${text.length} characters`);
  const { chainAtStart } = await import("./chain_at_start.ts");
  const chain = await chainAtStart(host, { ...input, projectDir });
  const flaws = [...lost.diagnostics, ...active.diagnostics, ...diagnostics, ...chain.diagnostics];
  const { context: position = "", systemMessage } = chain;
  const parts = [position, text];
  if (source === "compact") {
    const { returningSkills } = await import("./returning_skills.ts");
    const room = CAP_TARGET - position.length - text.length - 4;
    const returned = await returningSkills(host, { ...input, projectDir }, text, room);
    parts.push(returned.text);
    flaws.push(...returned.diagnostics);
  }
  const context = parts.filter((part) => part !== "").join("\n\n");
  if (systemMessage === undefined) return contextVerdict(context, flaws);
  if (context === "") return { decision: { kind: "message", systemMessage }, diagnostics: flaws };
  return { decision: { kind: "context", context, systemMessage }, diagnostics: flaws };
}

/** The texts of skills that were made active; mostly there is none, and nothing is loaded for it. */
async function activeTexts(
  host: Host,
  activation: Activation,
  projectDir: string = host.cwd(),
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  if (![...activation.values()].includes(true)) return { text: "", diagnostics: [] };
  const { activeSection } = await import("../payload/active_section.ts");
  const { chooseActive } = await import("../index/choose_active.ts");
  const { loadWholeCatalog } = await import("../catalog/whole_catalog.ts");
  const { loadConfig } = await import("../config/config_file.ts");
  const { budgetSettings } = await import("../budget/estimate.ts");
  const { commandValues } = await import("../payload/known_values.ts");
  const { settings } = await loadConfig(host, projectDir);
  const { skills } = await loadWholeCatalog(host, { projectDir });
  const chosen = chooseActive(skills, activation, [], projectDir, host.platform)
    .filter(({ invoke, shadowedBy }) => shadowedBy === undefined && activation.get(invoke));
  return await activeSection(host, chosen, {
    ...budgetSettings(settings),
    ...{ values: commandValues(settings), projectDir, deadlineMs: ACTIVE_DEADLINE_MS },
  });
}

/** Hooks run in this session: what a directive loads without one is not the main agent's. */
async function expectCallers(host: Host, session: string | undefined): Promise<void> {
  if (session === undefined || session.trim() === "") return;
  await expectCallerNotes(host, session);
}
