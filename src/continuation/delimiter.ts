/** Delimiters between two skills: a comma, connecting words, or both (`, /x`, `and /x`, `, and then /x`). */
import type { Lexed } from "./lex.ts";

const CONNECTORS: readonly string[] = ["and", "then", "finally"];

export interface Delimiter {
  /** `foo,` keeps `foo`. */
  readonly start: number;
  /** It begins with a comma that hangs on the word before it. */
  readonly isGlued: boolean;
  /** The number of the lexeme it follows. */
  readonly follows: number;
  readonly connected: boolean;
  /** `then`, `finally` or the like is: they join skills where `and` could as well join two nouns. */
  readonly ordered: boolean;
}

/** The delimiter that ends right before the lexeme `at`, which a space stands before; `undefined` for other text. */
export function delimiterBefore(lexed: Lexed, at: number): Delimiter | undefined {
  const { lexemes } = lexed;
  let found: Delimiter | undefined;
  let ordered = false;
  let connected = false;
  for (let first = at - 2; first >= 0; first -= 2) {
    const { kind, start } = lexemes[first]!;
    if (kind !== "word") break;
    const word = wordAt(lexed, first);
    const bare = trimCommas(word);
    const connector = bare.length <= 7 ? bare.toLowerCase() : "";
    if (first > 0 && connector === "that" && isAfterThat(lexed, first)) {
      first -= 2;
      ordered = connected = true;
    } else if (
      first > 0 && CONNECTORS.includes(connector) && lexemes[first - 1]!.kind === "space"
    ) {
      ordered ||= connector !== "and";
      connected = true;
    } else {
      // `/design, /commit`: the comma of the first skill itself, right before the second.
      if (bare === word || first === 0 && at !== 2) break;
      const isGlued = bare !== "";
      const follows = isGlued ? first : first - 2;
      return { start: start + bare.length, isGlued, follows, connected, ordered };
    }
    const from = lexemes[first]!.start;
    found = { start: from, isGlued: false, follows: first - 2, connected, ordered };
  }
  return found;
}

/** `, after that`, `and after that`, `. After that`; `look after that` is none. */
function isAfterThat(lexed: Lexed, at: number): boolean {
  const before = wordAt(lexed, at - 4);
  return /^after$/i.test(wordAt(lexed, at - 2)) &&
    (/[,.!?]$/.test(before) || CONNECTORS.includes(before.toLowerCase()));
}

/** A lexeme's text; empty when it is no word. */
export function wordAt({ text, lexemes }: Lexed, at: number): string {
  const lexeme = lexemes[at];
  return lexeme?.kind === "word" ? text.slice(lexeme.start, lexeme.end) : "";
}

export function trimCommas(word: string): string {
  let end = word.length;
  while (word[end - 1] === ",") end--;
  return word.slice(0, end);
}

/** White space goes on both sides, and commas left over at the end. */
export function trimDelimiters(args: string): string {
  let end = args.length;
  while (end > 0 && /[\s,]/.test(args[end - 1]!)) end--;
  return args.slice(0, end).trim();
}

/** Without what joins two lines of a list: `x, and` before another `- /skill` line is `x`. */
export function trimConnectors(args: string): string {
  let kept = trimDelimiters(args);
  while (kept !== "") {
    // The longest connecting word has seven letters; what stands before it is found without a search.
    const word = /\S+$/.exec(kept.slice(-8))![0];
    if (!CONNECTORS.includes(word.toLowerCase())) break;
    kept = trimDelimiters(kept.slice(0, -word.length));
  }
  return kept;
}
