/** What `skillhook allow` shows before it asks: every command and file, and what changed since the last time. */
import { visibleText } from "../base/clean_text.ts";
import { placeVariables } from "./referenced_files.ts";
import { textDiff } from "./text_diff.ts";
import type { TrustedFile, TrustEntry } from "./trust_store.ts";
import { substituteVariables } from "../base/variables.ts";

/** Hexadecimal digits of a digest that are shown. */
const DIGITS = 12;

/**
 * @param now What would be allowed.
 * @param before What was allowed, if anything.
 * @returns Lines: the file, its commands as written and with variables filled in, the files they name, the changes.
 */
export function approvalText(now: TrustEntry, before: TrustEntry | undefined): string[] {
  const lines = [visibleText(now.path)];
  const variables = placeVariables(now.path, now.project);
  for (const [index, command] of now.commands.entries()) {
    lines.push(...labelled(`  ${index + 1}. `, command));
    const resolved = substituteVariables(command, variables);
    if (resolved !== command) lines.push(...labelled("     = ", resolved));
  }
  if (now.files.length > 0) lines.push("  Files of the project that the commands name:");
  for (const file of now.files) {
    lines.push(`     ${visibleText(file.path)} (SHA-256 ${file.digest.slice(0, DIGITS)}…)`);
  }
  if (before !== undefined) lines.push(...changes(before, now));
  return lines;
}

function changes(before: TrustEntry, now: TrustEntry): string[] {
  const lines = [`  Changed since ${new Date(before.allowedAt).toISOString().slice(0, 10)}:`];
  const commands = textDiff(linesOf(before.commands.join("\n")), linesOf(now.commands.join("\n")));
  lines.push(...commands.map((line) => `     ${line}`));
  if (before.digest !== now.digest && commands.length === 0) {
    lines.push("     the skill's text, not its commands");
  }
  const old = new Map(before.files.map((file) => [file.path, file]));
  for (const file of now.files) {
    lines.push(...fileChanges(old.get(file.path), file));
    old.delete(file.path);
  }
  for (const path of old.keys()) lines.push(`     ${visibleText(path)} is no longer named`);
  return lines;
}

function fileChanges(before: TrustedFile | undefined, now: TrustedFile): string[] {
  const path = visibleText(now.path);
  if (before === undefined) return [`     ${path} is new`];
  if (before.digest === now.digest) return [];
  if (before.text === undefined || now.text === undefined) {
    return [`     ${path} changed (it is too long, or no text, to show how)`];
  }
  const diff = textDiff(linesOf(before.text), linesOf(now.text));
  return [`     ${path}:`, ...diff.map((line) => `       ${line}`)];
}

/** A command's lines under one label. */
function labelled(label: string, command: string): string[] {
  const blanks = " ".repeat(label.length);
  return linesOf(command).map((line, index) => (index === 0 ? label : blanks) + line);
}

function linesOf(text: string): string[] {
  return visibleText(text).split("\n");
}
