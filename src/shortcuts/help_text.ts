/** What `?` answers: what is really installed, not a fixed text. */
import { type Registry, uniqueEntries } from "../catalog/registry.ts";
import { cutWhole } from "../base/fitted_text.ts";
import type { Shortcuts } from "./builtin.ts";

/** UTF-16 units a line may have. */
const MAX_LINE = 160;
/** UTF-16 units the whole may have; skills that do not fit are counted. */
const MAX_TEXT = 8_000;
const MAX_COMMANDS = 15;

/** The text for the user; `chain` is where the session's unfinished chain stands, empty when there is none. */
export function helpText(installed: Shortcuts, registry: Registry, chain = ""): string {
  const skills = uniqueEntries(registry);
  const commands = [...installed.commands ?? []].map(([name, says]) => line(`/${name}`, says));
  const more = commands.length - MAX_COMMANDS;
  if (more > 0) commands.splice(MAX_COMMANDS, more, andMore(more, "skillhook skill list"));
  const lines = [
    ...(chain === "" ? [] : [`Unfinished chain: ${chain}`, ""]),
    "Shortcuts (the whole prompt):",
    ...[...installed.shortcuts].map(([name, { summary }]) => line(name, summary)),
    "",
    "Directives (at the start of the prompt, then the text):",
    ...[...installed.directives].map(([name, { summary }]) => line(`${name}:`, summary)),
    "",
    ...commands.length === 0 ? [] : ["Commands of skills (`/name words`):", ...commands, ""],
    skills.length === 0
      ? "No cooperative skill is installed: `skillhook chain skills` says where it looked."
      : "Skills that take part in chains (`/a args, /b and /c`):",
  ];
  let length = lines.join("\n").length;
  for (const [index, { invoke, description }] of skills.entries()) {
    const next = line(`/${invoke}`, description);
    length += next.length + 1;
    if (length > MAX_TEXT) {
      lines.push(andMore(skills.length - index, "skillhook chain skills"));
      break;
    }
    lines.push(next);
  }
  return lines.join("\n");
}

function andMore(count: number, command: string): string {
  return `  and ${count} more: \`${command}\` lists them all`;
}

function line(name: string, summary: string): string {
  const text = `  ${name.padEnd(4)} ${summary.replaceAll(/\s+/g, " ")}`.trimEnd();
  return text.length <= MAX_LINE ? text : `${cutWhole(text, MAX_LINE - 1)}…`;
}
