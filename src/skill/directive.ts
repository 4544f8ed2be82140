/**
 * The kinds of directives and the segments a text is cut into. ADD A DIRECTIVE: one row in
 * {@linkcode DIRECTIVES}; the scanner, the error blocks and the listing of `skillhook trust allow` read it.
 */

/** How one kind of directive is written. */
export interface DirectiveKind {
  /** One line for people. */
  readonly summary: string;
  /** `text`: found between words by its opening; `fence`: a code fence with exactly this word behind it. */
  readonly where: "text" | "fence";
  /** What opens it: the characters before the first back quote, or the word behind the fence. */
  readonly opening: string;
  /** The directive as an author writes it, for messages. */
  readonly show: (command: string) => string;
}

/** Rows by kind. */
export const DIRECTIVES = {
  inline: {
    summary: "one command between words, at a line start or after white space",
    where: "text",
    opening: "!",
    show: (command) => `!\`${command}\``,
  },
  block: {
    summary: "a script of several lines in a fence of its own",
    where: "fence",
    opening: "!",
    show: (command) => `\`\`\`!\n${command}\n\`\`\``,
  },
} as const satisfies Record<string, DirectiveKind>;

/** A kind's name. */
export type DirectiveName = keyof typeof DIRECTIVES;

/** A command in a skill text. */
export interface Directive {
  readonly kind: "directive";
  readonly name: DirectiveName;
  /** The command, for a block without the fence and its indentation; lines end in a line feed. */
  readonly command: string;
  /** What stands in the text. */
  readonly raw: string;
}

/** A piece of a text; the `raw` of all segments, joined, is the text. */
export type Segment =
  /** Text that is shown as it stands (after its variables are filled in). */
  | { readonly kind: "text"; readonly raw: string }
  /** The two characters before a directive that is meant literally; shown without the backslash. */
  | { readonly kind: "escape"; readonly raw: string; readonly shown: string }
  /** The first line of a directive that never ends; the rest of the text follows as text. */
  | { readonly kind: "unclosed"; readonly name: DirectiveName; readonly raw: string }
  | Directive;

/**
 * @param opening What stands before a back quote.
 * @returns The kind of directive between words that opens so, if any.
 */
export function textDirective(opening: string): DirectiveName | undefined {
  return named("text", opening);
}

/** The kind of directive that such a fence holds, if any. */
export function fenceDirective(word: string): DirectiveName | undefined {
  return named("fence", word);
}

function named(where: DirectiveKind["where"], opening: string): DirectiveName | undefined {
  for (const [name, row] of Object.entries(DIRECTIVES)) {
    if (row.where === where && row.opening === opening) return name as DirectiveName;
  }
  return undefined;
}
