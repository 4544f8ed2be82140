/** Stop: the turn is over, and a chain may have steps left. Most sessions have none: one glance says so. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import { endOfTurn, isWithin, type TurnEnd } from "../progress/end_of_turn.ts";
import { isUnfinished, progressOf } from "../progress/progress.ts";
import { readRecord, recordPlace } from "../progress/record.ts";
import { takeDue } from "../state/directive_notes.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";

/** This event's own fields, and whose turn it was. */
interface StopInput extends TurnEnd, Pick<HookInput, "sessionId" | "agentId" | "cwd"> {
  readonly transcript: string | undefined;
}

const SILENCE: Verdict = { decision: PASS, diagnostics: [] };
/** Reminders of one step, by the settings' word. */
const LIMITS = { off: 0, once: 1, always: 2 } as const;

export const stop = defineEvent<StopInput>({ decode, handle });

function decode({ fields, sessionId, agentId, cwd, promptId }: HookInput): StopInput {
  const { background_tasks: tasks, last_assistant_message: message } = fields;
  const isBusy = Array.isArray(tasks) && tasks.some((task) => !isOver(task));
  return {
    sessionId,
    agentId,
    cwd,
    prompt: promptId,
    transcript: asString(fields.transcript_path),
    lastMessage: asString(message) ?? "",
    isBusy,
  };
}

/** A task that the agent still lists, though it has ended. */
function isOver(task: unknown): boolean {
  return isFields(task) &&
    /^(?:completed|failed|killed|stopped)$/.test(asString(task.status) ?? "");
}

async function handle(input: StopInput, host: Host): Promise<Verdict> {
  if (input.agentId !== undefined) return SILENCE;
  const { decision, diagnostics } = await endChain(input, host);
  const due = input.sessionId === undefined ? [] : await takeDue(host, input.sessionId);
  return { decision, diagnostics: [...diagnostics, ...due] };
}

async function endChain(input: StopInput, host: Host): Promise<Verdict> {
  const projectDir = projectDirectory(host, input);
  const place = await recordPlace(host, input.sessionId);
  let lines = place === undefined ? [] : readRecord(host, place.path);
  if (place !== undefined && lines.at(-1)?.is === "forked") {
    const { ownLines } = await import("../progress/session_chain.ts");
    lines = await ownLines(host, place, { ...input, projectDir, promptId: input.prompt });
  }
  const progress = progressOf(lines);
  if (place === undefined || !isUnfinished(progress)) return SILENCE;
  const { findConfig } = await import("../config/config_file.ts");
  const { kept } = await import("../progress/session_chain.ts");
  const config = await findConfig(host, projectDir);
  const limit = LIMITS[config?.settings.chain.remind ?? "once"];
  const by = host.randomHex();
  const { happenings: all, nudge, message } = endOfTurn(progress, input, limit, host.ways);
  const happenings = all.map((one) => one.is === "nudged" ? { ...one, by } : one);
  const flaws = kept(host, place, happenings);
  const diagnostics = [...config?.diagnostics ?? [], ...flaws];
  host.note?.("chain", happenings.map(({ is }) => is).join(", ") || "Nothing changes");
  // What cannot be counted would be said without end.
  if (nudge !== undefined && flaws.length === 0) {
    if (!isWithin(readRecord(host, place.path), progress.next, by, limit)) return SILENCE;
    return { decision: { kind: "context", context: nudge }, diagnostics };
  }
  if (message === undefined) return { decision: PASS, diagnostics };
  return { decision: { kind: "message", systemMessage: message }, diagnostics };
}
