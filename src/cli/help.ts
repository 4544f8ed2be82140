/** Help, made from the verb table. */
import type { Host } from "../host/host.ts";
import { VERSION } from "../version.ts";
import { VERBS } from "./table.ts";

/**
 * The whole program's help.
 *
 * @param host Says whether colours make sense.
 * @returns Text for standard output.
 */
export function programHelp(host: Pick<Host, "env" | "isTerminal">): string {
  const bold = emphasis(host);
  const width = Math.max(...Object.keys(VERBS).map((verb) => verb.length));
  const rows = Object.entries(VERBS).map(([verb, { summary }]) =>
    `  ${verb.padEnd(width)}  ${summary}`
  );
  return `${bold("skillhook")} ${VERSION}: skills and hooks for coding agents

${bold("Usage:")} skillhook [VERB] [ARGUMENTS]

${bold("Verbs:")}
${rows.join("\n")}

${bold("Options:")}
  --help     this text; after a verb: the verb's own help
  --version  version and engine

Without arguments, skillhook reads one hook event from standard input.

${bold("Examples:")}
  skillhook parse '/design plans/foo, /plan-adhoc and /orchestrate'
  skillhook registry --json
  skillhook parse --help`;
}

/**
 * One verb's help.
 *
 * @param verb A verb of the table.
 * @param host Says whether colours make sense.
 * @returns Text for standard output.
 */
export function verbHelp(verb: string, host: Pick<Host, "env" | "isTerminal">): string {
  const { summary, usage, details } = VERBS[verb]!;
  const bold = emphasis(host);
  return `${summary}\n\n${bold("Usage:")} skillhook ${verb} ${usage}`.trimEnd() + `\n\n${details}`;
}

/** Colour only on a terminal, and never with NO_COLOR (https://no-color.org). */
function emphasis(host: Pick<Host, "env" | "isTerminal">): (text: string) => string {
  const plain = host.env("NO_COLOR") !== undefined || host.env("TERM") === "dumb" ||
    !host.isTerminal("stdout");
  return (text) => plain ? text : `\x1b[1m${text}\x1b[0m`;
}
