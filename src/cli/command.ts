/** Command-line mode: verb → outcome. Hook mode never loads this. */
import { nearestWord } from "../base/nearest.ts";
import type { Host, Outcome } from "../host/host.ts";
import { programHelp, verbHelp } from "./help.ts";
import { VERBS } from "./table.ts";
import { EX_USAGE, failure, success } from "./verb.ts";

/**
 * Runs what the command line says.
 *
 * @param host The machine, with its arguments.
 * @returns What to write; exit code 64 for a usage error.
 */
export async function runCommand(host: Host): Promise<Outcome> {
  const [verb = "help", ...args] = host.args;
  if (verb === "--version" || verb === "-V" || verb === "version") return await version(host);
  if (verb === "--help" || verb === "-h" || verb === "help") return help(args[0], host);
  if (!Object.hasOwn(VERBS, verb)) return unknownVerb(verb);
  const options = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
  if (options.includes("--help") || options.includes("-h")) return help(verb, host);
  const run = await VERBS[verb]!.load();
  return await run(args, host);
}

async function version(host: Host): Promise<Outcome> {
  const { VERSION } = await import("../version.ts");
  return success(`skillhook ${VERSION} (${host.engine}, ${host.platform})`);
}

function help(verb: string | undefined, host: Host): Outcome {
  if (verb === undefined || verb.startsWith("-")) return success(programHelp(host));
  return Object.hasOwn(VERBS, verb) ? success(verbHelp(verb, host)) : unknownVerb(verb);
}

function unknownVerb(verb: string): Outcome {
  const near = nearestWord(verb.replace(/^-+/, ""), [...Object.keys(VERBS), "help", "version"]);
  const hint = near === undefined
    ? ""
    : `: did you mean "${verb.startsWith("--") ? "--" : ""}${near}"?`;
  const kind = verb.startsWith("-") ? "option" : "verb";
  return failure(`Unknown ${kind} "${verb}"${hint}\nTry 'skillhook --help'`, EX_USAGE);
}
