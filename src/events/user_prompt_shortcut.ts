/** Tiers 1 and 2: shortcuts and directives, answered to the model and shown to the user. */
import { type Config, findConfig } from "../config/config_file.ts";
import type { Host, Note } from "../host/host.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import {
  HELP_SHORTCUTS,
  isBuiltin,
  mergeShortcuts,
  RESUME_SHORTCUT,
  type Shortcuts,
} from "../shortcuts/builtin.ts";
import type { ChainSession } from "../progress/session_chain.ts";
import { matchShortcut } from "../shortcuts/match.ts";

export async function answerShortcut(prompt: string, session: ChainSession, host: Host) {
  const config = await findConfig(host, session.projectDir);
  const flaws = config?.diagnostics ?? [];
  const installed = mergeShortcuts(config?.settings);
  const match = matchShortcut(prompt, installed);
  if (match === undefined) {
    host.note?.("shortcut", "There is no such entry, or it is turned off");
    return { ...SILENCE, diagnostics: flaws };
  }
  const { typed, shortcut } = match;
  if (host.note !== undefined) noteEntry(host.note, typed, config);
  // The text of some is made when it is asked for; settings may have put another in their place.
  let answer: Verdict | undefined;
  if (isBuiltin(typed, shortcut)) {
    if (HELP_SHORTCUTS.includes(typed)) answer = await help(installed, session, host);
    else if (typed === RESUME_SHORTCUT) answer = await resume(session, host);
  }
  if (answer !== undefined) return { ...answer, diagnostics: [...flaws, ...answer.diagnostics] };
  const line = `skillhook: ${typed.replace(/:$/, "")} = ${shortcut.summary}`;
  return contextVerdict(shortcut.text, flaws, line);
}

async function resume(session: ChainSession, host: Host) {
  const { resumeChain } = await import("../progress/session_chain.ts");
  const { resumeText, userLine } = await import("../progress/progress_text.ts");
  const resumed = await resumeChain(host, session);
  if (resumed === undefined) return undefined;
  const { progress, diagnostics } = resumed;
  const line = `skillhook: resuming the chain at ${userLine(progress)}`;
  return contextVerdict(resumeText(progress, host.ways), diagnostics, line);
}

function noteEntry(note: Note, typed: string, config: Config | undefined): void {
  const word = typed.replace(/:$/, "");
  const section = word === typed ? "shortcuts" : "directives";
  const layer = config?.layers.find(({ written }) => written[section]?.has(word));
  const whose = layer === undefined ? "built in" : `the ${layer.scope}'s`;
  note("shortcut", `"${typed}" (${section}): ${whose}`, layer && { path: layer.path, word });
}

async function help(installed: Shortcuts, { projectDir, sessionId }: ChainSession, host: Host) {
  const { chainOf } = await import("../progress/session_chain.ts");
  const { isUnfinished } = await import("../progress/progress.ts");
  const { userLine } = await import("../progress/progress_text.ts");
  const { helpText } = await import("../shortcuts/help_text.ts");
  const { loadCatalog } = await import("../catalog/load.ts");
  const { activationOf } = await import("../index/active_skills.ts");
  const { registry, skills, diagnostics } = await loadCatalog(host, { projectDir });
  const chain = await chainOf(host, sessionId);
  const activation = activationOf(host, sessionId, projectDir);
  const shown = skills.filter(({ invoke }) => activation.get(invoke) !== false);
  const commands = new Map(
    shown.flatMap(({ triggers, description }) =>
      triggers.commands.map((command) => [command, description] as const)
    ),
  );
  const position = isUnfinished(chain) ? userLine(chain) : "";
  const text = helpText({ ...installed, commands }, registry, position);
  const context =
    `[SHORTCUT ?: help] This list is shown to the user; nothing else is to be done.\n\n${text}`;
  return contextVerdict(context, diagnostics, text);
}
