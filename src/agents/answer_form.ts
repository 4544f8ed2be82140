/** Claude Code's answer, written as another agent reads it. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { unitsWithin } from "../base/fitted_text.ts";
import { AGENT_CAP, CAP_TARGET, capText } from "../protocol/cap.ts";
import type { Agent, AnswerForm } from "./agent.ts";

/** The event as the agent calls it and as Claude Code does. */
export interface EventName {
  readonly given: string;
  readonly event: string;
}

const ENDS: readonly string[] = ["Stop", "SubagentStop"];
const REST = "the whole text is too long for one hook answer";

/** @returns One JSON document without a final line feed; empty for silence. */
export function writeAnswer(agent: Agent, name: EventName, answer: Fields): string {
  const { answer: form, subagentPrompt } = agent;
  const { given, event } = name;
  if (form.listens !== undefined && !form.listens.includes(event)) return "";
  const { hookSpecificOutput: own, ...top } = answer;
  const { additionalContext, updatedInput, hookEventName: _, ...output } = isFields(own) ? own : {};
  const context = typeof additionalContext === "string"
    ? shown(additionalContext, form)
    : undefined;
  const result: Record<string, unknown> = { ...top };
  const specific: Record<string, unknown> = { ...output };
  if (typeof top.systemMessage === "string") result.systemMessage = shown(top.systemMessage, form);
  if (ENDS.includes(event) && context !== undefined && top.decision === undefined) {
    if (form.goOnKey === undefined) Object.assign(result, { decision: "block", reason: context });
    else result[form.goOnKey] = context;
  } else if (context !== undefined && form.contextKey !== undefined && event !== "PreToolUse") {
    result[form.contextKey] = context;
  } else if (context !== undefined) specific.additionalContext = context;
  if (isFields(updatedInput) && form.inputKey !== undefined) {
    specific[form.inputKey] = withPrompt(updatedInput, subagentPrompt);
    if (form.allowsInput) specific.permissionDecision ??= "allow";
  }
  const { permissionDecision: said } = specific;
  if (form.cannotAsk && (said === "ask" || said === "defer")) specific.permissionDecision = "deny";
  if (form.decidesOnTop && specific.permissionDecision !== undefined) {
    result.decision = specific.permissionDecision;
    result.reason = specific.permissionDecisionReason;
    delete specific.permissionDecision;
    delete specific.permissionDecisionReason;
  }
  if (form.isStrict) strictly(event, result, specific);
  if (Object.keys(specific).length > 0) {
    result.hookSpecificOutput = { hookEventName: given, ...specific };
  }
  return Object.keys(result).length === 0 ? "" : JSON.stringify(result);
}

const KNOWN: readonly string[] = [
  "continue",
  "stopReason",
  "suppressOutput",
  "systemMessage",
  "decision",
  "reason",
];
const KNOWN_OUTPUT: readonly string[] = [
  ...["additionalContext", "permissionDecision", "permissionDecisionReason", "updatedInput"],
  "decision",
];

/** What allows and changes nothing is silence. */
function strictly(
  event: string,
  result: Record<string, unknown>,
  specific: Record<string, unknown>,
): void {
  if (event === "PreToolUse") {
    if (result.continue === false) {
      specific.permissionDecision = "deny";
      specific.permissionDecisionReason ??= result.stopReason ?? "A hook stops here";
    }
    for (const key of ["continue", "stopReason", "suppressOutput"]) delete result[key];
  }
  if (result.decision === undefined) delete result.reason;
  if (specific.permissionDecision === "allow" && specific.updatedInput === undefined) {
    delete specific.permissionDecision;
    delete specific.permissionDecisionReason;
  }
  for (const key of Object.keys(result)) if (!KNOWN.includes(key)) delete result[key];
  for (const key of Object.keys(specific)) if (!KNOWN_OUTPUT.includes(key)) delete specific[key];
}

function withPrompt(input: Fields, key: string | undefined): Fields {
  if (key === undefined || input.prompt === undefined) return input;
  const { prompt, ...others } = input;
  return { ...others, [key]: prompt };
}

function shown(text: string, { capBytes, noTags }: AnswerForm): string {
  const plain = noTags ? text.replaceAll("<", "‹").replaceAll(">", "›") : text;
  if (capBytes === undefined) return capText(plain, REST);
  // As far below the limit as with Claude Code.
  const room = unitsWithin(plain, capBytes - (AGENT_CAP - CAP_TARGET));
  return capText(plain, REST, Math.min(room, CAP_TARGET));
}

/** Answers of one event, as one. */
export function joinAnswers(texts: readonly string[]): Fields {
  const answers = texts.map((text) => parseJson(text)).filter(isFields);
  const outputs = answers.map(({ hookSpecificOutput: own }) => isFields(own) ? own : {});
  const joined = (parts: readonly unknown[], between: string) => {
    const found = parts.filter((part) => typeof part === "string");
    return found.length === 0 ? undefined : found.join(between);
  };
  const additionalContext = joined(outputs.map((one) => one.additionalContext), "\n\n");
  const systemMessage = joined(answers.map((one) => one.systemMessage), "\n");
  return {
    ...Object.assign({}, ...answers),
    ...systemMessage === undefined ? {} : { systemMessage },
    hookSpecificOutput: {
      ...Object.assign({}, ...outputs),
      ...additionalContext === undefined ? {} : { additionalContext },
    },
  };
}
