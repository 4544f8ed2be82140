/** The agent's own JSON files: absent is normal, anything else that is not an object is named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { HostError } from "../host/host.ts";
import type { Sources } from "./sources.ts";

/**
 * Reads a JSON object.
 *
 * @param sources Reads files and remembers what they looked like.
 * @returns The object; `undefined` when absent or not one.
 */
export function readJsonObject(
  sources: Sources,
  path: string,
  diagnostics: Diagnostic[],
): Fields | undefined {
  try {
    const text = sources.readText(path);
    if (text === undefined || text.trim() === "") return undefined;
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    if (isFields(value)) return value;
    const message = `Cannot read file: expected a JSON object: got ${jsonType(value)}`;
    diagnostics.push(diagnose("json-unreadable", path, message));
  } catch (error) {
    diagnostics.push(diagnose("json-unreadable", path, reason(error)));
  }
  return undefined;
}

function reason(error: unknown): string {
  if (error instanceof HostError) return `Cannot read file: ${error.code}`;
  if (!(error instanceof SyntaxError)) throw error;
  const [line = ""] = error.message.split("\n", 1);
  return `Cannot read file: it is not valid JSON, correct or remove it: ${line}`;
}
