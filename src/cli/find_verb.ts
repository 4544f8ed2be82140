/** Words of a command line → the verb they mean, under its name or an old spelling. */
import { nearestWord } from "../base/nearest.ts";
import { OLD_SPELLINGS } from "./old_spellings.ts";
import { GROUPS, VERBS } from "./table.ts";

/** A verb and what follows it. */
export interface FoundVerb {
  readonly name: string;
  readonly args: readonly string[];
}

/** `undefined` when the words name no verb: unknown, a group alone, or nothing. */
export function findVerb(words: readonly string[]): FoundVerb | undefined {
  const [first = "", second = ""] = words;
  for (const name of [`${first} ${second}`, first]) {
    if (Object.hasOwn(VERBS, name)) return { name, args: words.slice(name.split(" ").length) };
  }
  // "hooks" is an old spelling too, but not where a verb of that group was meant.
  return isGroup(first) && second !== "" && !second.startsWith("-") ? undefined : findOld(words);
}

function findOld([first, ...args]: readonly string[]): FoundVerb | undefined {
  for (const [spelling, name] of Object.entries(OLD_SPELLINGS)) {
    const [word, flag] = spelling.split(" ");
    if (word !== first) continue;
    if (flag === undefined) return { name, args };
    const end = args.includes("--") ? args.indexOf("--") : args.length;
    const at = args.indexOf(flag);
    if (at >= 0 && at < end) return { name, args: args.toSpliced(at, 1) };
  }
  return undefined;
}

/** Whether a word is the first of several verbs. */
export function isGroup(word: string): boolean {
  return GROUPS.some((group) => group.word === word);
}

/** What is wrong with words that name no verb, and which verb may have been meant. */
export function unknownVerb([first = "", second = ""]: readonly string[]): string {
  const [word, written] = isGroup(first) ? [second, `${first} ${second}`] : [first, first];
  const groups = GROUPS.flatMap(({ word = "help" }) => [[word, word] as const]);
  const verbs = Object.keys(VERBS).map((name) => [name.split(" ").at(-1)!, name] as const);
  const known = [
    ...groups,
    ["version", "version"] as const,
    ...verbs,
    ...Object.entries(OLD_SPELLINGS),
  ]
    .filter(([, name]) => !isGroup(first) || name.startsWith(`${first} `));
  const near = nearestWord(word.replace(/^-+/, ""), known.map(([word]) => word));
  const [kind, dashes] = written.startsWith("-") ? ["option", "--"] : ["verb", ""];
  const meant = known.find(([word]) => word === near)?.[1];
  const hint = meant === undefined ? "" : `: did you mean "${dashes}${meant}"?`;
  return `Unknown ${kind} "${written}"${hint}`;
}
