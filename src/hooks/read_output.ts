/** What a handler printed: hook JSON, plain text, or a failed attempt at JSON (protocol section 1.4). */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";

/** What standard output is. */
export type HandlerOutput =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly fields: Fields }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "broken"; readonly flaw: string };

/** A line with one of these is meant as an answer. */
const HOOK_FIELDS: readonly string[] = [
  ...["continue", "stopReason", "suppressOutput", "systemMessage", "terminalSequence"],
  ...["decision", "reason", "hookSpecificOutput", "async"],
];

/** Reads standard output. */
export function readOutput(stdout: string): HandlerOutput {
  // A BOM is white space to `trim`.
  const text = stdout.trim();
  if (text === "") return { kind: "empty" };
  if (!text.startsWith("{") || !text.endsWith("}")) return { kind: "text", text };
  const whole = parseJson(text);
  if (isFields(whole)) return { kind: "json", fields: whole };
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const values = lines.length < 2 ? [undefined] : lines.map(parseJson);
  if (values.includes(undefined)) {
    return { kind: "broken", flaw: "standard output is not valid JSON" };
  }
  const answers = values.some((value) => isFields(value) && looksLikeAnswer(value));
  if (!answers) return { kind: "text", text };
  return { kind: "broken", flaw: "standard output holds more than one JSON document" };
}

/** Whether it has a field that only an answer has. */
export function looksLikeAnswer(fields: Fields): boolean {
  return HOOK_FIELDS.some((name) => Object.hasOwn(fields, name));
}
