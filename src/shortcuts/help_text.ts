/** What `?` answers: what is really installed, not a fixed text. */
import { type Registry, uniqueEntries } from "../catalog/registry.ts";
import { cutWhole } from "../base/fitted_text.ts";
import { type Shortcuts } from "./builtin.ts";

/** UTF-16 units a line may have. */
const MAX_LINE = 160;
/** UTF-16 units the whole may have; skills that do not fit are counted. */
const MAX_TEXT = 8_000;
const MAX_COMMANDS = 15;

/**
 * @param chain Where the session's unfinished chain stands; empty when there is none.
 * @returns The text for the user.
 */
export function helpText(installed: Shortcuts, registry: Registry, chain = ""): string {
  const skills = uniqueEntries(registry);
  const lines = [
    ...(chain === "" ? [] : [`Unfinished chain: ${chain}`, ""]),
    "Shortcuts (the whole prompt):",
    ...[...installed.shortcuts].map(([name, { summary }]) => line(name, summary)),
    "",
    "Directives (at the start of the prompt, then the text):",
    ...[...installed.directives].map(([name, { summary }]) => line(`${name}:`, summary)),
    "",
    ...commandLines(installed),
    skills.length === 0
      ? "No cooperative skill is installed: `skillhook chain skills` says where it looked."
      : "Skills that take part in chains (`/a args, /b and /c`):",
  ];
  let length = lines.join("\n").length;
  for (const [index, { invoke, description }] of skills.entries()) {
    const next = line(`/${invoke}`, description);
    length += next.length + 1;
    if (length > MAX_TEXT) {
      lines.push(`  and ${skills.length - index} more: \`skillhook chain skills\` lists them all`);
      break;
    }
    lines.push(next);
  }
  return lines.join("\n");
}

/** Commands of skills, and an empty line behind them; nothing where no skill has one. */
function commandLines({ commands = new Map() }: Shortcuts): string[] {
  if (commands.size === 0) return [];
  const lines = [...commands].map(([name, description]) => line(`/${name}`, description));
  const more = lines.length - MAX_COMMANDS;
  const rest = `  and ${more} more: \`skillhook skill list\` lists them all`;
  const shown = more > 0 ? [...lines.slice(0, MAX_COMMANDS), rest] : lines;
  return ["Commands of skills (`/name words`):", ...shown, ""];
}

function line(name: string, summary: string): string {
  const text = `  ${name.padEnd(4)} ${summary.replaceAll(/\s+/g, " ")}`.trimEnd();
  return text.length <= MAX_LINE ? text : `${cutWhole(text, MAX_LINE - 1)}…`;
}
