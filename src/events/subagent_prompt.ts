/** A subagent is about to be started: no chain goes with it, and by setting the skills that its prompt names do. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { asString, type Fields } from "../base/json_type.ts";
import { memberOf, readJsonTree } from "../base/json_tree.ts";
import type { Host } from "../host/host.ts";
import { withoutChain } from "../payload/without_chain.ts";
import { contextVerdict, type Verdict } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { projectDirectory } from "./event.ts";

interface SubagentCall extends Pick<HookInput, "text" | "sessionId" | "cwd"> {
  readonly prompt: string;
  readonly input: Fields;
}

export async function answerSubagentCall(call: SubagentCall, host: Host): Promise<Verdict> {
  const { text, removed } = withoutChain(call.prompt);
  const asks = /^(?:Skills|Include):/m.test(text);
  const { prompt = text, line, diagnostics = [] } = asks ? await payloadOf(call, text, host) : {};
  const what = removed === 1 ? "a continuation chain" : `${removed} continuation chains`;
  const taken = `took ${what} out of a subagent's prompt: a chain belongs to the main agent`;
  const lines = [removed > 0 ? taken : undefined, line].filter((one) => one !== undefined);
  const systemMessage = lines.map((line) => `skillhook: ${line}`).join("\n");
  if (prompt === call.prompt) {
    return contextVerdict(systemMessage, diagnostics, systemMessage || undefined);
  }
  const updatedInput = withPrompt(call.text, prompt) ??
    JSON.stringify({ ...call.input, prompt });
  return { decision: { kind: "input", updatedInput, systemMessage }, diagnostics };
}

interface Payload {
  readonly prompt?: string;
  readonly line?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

async function payloadOf(call: SubagentCall, prompt: string, host: Host): Promise<Payload> {
  const { input, sessionId, cwd } = call;
  const { findConfig } = await import("../config/config_file.ts");
  const projectDir = projectDirectory(host, { cwd }) ?? host.cwd();
  const { settings, diagnostics: flaws = [] } = await findConfig(host, projectDir) ?? {};
  if (settings === undefined || !settings.subagents["by-name"]) return {};
  const { promptPayload, readAsk } = await import("../payload/prompt_payload.ts");
  const ask = readAsk(prompt);
  if (ask.skills.length + ask.files.length === 0) return {};
  const { loadManifest } = await import("../payload/manifest.ts");
  const { readTouched } = await import("../index/touched_record.ts");
  const touched = readTouched(host, sessionId);
  const given = await promptPayload(host, {
    ask,
    description: asString(input.description) ?? "",
    agentType: asString(input.subagent_type) ?? "",
    session: sessionId,
    settings,
    places: { projectDir, touched, manifest: loadManifest(host, projectDir) },
  });
  const diagnostics = [...flaws, ...given.diagnostics];
  if ("problems" in given) {
    return {
      line: `the subagent's prompt is as it was: ${given.problems.join("; ")}`,
      diagnostics,
    };
  }
  const what = [...ask.skills, ...ask.files].join(", ");
  const line = `gave ${what} to a subagent: ${given.tokens} tokens`;
  return { prompt: given.text, line, diagnostics };
}

/** In the text: order, numbers, unknown fields stay. `undefined`: nested too deeply; a chain must go from that, too. */
function withPrompt(text: string, prompt: string): string | undefined {
  const root = readJsonTree(text);
  if ("flaw" in root) return undefined;
  const input = memberOf(root, "tool_input")!.value;
  const old = memberOf(input, "prompt")!.value;
  return text.slice(input.start, old.start) + JSON.stringify(prompt) +
    text.slice(old.end, input.end);
}
