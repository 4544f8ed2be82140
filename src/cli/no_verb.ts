/** What is answered where no verb is to run: help, the version, and words that name nothing. */
import { nearestWord } from "../base/nearest.ts";
import type { Host, Outcome } from "../host/host.ts";
import { VERSION } from "../version.ts";
import { asksForHelp, beforeRest, findVerb, isGroup, OLD_SPELLINGS } from "./find_verb.ts";
import { groupHelp, programHelp, verbHelp } from "./help.ts";
import { GROUPS } from "./table.ts";
import { EX_USAGE, success, usageError } from "./verb.ts";

const HELP = ["help", "--help", "-h"];

export async function withoutVerb(host: Host): Promise<Outcome> {
  const [first = "help", ...others] = host.args;
  if (["--version", "-V", "version"].includes(first)) {
    return success(`skillhook ${VERSION} (${host.engine}, ${host.platform})`);
  }
  if (HELP.includes(first)) return await help(others, host);
  if (asksForHelp(host.args)) return await help(beforeRest(host.args), host);
  if (!isGroup(first)) throw usageError("", await unknownVerb(host.args));
  if (others.length > 0) throw usageError(first, await unknownVerb(host.args));
  return { stdout: "", stderr: await groupHelp(first, host) + "\n", code: EX_USAGE };
}

async function help(args: readonly string[], host: Host): Promise<Outcome> {
  const words = args.filter((word) => !HELP.includes(word));
  const [first, second = "-"] = words;
  if (first === undefined || first.startsWith("-")) return success(await programHelp(host));
  if (isGroup(first) && second.startsWith("-")) return success(await groupHelp(first, host));
  const verb = await findVerb(words);
  if (verb === undefined) throw usageError(isGroup(first) ? first : "", await unknownVerb(words));
  return success(verbHelp(verb, host));
}

/** What is wrong with words that name no verb, and which verb may have been meant. */
async function unknownVerb([first = "", second = ""]: readonly string[]): Promise<string> {
  const [word, written] = isGroup(first) ? [second, `${first} ${second}`] : [first, first];
  const groups = await Promise.all(GROUPS.map(({ load }) => load()));
  const verbs = groups.flatMap(({ VERBS }) => Object.keys(VERBS));
  const known = [
    ...GROUPS.map(({ word = "help" }) => [word, word]),
    ["version", "version"],
    ...verbs.map((name) => [name.split(" ").at(-1)!, name]),
    ...Object.entries(OLD_SPELLINGS),
  ].filter(([, name]) => !isGroup(first) || name!.startsWith(`${first} `));
  const near = nearestWord(word.replace(/^-+/, ""), known.map(([word]) => word!));
  const [kind, dashes] = written.startsWith("-") ? ["option", "--"] : ["verb", ""];
  const meant = known.find(([word]) => word === near)?.[1];
  const hint = meant === undefined ? "" : `: did you mean "${dashes}${meant}"?`;
  return `Unknown ${kind} "${written}"${hint}`;
}
