/**
 * The text a chain puts into the model's context (design document 004, step 1.3; decision D-2). Its
 * wording is a contract: skills and people's own prompts refer to it.
 */
import { cutWhole } from "../base/cut_text.ts";
import { CAP_TARGET } from "../protocol/cap.ts";
import { type Chain, type Invocation, slashText } from "./chain.ts";
import { printCall, printEntries } from "./suffix.ts";

/** UTF-16 units of arguments printed per invocation, tried in turn until the text fits. */
const ARGS_LIMITS = [Infinity, 1_500, 700, 300, 100, 20];

/**
 * Words a chain.
 *
 * @param chain What the prompt asks for.
 * @returns The context text, well under the agent's cap for chains of any sensible length; arguments that are too long
 * are cut with a notice, because the model has them in the user's prompt anyway.
 */
export function contextText(chain: Chain): string {
  let text = "";
  for (const limit of ARGS_LIMITS) {
    const cut = (invocation: Invocation) => ({
      ...invocation,
      args: cutArgs(invocation.args, limit),
    });
    text = wordChain({ current: cut(chain.current), continuation: chain.continuation.map(cut) });
    if (text.length <= CAP_TARGET) break;
  }
  return text;
}

function wordChain({ current, continuation }: Chain): string {
  const head = `[CONTINUATION-PASSING]\nCurrent: ${oneLine(slashText(current))}\n`;
  const [next, ...rest] = continuation;
  if (next === undefined) {
    return `${head}Continuation: (empty)\n\nSkill is terminal. No tail-call needed.`;
  }
  return `${head}Continuation: ${printEntries(continuation)}

After completing the current skill, invoke the NEXT continuation entry via Skill tool:
  ${printCall(next, rest)}

Do NOT include continuation metadata in Task tool prompts.`;
}

/** A pasted line break must not start a line of ours. */
function oneLine(text: string): string {
  return text.replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}

function cutArgs(args: string, limit: number): string {
  if (args.length <= limit) return args;
  const kept = cutWhole(args, limit);
  return `${kept}… (${args.length - kept.length} more characters: they are in the user's prompt)`;
}
