/**
 * A proposal, used by reports only (`docs/mid-sentence.md`): requests that stand in the middle of a
 * prompt ("… Now run /review on the diff", "… Write the plan. /write-plan"). No hook calls it.
 */
import { lookup, type Registry, type RegistryEntry } from "../catalog/registry.ts";
import type { Invocation } from "./chain.ts";
import { delimiterBefore, trimDelimiters } from "./delimiter.ts";
import { lex } from "./lex.ts";
import type { Lexeme } from "./lexeme.ts";
import { isSlashNoun } from "./slash_words.ts";

/** `order`: a sentence that begins with "Run /x"; `last`: the prompt ends with `/x` that belongs to no sentence. */
export type MidRule = "order" | "last";

/** What a prompt asks for behind its beginning. */
export interface MidRequest {
  /** The rules that found something. */
  readonly rules: readonly MidRule[];
  /** In the order of the text. */
  readonly invocations: readonly Invocation[];
}

const ORDERS: ReadonlySet<string> = new Set(["run", "invoke", "execute"]);
const NOW = "now";
const SENTENCE_END = ".!?…。";
const DASHES: ReadonlySet<string> = new Set(["—", "–"]);

/** A prompt cut into lexemes, with the registry it is read against. */
interface Scan {
  readonly text: string;
  readonly lexemes: readonly Lexeme[];
  readonly registry: Registry;
}

/** An invocation and the index of its lexeme. */
interface Found {
  readonly at: number;
  readonly invocation: Invocation;
}

/**
 * Reads a prompt that does not begin with a command.
 *
 * @param prompt What the user submitted.
 * @param registry The cooperative skills.
 * @returns The request, or `null`. A prompt that begins with a slash is never one: it has its own reader.
 */
