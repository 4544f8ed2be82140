/** Delimiters between two skills: a comma, connecting words, or both (`, /x`, `and /x`, `, and then /x`). */
import type { Lexeme } from "./lex.ts";

const CONNECTORS: ReadonlySet<string> = new Set(["and", "then", "finally"]);
/** Words that give an order; they join skills even where `and` could as well join two nouns. */
const ORDERING: ReadonlySet<string> = new Set(["then", "finally"]);

/** A delimiter: its first lexeme, and how far into that lexeme it begins (`foo,` keeps `foo`). */
export interface Delimiter {
  readonly first: number;
  readonly offset: number;
  /** Whether `then` or `finally` is part of it. */
  readonly ordered: boolean;
  /** Whether a connecting word is part of it. */
  readonly connected: boolean;
}

/** The delimiter that ends right before the lexeme `at`, which a space stands before; `undefined` for other text. */
export function delimiterBefore(
  text: string,
  lexemes: readonly Lexeme[],
  at: number,
): Delimiter | undefined {
  let found: Delimiter | undefined;
  let ordered = false;
  let connected = false;
  for (let first = at - 2; first > 0; first -= 2) {
    const { kind, start, end } = lexemes[first]!;
    if (kind !== "word") break;
    const word = text.slice(start, end);
    const bare = trimCommas(word);
    const connector = bare.length <= 7 ? bare.toLowerCase() : "";
    if (connector === "that" && isAfterThat(text, lexemes, first)) {
      first -= 2;
      found = { first, offset: 0, ordered: ordered = true, connected: connected = true };
    } else if (CONNECTORS.has(connector) && lexemes[first - 1]!.kind === "space") {
      ordered ||= ORDERING.has(connector);
      connected = true;
      found = { first, offset: 0, ordered, connected };
    } else {
      if (bare !== word) found = { first, offset: bare.length, ordered, connected };
      break;
    }
  }
  return found ?? firstComma(text, lexemes, at);
}

/** `, after that`, `and after that`, `. After that`; `look after that` is none. */
function isAfterThat(text: string, lexemes: readonly Lexeme[], at: number): boolean {
  const [word = "", before = ""] = [2, 4].map((back) => {
    const lexeme = lexemes[at - back];
    return lexeme?.kind === "word" ? text.slice(lexeme.start, lexeme.end) : "";
  });
  return /^after$/i.test(word) && (/[,.!?]$/.test(before) || CONNECTORS.has(before.toLowerCase()));
}

/** `/design, /commit`: the comma hangs on the first skill itself. */
function firstComma(text: string, lexemes: readonly Lexeme[], at: number): Delimiter | undefined {
  if (at !== 2 || text[lexemes[0]!.end - 1] !== ",") return undefined;
  const offset = trimCommas(text.slice(0, lexemes[0]!.end)).length;
  return { first: 0, offset, ordered: false, connected: false };
}

/** The word without commas at its end. */
export function trimCommas(word: string): string {
  let end = word.length;
  while (word[end - 1] === ",") end--;
  return word.slice(0, end);
}

/** Trims white space on both sides and commas left over at the end. */
export function trimDelimiters(args: string): string {
  let end = args.length;
  while (end > 0 && /[\s,]/.test(args[end - 1]!)) end--;
  return args.slice(0, end).trim();
}

/** The arguments without what joins two lines of a list: `x, and` before another `- /skill` line is `x`. */
export function trimConnectors(args: string): string {
  let kept = trimDelimiters(args);
  while (kept !== "") {
    // The longest connecting word has seven letters; what stands before it is found without a search.
    const tail = kept.slice(-8);
    const word = tail.slice(tail.search(/\S+$/));
    if (!CONNECTORS.has(word.toLowerCase())) break;
    kept = trimDelimiters(kept.slice(0, kept.length - word.length));
  }
  return kept;
}
