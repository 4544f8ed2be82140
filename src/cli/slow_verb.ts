/** Any verb, by the table of all of them; help and version. */
import type { Host, Outcome } from "../host/host.ts";
import { findVerb, isGroup, unknownVerb } from "./find_verb.ts";
import { groupHelp, programHelp, verbHelp } from "./help.ts";
import type { ReadyVerb } from "./quick_verb.ts";
import { VERBS } from "./table.ts";
import { EX_USAGE, success, usageError } from "./verb.ts";

const HELP = ["help", "--help", "-h"];

/** Help and the version are said at once. */
export async function slowVerb(host: Host): Promise<ReadyVerb | Outcome> {
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
  return { ...verb, row: VERBS[verb.name]! };
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
