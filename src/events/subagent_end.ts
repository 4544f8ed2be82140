/** A subagent has ended: its answer as three events bring it. One glance tells that nearly all ask for nothing. */
import { asString, isFields } from "../base/json_type.ts";
import type { Host } from "../host/host.ts";
import type { EndedSubagent } from "../payload/needs.ts";
import { contextVerdict, SILENCE, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { defineEvent, projectDirectory } from "./event.ts";

export interface SubagentEnd extends EndedSubagent, Pick<HookInput, "sessionId" | "cwd"> {}

export function mayAsk({ answer }: SubagentEnd): boolean {
  return /need skill/i.test(answer) || answer.includes("@") && /\.md/i.test(answer);
}

export function bareEnd(answer: string, input: Pick<HookInput, "sessionId" | "cwd">): SubagentEnd {
  const { sessionId, cwd } = input;
  return { answer, prompt: "", description: "", type: "", sessionId, cwd };
}

/** Input and result of the Agent tool; no answer while the subagent still runs. */
export function endOfCall(input: HookInput): SubagentEnd {
  const { tool_input: call, tool_response: response } = input.fields;
  const content = isFields(response) ? response.content : response;
  const answer = Array.isArray(content)
    ? content.map((part) => isFields(part) ? asString(part.text) ?? "" : "").join("\n")
    : asString(content) ?? "";
  const { prompt, description, subagent_type: type } = isFields(call) ? call : {};
  return {
    ...bareEnd(answer, input),
    prompt: asString(prompt) ?? "",
    description: asString(description) ?? "",
    type: asString(type) ?? "",
  };
}

/** SubagentStop: what it prints would go to the subagent, so only the user is told. */
export const subagentStop = defineEvent<SubagentEnd>({
  decode: (input) => ({
    ...bareEnd(asString(input.fields.last_assistant_message) ?? "", input),
    type: input.agentType ?? "",
  }),
  quick: (end) => mayAsk(end) ? undefined : SILENCE,
  async handle(end, host) {
    const wish = await wishOf(end, host);
    const who = end.type === "" ? "A subagent" : `A subagent (${end.type})`;
    return wish ? contextVerdict("", [], `skillhook: ${who} asks for ${wish.text}`) : SILENCE;
  },
});

async function wishOf(end: SubagentEnd, host: Host) {
  const { nextCall, readWish, wishText } = await import("../payload/needs.ts");
  const { loadManifest } = await import("../payload/manifest.ts");
  const { readTouched } = await import("../index/touched_record.ts");
  const projectDir = projectDirectory(host, end) ?? host.cwd();
  const touched = readTouched(host, end.sessionId);
  const places = { projectDir, touched, manifest: loadManifest(host, projectDir) };
  const wish = await readWish(host, end.answer, places);
  const callOf = (byName: boolean) => wish && nextCall(wish, end, byName);
  return wish && { text: wishText(wish), projectDir, callOf };
}

/** For the model that started the subagent: the call that brings what it asks for, which helps at most twice. */
export async function answerSubagentEnd(end: SubagentEnd, host: Host): Promise<Verdict> {
  const wish = await wishOf(end, host);
  if (wish === undefined) return SILENCE;
  const { findConfig } = await import("../config/config_file.ts");
  const { settings, diagnostics = [] } = await findConfig(host, wish.projectDir) ?? {};
  const who = end.description === "" ? "A subagent" : `The subagent "${end.description}"`;
  const { timesTold } = await import("./tell_once.ts");
  const [times = 0] = await timesTold([`need ${wish.text}`], end.sessionId, host, 2);
  const call = wish.callOf(settings?.subagents["by-name"] ?? false);
  let rest = `. The next call that brings it: ${call}`;
  const again = " for the third time: starting it again with the same would change nothing";
  if (call === undefined) rest = "; nothing can be brought";
  else if (times >= 2) rest = again;
  return contextVerdict(`skillhook: ${who} asks for ${wish.text}${rest}`, diagnostics);
}
