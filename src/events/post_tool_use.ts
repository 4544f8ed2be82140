/** PostToolUse: the first touch of a file names the skills that wait for it, a subagent's answer what it asks for. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host, QuickHost } from "../host/host.ts";
import { nobodyWaits, noteTouched, noteWaiting } from "../index/touch_notes.ts";
import { CAP_TARGET, contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";
import { answerSubagentEnd, endOfCall, mayAsk } from "./subagent_end.ts";

type TouchInput = ReturnType<typeof decode>;

export const postToolUse = defineEvent({ decode, quick, handle });

/** `file`: absolute path; empty when the tool touched none. */
function decode(input: HookInput) {
  const { fields: { tool_name: tool, tool_input: given }, sessionId, agentId, cwd } = input;
  const ended = tool === "Agent" || tool === "Task" ? endOfCall(input) : undefined;
  const isTouch = isFields(given) && ["Read", "Edit", "Write"].includes(asString(tool) ?? "");
  return { file: isTouch ? asString(given.file_path) ?? "" : "", sessionId, agentId, cwd, ended };
}

function quick(input: TouchInput, host: QuickHost): Verdict | undefined {
  const { file, sessionId, ended } = input;
  if (ended !== undefined && mayAsk(ended)) return undefined;
  if (file === "" || sessionId === undefined) return SILENCE;
  const projectDir = projectDirectory(host, input);
  const touched = noteTouched(host, sessionId, projectDir, file);
  return nobodyWaits(host, { projectDir, touched }) ? SILENCE : undefined;
}

async function handle(input: TouchInput, host: Host): Promise<Verdict> {
  const { file, sessionId: session = "", agentId: agent, ended } = input;
  if (ended !== undefined) return await answerSubagentEnd(ended, host);
  const projectDir = projectDirectory(host, input);
  const context = { projectDir, touched: noteTouched(host, session, projectDir, file) };
  const { loadCatalog } = await import("../catalog/load.ts");
  const { skills } = await loadCatalog(host, context);
  const waiting = noteWaiting(host, context, skills);
  host.note?.("skill", `Skills that wait for files to be touched: ${waiting.length}`);
  if (waiting.length === 0) return SILENCE;
  const { answerTouch } = await import("../index/touched_file.ts");
  const { fitEvent } = await import("../budget/fit_event.ts");
  const { identifierProblem } = await import("../loader/check_names.ts");
  const { stateDirectory } = await import("../state/state_directory.ts");
  if (identifierProblem("session", session)) return SILENCE;
  if (agent !== undefined && identifierProblem("agent", agent)) return SILENCE;
  const touch = { file, projectDir, session, agent };
  const { activationOf } = await import("../index/active_skills.ts");
  const activation = activationOf(host, session, projectDir);
  const wanted = waiting.filter(({ invoke }) => activation.get(invoke) !== false);
  const { lines, diagnostics } = await answerTouch(host, wanted, stateDirectory(host), touch);
  if (lines.length === 0) return { ...SILENCE, diagnostics };
  const rest = 'run "skillhook skill index" for all skills';
  const part = { name: "skills for this file", text: lines.join("\n"), rest };
  return contextVerdict(fitEvent([part], CAP_TARGET).text, diagnostics);
}
