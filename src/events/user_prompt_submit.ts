/** UserPromptSubmit: shortcuts, directives, or chains and skills' own commands; to all else silence, without one file read. */
import { jsonType } from "../base/json_type.ts";
import type { Host, QuickHost } from "../host/host.ts";
import { SILENCE, type Verdict } from "../protocol/decision.ts";
import { type HookInput, InputError } from "../protocol/input.ts";
import { mayBeShortcut } from "../shortcuts/match.ts";
import { defineEvent, projectDirectory } from "./event.ts";

type PromptInput = ReturnType<typeof decode>;

export const userPromptSubmit = defineEvent({ decode, quick, handle });

/** An absent prompt is an empty one; null and any other type is an error of the caller. */
function decode({ fields, agentId, cwd, sessionId, promptId }: HookInput) {
  const prompt = fields.prompt ?? (fields.prompt === undefined ? "" : null);
  if (typeof prompt !== "string") {
    const type = jsonType(prompt);
    const state = type === "null" ? type : `${type === "object" ? "an" : "a"} ${type}`;
    throw new InputError(`Cannot read hook input: "prompt" must be a string: it is ${state}`);
  }
  return { prompt: prompt.trim(), agentId, cwd, sessionId, promptId };
}

/** Prompts made by machines (`<task-notification>…`) begin with a tag: they fit no tier. */
function quick({ prompt, agentId }: PromptInput, host: QuickHost): Verdict | undefined {
  if (prompt[0] === "/") {
    const isMain = agentId === undefined;
    host.note?.("tier", isMain ? "It begins with a slash: a chain" : "A subagent gets no chain");
    return isMain ? undefined : SILENCE;
  }
  // A background subagent's answer comes as such a prompt. Nearly none begins so: a pattern's first use is not free.
  if (prompt[0] === "<" && /^<task-notification[^]*need skill/i.test(prompt)) return undefined;
  const isShort = mayBeShortcut(prompt);
  host.note?.("tier", isShort ? "A shortcut or a directive by its shape" : "It fits no tier");
  return isShort ? undefined : SILENCE;
}

/** Loaded on demand: eager, they would cost every silent prompt half a millisecond. */
async function handle(input: PromptInput, host: Host): Promise<Verdict> {
  const { prompt } = input;
  const projectDir = projectDirectory(host, input);
  if (prompt[0] === "<") {
    const { answerSubagentEnd, bareEnd } = await import("./subagent_end.ts");
    const end = bareEnd(prompt.replaceAll(/<\/?[\w-]{1,40}>/g, "\n"), input);
    return await answerSubagentEnd(end, host);
  }
  if (prompt[0] !== "/") {
    const { answerShortcut } = await import("./user_prompt_shortcut.ts");
    return await answerShortcut(prompt, { ...input, projectDir }, host);
  }
  const { answerChain } = await import("./user_prompt_chain.ts");
  return await answerChain(prompt, { ...input, projectDir }, host);
}
