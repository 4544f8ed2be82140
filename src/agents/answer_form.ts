/** Claude Code's answer, written as another agent reads it. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import { unitsWithin } from "../base/fitted_text.ts";
import { AGENT_CAP, CAP_TARGET, capText } from "../protocol/decision.ts";
import type { Agent, AnswerForm } from "./agent.ts";

type Open = Record<string, unknown>;

const ENDS: readonly string[] = ["Stop", "SubagentStop"];
const REST = "the whole text is too long for one hook answer";
const PERMISSION = ["permissionDecision", "permissionDecisionReason"];
// What a strict agent knows, on top and in `hookSpecificOutput`.
const KNOWN = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason"];
const KNOWN_OUTPUT = [...PERMISSION, "additionalContext", "updatedInput", "decision"];

/** One JSON document without a final line feed; empty for silence. `given`: the event as the agent calls it. */
export function writeAnswer(
  { answer: form, subagentPrompt }: Agent,
  { given, event }: { readonly given: string; readonly event: string },
  answer: Fields,
): string {
  if (form.listens?.includes(event) === false) return "";
  const { hookSpecificOutput: own, ...top } = answer;
  const { additionalContext, updatedInput, hookEventName: _, ...output } = isFields(own) ? own : {};
  const result: Open = { ...top };
  const specific: Open = { ...output };
  if (typeof top.systemMessage === "string") result.systemMessage = shown(top.systemMessage, form);
  if (typeof additionalContext === "string") {
    const context = shown(additionalContext, form);
    if (ENDS.includes(event) && top.decision === undefined) {
      if (form.goOnKey !== undefined) result[form.goOnKey] = context;
      else Object.assign(result, { decision: "block", reason: context });
    } else if (form.contextKey !== undefined && event !== "PreToolUse") {
      result[form.contextKey] = context;
    } else specific.additionalContext = context;
  }
  if (isFields(updatedInput) && form.inputKey !== undefined) {
    const { prompt, ...others } = updatedInput;
    const isRenamed = subagentPrompt !== undefined && prompt !== undefined;
    specific[form.inputKey] = isRenamed ? { ...others, [subagentPrompt]: prompt } : updatedInput;
    if (form.allowsInput) specific.permissionDecision ??= "allow";
  }
  const { permissionDecision: said } = specific;
  if (form.cannotAsk && (said === "ask" || said === "defer")) specific.permissionDecision = "deny";
  if (form.decidesOnTop && said !== undefined) {
    result.decision = specific.permissionDecision;
    result.reason = specific.permissionDecisionReason;
    drop(specific, PERMISSION);
  }
  if (form.isStrict) strictly(event, result, specific);
  if (Object.keys(specific).length > 0) {
    result.hookSpecificOutput = { hookEventName: given, ...specific };
  }
  return Object.keys(result).length === 0 ? "" : JSON.stringify(result);
}

/** What allows and changes nothing is silence. */
function strictly(event: string, result: Open, specific: Open): void {
  if (event === "PreToolUse") {
    if (result.continue === false) {
      specific.permissionDecision = "deny";
      specific.permissionDecisionReason ??= result.stopReason ?? "A hook stops here";
    }
    drop(result, ["continue", "stopReason", "suppressOutput"]);
  }
  if (result.decision === undefined) delete result.reason;
  if (specific.permissionDecision === "allow" && specific.updatedInput === undefined) {
    drop(specific, PERMISSION);
  }
  drop(result, Object.keys(result).filter((key) => !KNOWN.includes(key)));
  drop(specific, Object.keys(specific).filter((key) => !KNOWN_OUTPUT.includes(key)));
}

function drop(from: Open, keys: readonly string[]): void {
  for (const key of keys) delete from[key];
}

function shown(text: string, { capBytes, noTags }: AnswerForm): string {
  const plain = noTags ? text.replaceAll("<", "‹").replaceAll(">", "›") : text;
  // As far below the limit as with Claude Code.
  const room = capBytes && unitsWithin(plain, capBytes - (AGENT_CAP - CAP_TARGET));
  return capText(plain, REST, Math.min(room ?? CAP_TARGET, CAP_TARGET));
}

/** Answers of one event, as one. */
export function joinAnswers(texts: readonly string[]): Fields {
  const answers = texts.map((text) => parseJson(text)).filter(isFields);
  const outputs = answers.map(({ hookSpecificOutput: own }) => isFields(own) ? own : {});
  const hookSpecificOutput = merged(outputs, "additionalContext", "\n\n");
  return { ...merged(answers, "systemMessage", "\n"), hookSpecificOutput };
}

/** The later ones win, but of one text all are heard. */
function merged(all: readonly Fields[], key: string, between: string): Fields {
  const texts = all.map((one) => one[key]).filter((text) => typeof text === "string");
  return Object.assign({}, ...all, texts.length === 0 ? {} : { [key]: texts.join(between) });
}
