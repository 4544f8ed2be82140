/** Changes to a JSON text, one value at a time; every other byte stays as it is. */
import { pathOfKey, readJsonTree, stepsOf } from "../base/json_tree.ts";
import {
  append,
  applyEdits,
  lineIndent,
  styleOf,
  takeOut,
  writeValue,
} from "../install/json_edit.ts";
import { writeKept } from "../install/install_hooks.ts";
import { readSettingsFile, Refusal } from "../install/own_files.ts";
import type { Host } from "../host/host.ts";
import { checkHookFile } from "./check_hooks.ts";
import type { Change, HookFile } from "./hook_files.ts";

/** The text with the changes made, one after the other; as it was where one cannot be made. */
export function changedText(text: string, changes: readonly Change[]): string {
  return changes.reduce(changedOnce, text);
}

function changedOnce(text: string, { key, value }: Change): string {
  const root = readJsonTree(text);
  if ("flaw" in root) return text;
  const parts = pathOfKey(key);
  const steps = stepsOf(root, parts);
  const style = styleOf(text, root);
  const { node, member } = steps.at(-1)!;
  // All but the last part is there.
  if (steps.length === parts.length && value !== undefined && node.kind === "object") {
    return applyEdits(text, [append(text, node, [[String(parts.at(-1)), value]], style)]);
  }
  if (steps.length <= parts.length) return text;
  const parent = steps.at(-2)!.node;
  if (value === undefined) {
    const at = member === undefined ? parent.items.indexOf(node) : parent.members.indexOf(member);
    return applyEdits(text, takeOut(parent, new Set([at])));
  }
  const indent = text.slice(node.start, node.end).includes("\n")
    ? lineIndent(text, member?.start ?? node.start)
    : undefined;
  const { start, end } = node;
  return applyEdits(text, [{ start, end, text: writeValue(value, style, indent) }]);
}

/** Makes every safe change in files of the user's own; what cannot be written comes back as a note. */
export async function fixFiles(
  host: Host,
  read: () => readonly HookFile[],
  isNamed: boolean,
): Promise<string[]> {
  const notes: string[] = [];
  for (const file of read()) {
    const { place } = file;
    const isLeft = place.inline !== undefined || !isNamed && place.plugin !== undefined;
    const text = isLeft ? file.text : fixedText(host, file);
    if (text !== file.text) notes.push(await writeFixed(host, place.path, text));
  }
  return notes;
}

/** Keeps what was there. @returns What was done, or why it was not. */
export async function writeFixed(host: Host, path: string, text: string): Promise<string> {
  try {
    await writeKept(host, readSettingsFile(host, path), text);
    return `Changed "${path}"`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `Cannot change "${path}": ${error.message}`;
  }
}

/** One finding after the other, since each moves the rest. */
function fixedText(host: Host, file: HookFile): string {
  let { text } = file;
  const seen = new Set([text]);
  while (true) {
    const { findings } = checkHookFile(host, { ...file, text });
    const next = findings.map(({ fix }) => fix === undefined ? text : changedText(text, fix))
      .find((changed) => !seen.has(changed));
    if (next === undefined) return text;
    seen.add(text = next);
  }
}
