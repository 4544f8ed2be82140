/** The kinds of directives and the segments a text is cut into. ADD A DIRECTIVE: one row in {@linkcode DIRECTIVES}. */

interface DirectiveKind {
  /** `text`: found between words by its opening; `fence`: a code fence with exactly this word behind it. */
  readonly where: "text" | "fence";
  /** The character before the first back quote, or the word behind the fence. */
  readonly opening: string;
  readonly show: (command: string) => string;
}

export const DIRECTIVES = {
  /** One command between words, at a line start or after white space. */
  inline: { where: "text", opening: "!", show: (command) => `!\`${command}\`` },
  /** A script of several lines in a fence of its own. */
  block: { where: "fence", opening: "!", show: (command) => `\`\`\`!\n${command}\n\`\`\`` },
} as const satisfies Record<string, DirectiveKind>;

type DirectiveName = keyof typeof DIRECTIVES;

export interface Directive {
  readonly kind: "directive";
  readonly name: DirectiveName;
  /** For a block without the fence and its indentation; lines end in a line feed. */
  readonly command: string;
  readonly raw: string;
  /** Other words stand on its line. */
  readonly isInSentence?: true;
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

export function directiveNamed(
  where: DirectiveKind["where"],
  opening: string,
): DirectiveName | undefined {
  const found = Object.entries(DIRECTIVES).find(([, row]) =>
    row.where === where && row.opening === opening
  );
  return found?.[0] as DirectiveName | undefined;
}
