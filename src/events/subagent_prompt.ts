/**
 * A subagent is about to be started: no chain goes with it. The prompt is
 * changed inside the text of the tool's input, so that everything else stays byte for byte: the order
 * of keys, numbers as they were written, whatever fields a later version of the agent adds.
 */
import type { Fields } from "../base/json_type.ts";
import { memberOf, readJsonTree } from "../base/json_tree.ts";
import { withoutChain } from "../payload/without_chain.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";

export interface SubagentCall {
  readonly prompt: string;
  readonly input: Fields;
  readonly text: string;
}

/** The input without chains and one line saying so; silence when there are none. */
export function answerSubagentCall({ prompt, input, text }: SubagentCall): Verdict {
  const clean = withoutChain(prompt);
  if (clean.removed === 0) return SILENCE;
  const updatedInput = replacePrompt(text, clean.text) ??
    JSON.stringify({ ...input, prompt: clean.text });
  const what = clean.removed === 1
    ? "a continuation chain"
    : `${clean.removed} continuation chains`;
  const systemMessage =
    `skillhook: took ${what} out of a subagent's prompt: a chain belongs to the main agent`;
  return { decision: { kind: "input", updatedInput, systemMessage }, diagnostics: [] };
}

/** `undefined` for a document that is nested too deeply to be taken apart: a chain must go from that too. */
function replacePrompt(text: string, prompt: string): string | undefined {
  const root = readJsonTree(text);
  if ("flaw" in root) return undefined;
  const input = memberOf(root, "tool_input")!.value;
  const old = memberOf(input, "prompt")!.value;
  return text.slice(input.start, old.start) + JSON.stringify(prompt) +
    text.slice(old.end, input.end);
}
