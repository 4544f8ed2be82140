/**
 * An event of another agent than Claude Code: what it sends becomes what Claude Code would have sent, often more than
 * one event; the handlers answer as ever; their answers become one of the agent's own.
 */
import { asString, type Fields, isFields } from "../base/json_type.ts";
import { pluginManifest } from "../catalog/places.ts";
import type { Host, QuickHost } from "../host/host.ts";
import { type Decided, PASS } from "../protocol/decision.ts";
import type { HookInput } from "../protocol/input.ts";
import { type Agent, belowHome } from "./agent.ts";
import { joinAnswers, writeAnswer } from "./answer_form.ts";

const FILE_TOOLS: readonly unknown[] = ["Read", "Edit", "Write"];
const CALLS: readonly unknown[] = ["PreToolUse", "PostToolUse"];

export async function answerAs(
  agent: Agent,
  { fields }: HookInput,
  host: Host,
  decide: (text: string, host: Host) => Promise<Decided>,
): Promise<Decided> {
  const own = hostOf(agent, host);
  const plain = decodeEvent(agent, fields);
  const decoded = agent.use?.(plain, own) ?? plain;
  const events = expand(agent, decoded);
  const names = events.map((event) => event.hook_event_name).join(", ");
  host.note?.("tier", `An event of ${own.ways?.agent}: ${names || "none"} in Claude Code's words`);
  const answers: Decided[] = [];
  for (const event of events) answers.push(await decide(JSON.stringify(event), own));
  const name = { given: String(fields.hook_event_name), event: String(decoded.hook_event_name) };
  const joined = joinAnswers(answers.map(({ outcome }) => outcome.stdout));
  // Arguments of a skill travel in the conversation: no other agent hands them on, or takes others.
  const { inputKey: _, ...plainForm } = agent.answer;
  const answer = decoded.tool_name === "Skill" ? plainForm : agent.answer;
  const written = writeAnswer({ ...agent, answer }, name, joined);
  const stderr = answers.map(({ outcome }) => outcome.stderr).join("");
  const code = Math.max(0, ...answers.map(({ outcome }) => outcome.code));
  const isHeard = code > 0 || written !== "" || agent.answer.showsErrors !== true;
  const decision = answers.find(({ decision }) => decision !== PASS)?.decision ?? PASS;
  const stdout = written === "" ? "" : `${written}\n`;
  return {
    decision: code > 0 && decision === PASS ? undefined : decision,
    outcome: { stdout, stderr: isHeard ? stderr : "", code },
  };
}

/** The machine with the agent's ways, and its word for where the project and our plugin are. */
export function hostOf<H extends QuickHost>(agent: Agent, host: H): H {
  const own: Partial<QuickHost> = {
    ways: agent.ways(host),
    env(name) {
      if (name === "CLAUDE_PROJECT_DIR") {
        return agent.projectVariable === undefined ? undefined : host.env(agent.projectVariable);
      }
      const value = host.env(name);
      if (name !== "CLAUDE_PLUGIN_ROOT") return value;
      // What Droid sets where there is no plugin.
      if (agent.plugin === undefined) return value?.includes("NOT_EXPANDED") ? undefined : value;
      const root = belowHome(agent.plugin)(host);
      return root && host.stat(pluginManifest(root)) ? root : undefined;
    },
  };
  return Object.assign(Object.create(host) as H, own);
}

/** The event in Claude Code's words. */
export function decodeEvent(agent: Agent, fields: Fields): Fields {
  const event = ours(agent.events, fields.hook_event_name);
  const { tool_input: input } = fields;
  const tool = ours(agent.tools, fields.tool_name);
  const decoded = {
    ...fields,
    ...event === undefined ? {} : { hook_event_name: event },
    ...tool === undefined ? {} : { tool_name: tool },
    ...isFields(input) ? { tool_input: ourInput(agent, tool, input) } : {},
  };
  return agent.decode?.(decoded) ?? decoded;
}

function ours(names: Agent["tools"] = {}, given: unknown): unknown {
  return typeof given === "string" && Object.hasOwn(names, given) ? names[given] : given;
}

function ourInput({ subagentPrompt }: Agent, tool: unknown, input: Fields): Fields {
  if (tool === "Skill") return { ...input, skill: input.skill ?? input.name };
  if (tool === "Agent" && subagentPrompt !== undefined) {
    const { [subagentPrompt]: prompt, ...others } = input;
    return prompt === undefined ? input : { ...others, prompt };
  }
  if (!FILE_TOOLS.includes(tool) || input.file_path !== undefined) return input;
  const path = input.absolute_path ?? input.filePath ?? input.path;
  return path === undefined ? input : { ...input, file_path: path };
}

/** A typed skill is two events to Claude Code, and one of a skill is heard at only one end of the call. */
function expand(agent: Agent, decoded: Fields): Fields[] {
  const { hook_event_name: event } = decoded;
  if (event === "UserPromptSubmit") {
    if (decoded.agent_id !== undefined) return [];
    const typed = /^\/([^\s,]+)(?:,*\s+([^]*))?$/.exec(asString(decoded.prompt)?.trim() ?? "");
    if (typed === null || agent.hasExpansion) return [decoded];
    const [, command_name, command_args = ""] = typed;
    const hook_event_name = "UserPromptExpansion";
    return [decoded, { ...decoded, hook_event_name, command_name, command_args }];
  }
  if (!CALLS.includes(event) || decoded.tool_name !== "Skill") return [decoded];
  return event === agent.hears ? [{ ...decoded, hook_event_name: "PreToolUse" }] : [];
}