export function readMidSentence(prompt: string, registry: Registry): MidRequest | null {
  const text = prompt.trim();
  // The question that costs nothing: is there a blank with a slash behind it at all?
  if (text[0] === "/" || !/\s\//.test(text)) return null;
  const scan: Scan = { text, lexemes: lex(text), registry };
  const orders = findOrders(scan);
  const last = findLast(scan).filter(({ at }) => orders.every((order) => order.at !== at));
  if (orders.length + last.length === 0) return null;
  return {
    rules: [
      ...orders.length > 0 ? ["order" as const] : [],
      ...last.length > 0 ? ["last" as const] : [],
    ],
    invocations: [...orders, ...last].map(({ invocation }) => invocation),
  };
}

/** "Run /a first, then /b. … Now run /c on the diff." */
function findOrders(scan: Scan): Found[] {
  const found: Found[] = [];
  for (let at = 2; at < scan.lexemes.length; at++) {
    const entry = registeredAt(scan, at);
    if (entry === undefined || !beginsWithOrder(scan, at - 2) || nounFollows(scan, at)) continue;
    at = readSentence(scan, at, entry, found);
  }
  return found;
}

/** Whether the word is an order that begins its sentence, alone or behind "Now". */
function beginsWithOrder(scan: Scan, at: number): boolean {
  if (!ORDERS.has(wordAt(scan, at).toLowerCase())) return false;
  if (scan.text.slice(scan.lexemes[at + 1]!.start, scan.lexemes[at + 1]!.end).includes("\n")) {
    return false;
  }
  return beginsSentence(scan, at) ||
    (wordAt(scan, at - 2).toLowerCase() === NOW && beginsSentence(scan, at - 2));
}

/** Collects the names of one sentence, joined by delimiters, with the text between them; returns the last lexeme read. */
function readSentence(scan: Scan, first: number, entry: RegistryEntry, found: Found[]): number {
  const { text, lexemes } = scan;
  let current = { at: first, entry, from: lexemes[first]!.end };
  let at = first;
  for (; at < lexemes.length && !endsLine(scan, at); at++) {
    const next = at > current.at ? registeredAt(scan, at) : undefined;
    const delimiter = next && delimiterBefore(text, lexemes, at);
    if (next !== undefined && delimiter !== undefined) {
      close(lexemes[delimiter.first]!.start + delimiter.offset);
      current = { at, entry: next, from: lexemes[at]!.end };
    }
    if (endsSentence(scan, at)) break;
  }
  close(sentenceEnd(lexemes[at] ?? lexemes.at(-1)!));
  return at;

  function sentenceEnd({ kind, start, end }: Lexeme): number {
    return kind === "space" ? start : end;
  }

  function close(end: number): void {
    const args = trimDelimiters(text.slice(current.from, Math.max(current.from, end)));
    const invocation = { skill: current.entry.invoke, args: trimSentenceEnd(args) };
    found.push({ at: current.at, invocation });
  }
}

/** The names the prompt ends with: one behind a sentence, or one per line behind a paragraph. */
function findLast(scan: Scan): Found[] {
  const { text, lexemes } = scan;
  const names: Found[] = [];
  let at = lexemes.length - 1;
  for (; at >= 2; at -= 2) {
    const entry = registeredAt(scan, at);
    if (entry === undefined) break;
    names.push({ at, invocation: { skill: entry.invoke, args: "" } });
    const gap = text.slice(lexemes[at - 1]!.start, lexemes[at - 1]!.end);
    if (!gap.includes("\n")) return names.length === 1 && mayStandBefore(scan, at - 2) ? names : [];
    // A line of its own below prose; a heading such as "Routes:" makes a list of it.
    if (registeredAt(scan, at - 2) !== undefined) continue;
    const before = lexemes[at - 2]!;
    if (before.kind === "fence" || text[before.end - 1] === ":") return [];
    if (before.kind === "word" && isSlashNoun(wordAt(scan, at - 2), true)) return [];
    return gap.split("\n").length > 2 || SENTENCE_END.includes(text[before.end - 1]!)
      ? names.reverse()
      : [];
  }
  return [];
}

/** The end of a sentence, a dash, or "Now" that begins one. */
function mayStandBefore(scan: Scan, at: number): boolean {
  const word = wordAt(scan, at);
  if (DASHES.has(word)) return at > 0;
  return endsSentence(scan, at) || (word.toLowerCase() === NOW && beginsSentence(scan, at));
}

/** The start of the text or of a line, or behind the end of a sentence; not behind a heading or a list's mark. */
function beginsSentence(scan: Scan, at: number): boolean {
  if (at === 0) return true;
  if (endsSentence(scan, at - 2)) return true;
  const gap = scan.lexemes[at - 1];
  if (gap?.kind !== "space" || at < 2) return false;
  const before = scan.text[scan.lexemes[at - 2]!.end - 1]!;
  return scan.text.slice(gap.start, gap.end).includes("\n") && before !== ":" && before !== ",";
}

/** A word that ends in a full stop and is neither a list's number nor a slash word. */
function endsSentence(scan: Scan, at: number): boolean {
  const word = wordAt(scan, at);
  if (word === "" || !SENTENCE_END.includes(word.at(-1)!)) return false;
  if (lookupName(scan.registry, word) !== undefined) return true;
  return !/^[(#]?[0-9]{1,3}[.)]+$/.test(word) && !isSlashNoun(word, true);
}

function endsLine({ text, lexemes }: Scan, at: number): boolean {
  const { kind, start, end } = lexemes[at]!;
  return kind === "space" && text.slice(start, end).includes("\n");
}

/** `Run /a /b`: words in a row are talked about. */
function nounFollows(scan: Scan, at: number): boolean {
  return scan.lexemes[at + 1]?.kind === "space" && isSlashNoun(wordAt(scan, at + 2), true);
}

/** The skill a lexeme names as a whole word between blanks, at most with closing punctuation. */
function registeredAt({ text, lexemes, registry }: Scan, at: number): RegistryEntry | undefined {
  const lexeme = lexemes[at];
  if (lexeme?.kind !== "word" || text[lexeme.start] !== "/") return undefined;
  if (lexemes[at - 1]?.kind !== "space" || (lexemes[at + 1]?.kind ?? "space") !== "space") {
    return undefined;
  }
  return lookupName(registry, text.slice(lexeme.start, lexeme.end));
}

function lookupName(registry: Registry, word: string): RegistryEntry | undefined {
  if (word[0] !== "/") return undefined;
  return lookup(registry, trimSentenceEnd(word.slice(1)));
}

function trimSentenceEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ".!?,".includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

function wordAt({ text, lexemes }: Scan, at: number): string {
  const lexeme = lexemes[at];
  return lexeme?.kind === "word" ? text.slice(lexeme.start, lexeme.end) : "";
}
