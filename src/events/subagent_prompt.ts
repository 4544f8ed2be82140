/**
 * A subagent is about to be started: no chain goes with it (design document 004, C-1). The prompt is
 * changed inside the text of the tool's input, so that everything else stays byte for byte: the order
 * of keys, numbers as they were written, whatever fields a later version of the agent adds.
 */
import { memberOf, readJsonTree } from "../base/json_tree.ts";
import { withoutChain } from "../payload/without_chain.ts";
import { PASS, type Verdict } from "../protocol/decision.ts";
import { InputError } from "../protocol/input.ts";

/** The call. */
export interface SubagentCall {
  readonly prompt: string;
  /** The whole hook input as it came, one JSON document. */
  readonly text: string;
}

/**
 * @param call The call.
 * @returns The input without chains and one line saying so; silence when there are none.
 * @throws {InputError} The text is no JSON, or too deeply nested to be changed in place.
 */
export function answerSubagentCall({ prompt, text }: SubagentCall): Verdict {
  const clean = withoutChain(prompt);
  if (clean.removed === 0) return { decision: PASS, diagnostics: [] };
  const inputText = replacePrompt(text, clean.text);
  const what = clean.removed === 1
    ? "a continuation chain"
    : `${clean.removed} continuation chains`;
  return {
    decision: {
      kind: "permission",
      updatedInputText: inputText,
      systemMessage:
        `skillhook: took ${what} out of a subagent's prompt: a chain belongs to the main agent`,
    },
    diagnostics: [],
  };
}

function replacePrompt(text: string, prompt: string): string {
  const root = readJsonTree(text);
  if ("flaw" in root) {
    throw new InputError(`Cannot change the subagent's prompt: ${root.flaw}`);
  }
  const input = memberOf(root, "tool_input")!.value;
  const old = memberOf(input, "prompt")!.value;
  return text.slice(input.start, old.start) + JSON.stringify(prompt) +
    text.slice(old.end, input.end);
}
