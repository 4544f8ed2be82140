/** Entries of ours as you edited them, beside what we would write: you decide. */
import type { SettingsChange } from "../install/install_hooks.ts";

/** Each edited entry as it is and as we would write it, and the three ways to go on. */
export function choiceText({ path, edited }: SettingsChange): string {
  const blocks = edited.flatMap(({ wanted, theirs, line }) => [
    `${path}:${line}: The entry for ${wanted.event} is not as we would write it`,
    ...theirs.map((group) => `  theirs: ${JSON.stringify(group)}`),
    `  ours:   ${JSON.stringify(wanted.group)}`,
  ]);
  return [
    ...blocks,
    "--take ours replaces it, --take theirs keeps it and adds what is missing; without either, nothing is written",
  ].join("\n");
}
