/** Command-line mode: words → verb → outcome. Hook mode never loads this. */
import { terminalText } from "../base/terminal_text.ts";
import type { Host, Outcome } from "../host/host.ts";
import { findVerb, isGroup, unknownVerb } from "./find_verb.ts";
import { groupHelp, programHelp, verbHelp } from "./help.ts";
import { readOptions } from "./options.ts";
import { VERBS } from "./table.ts";
import { EX_USAGE, noteLines, success, usageError, VerbError } from "./verb.ts";

const HELP = ["help", "--help", "-h"];

/** Runs what the command line says; exit code 64 for a usage error. */
export async function runCommand(host: Host): Promise<Outcome> {
  try {
    return await dispatch(host);
  } catch (error) {
    if (!(error instanceof VerbError)) throw error;
    return printed({ stdout: "", stderr: noteLines(error.messages), code: error.code }, false);
  }
}

/** The one place where what verbs say is made safe for a terminal; help is ours, colours and all. */
function printed({ stdout, stderr, code }: Outcome, isAsIs: boolean): Outcome {
  return {
    stdout: isAsIs ? stdout : terminalText(stdout),
    stderr: terminalText(stderr),
    code,
  };
}

async function dispatch(host: Host): Promise<Outcome> {
  const [first = "help", ...others] = host.args;
  if (first === "--version" || first === "-V" || first === "version") return await version(host);
  if (HELP.includes(first)) return help(others, host);
  const options = host.args.slice(
    0,
    host.args.includes("--") ? host.args.indexOf("--") : undefined,
  );
  if (options.includes("--help") || options.includes("-h")) return help(options, host);
  const verb = findVerb(host.args);
  if (verb === undefined) {
    if (!isGroup(first)) throw usageError("", unknownVerb(host.args));
    if (others.length > 0) throw usageError(first, unknownVerb(host.args));
    return { stdout: "", stderr: groupHelp(first, host) + "\n", code: EX_USAGE };
  }
  const row = VERBS[verb.name]!;
  const given = readOptions(verb.args, verb.name, row);
  const run = await row.load();
  const outcome = await run(given as never, host);
  return printed(outcome, row.asIs === true && !host.isTerminal("stdout"));
}

async function version(host: Host): Promise<Outcome> {
  const { VERSION } = await import("../version.ts");
  return success(`skillhook ${VERSION} (${host.engine}, ${host.platform})`);
}

/** Help on a verb, a group, or everything. */
function help(args: readonly string[], host: Host): Outcome {
  const words = args.filter((word) => !HELP.includes(word));
  const [first] = words;
  if (first === undefined || first.startsWith("-")) return success(programHelp(host));
  if (isGroup(first) && (words[1] ?? "-").startsWith("-")) return success(groupHelp(first, host));
  const verb = findVerb(words);
  if (verb === undefined) throw usageError(isGroup(first) ? first : "", unknownVerb(words));
  return success(verbHelp(verb.name, host));
}
