/** Changes to a JSON text, one value at a time; every other byte stays as it is. */
import { pathOfKey, readJsonTree, stepsOf } from "../base/json_tree.ts";
import * as edit from "../install/json_edit.ts";
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
  const style = edit.styleOf(text, root);
  const { node, member } = steps.at(-1)!;
  // All but the last part is there.
  if (steps.length === parts.length && value !== undefined && node.kind === "object") {
    const added = edit.append(text, node, [[String(parts.at(-1)), value]], style);
    return edit.applyEdits(text, [added]);
  }
  if (steps.length <= parts.length) return text;
  const parent = steps.at(-2)!.node;
  if (value === undefined) {
    const at = member === undefined ? parent.items.indexOf(node) : parent.members.indexOf(member);
    return edit.applyEdits(text, edit.takeOut(parent, new Set([at])));
  }
  const { start, end } = node;
  const isLong = text.slice(start, end).includes("\n");
  const indent = isLong ? edit.lineIndent(text, member?.start ?? start) : undefined;
  return edit.applyEdits(text, [{ start, end, text: edit.writeValue(value, style, indent) }]);
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
