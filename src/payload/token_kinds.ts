/** What a payload's texts may refer to. ADD A TOKEN KIND: one row, and its resolution in `resolve_text.ts`. */
import { findCommands } from "./command_tokens.ts";
import { findNames } from "./name_tokens.ts";
import { findReferences } from "./reference_tokens.ts";
import type { Token, TokenName, TokenText } from "./token.ts";

/** One kind. */
export interface TokenKind {
  /** As an author writes it. */
  readonly form: string;
  /** What stands in its place afterwards. */
  readonly summary: string;
  /** Finds all of its kind in a text, in order. */
  readonly find: (scanned: TokenText) => readonly Token[];
}

/** Rows by kind. */
export const TOKEN_KINDS: Readonly<Record<TokenName, TokenKind>> = {
  file: {
    form: "@file.md",
    summary: "the file's text, its own references resolved relative to it",
    find: (scanned) => findReferences(scanned, false),
  },
  glob: {
    form: "@dir/*.md",
    summary: "the texts of all files that match, in name order",
    find: (scanned) => findReferences(scanned, true),
  },
  variable: {
    form: "{{NAME}}",
    summary: "a value of the run",
    find: (scanned) => findNames(scanned, { kind: "variable", open: "{{", close: "}}" }),
  },
  environment: {
    form: "${NAME}",
    summary: "a variable of the environment that is on the allow list",
    find: (scanned) => findNames(scanned, { kind: "environment", open: "${", close: "}" }),
  },
  command: {
    form: "!`command`",
    summary: "what the command prints, where the text may run commands",
    find: findCommands,
  },
};
