/** What is wrong with a YAML text, in our own words. */
import { oneLine } from "../base/fitted_text.ts";
import { YamlError } from "./yaml.ts";
import { readYamlTree } from "./yaml_tree.ts";

/** What to say, if it takes more than a text: by the text before and behind the place. */
type Words = string | ((place: { readonly before: string; readonly behind: string }) => string);

/** What a library says → what we say; the first that fits. */
const WORDS: readonly (readonly [said: RegExp, ours: Words])[] = [
  [/end of the \w+ within an? (?!verbatim)/, "a quote or a bracket is never closed"],
  [/duplicated/, ({ behind }) => {
    const key = /^["']?([^\s:,}"'][^:"'\r\n]*)/.exec(behind)?.[1];
    return `${key === undefined ? "a key" : `the key ${shown(key)}`} is there twice`;
  }],
  [/directive|YAML version/, 'a directive ("%NAME") is not understood'],
  [
    /\btag\b|node (?:kind|with)/,
    'a tag ("!name") is not known, or does not fit what it stands before',
  ],
  [/unidentified alias/, ({ before }) => {
    const name = before.slice(before.lastIndexOf("*") + 1).trimEnd();
    return `the alias ${shown(`*${name}`)} has no anchor ${shown(`&${name}`)} before it`;
  }],
  [/\balias\b/, "an alias has a tag or an anchor of its own, or no name"],
  [/\banchor\b/, "an anchor has no name, or stands twice"],
  [/comma/, "a comma is missing between two entries in brackets"],
  [
    /escape|hexadecimal/,
    "a backslash and what follows it mean nothing in double quotes, use single quotes",
  ],
  [/printable|JSON character/, "a character cannot be printed"],
  [/merge/, '"<<" takes a mapping, or a list of mappings'],
  [/keys/, "a list in a list cannot be a key"],
  [/chomping|indentation width|line break/, 'what stands behind "|" or ">" is not understood'],
  [/whitespace character/, 'a blank is missing behind ":"'],
];

const MISFIT =
  "this line does not fit those above it, look at its indentation or put the value in quotes";

/** Where no word of the library's helps: what stands at the place. */
const STANDING: readonly (readonly [behind: RegExp, ours: Words])[] = [
  [/^:(?:\s|$)/, ({ before }) => {
    const line = before.slice(before.lastIndexOf("\n") + 1).trim();
    if (line === "") return 'a ":" has no key before it';
    return /:\s/.test(line)
      ? '":" and a blank are in the middle of a value, put it in quotes'
      : MISFIT;
  }],
  [
    /^[@`%]/,
    ({ behind }) => `a value cannot begin with ${shown(behind.charAt(0))}, put it in quotes`,
  ],
  [/^[\]},]/, ({ behind }) => `${shown(behind.charAt(0))} closes nothing`],
  [/^#/, "a comment ends the value that goes on below it"],
];

/** `shift`: how much the library got before the text. The stack overflow of a text that slipped through is its flaw, too. */
export function yamlErrorOf(error: unknown, text: string, shift: number): YamlError {
  if (!(error instanceof Error)) throw error;
  const { offset: at } = error as { offset?: unknown };
  if (typeof at !== "number") return new YamlError("it cannot be read", text, 0);
  const offset = Math.min(at - shift, text.length);
  const { opening } = readYamlTree(text);
  // The library goes on reading what is never closed, and stumbles over something else in it.
  if (opening !== undefined && opening.at < offset) {
    return new YamlError(`${shown(opening.character)} is never closed`, text, opening.at);
  }
  // Not what it quotes of the text, which may hold any word.
  const said = /^[^"<\n]*/.exec(error.message)![0];
  const place = { before: text.slice(0, offset), behind: text.slice(offset) };
  const [, words = MISFIT] = WORDS.find(([pattern]) => pattern.test(said)) ??
    STANDING.find(([pattern]) => pattern.test(place.behind)) ?? [];
  return new YamlError(typeof words === "string" ? words : words(place), text, offset);
}

function shown(text: string): string {
  return JSON.stringify(oneLine(text, 40));
}
