/** A token: a reference in a text that is resolved before a subagent sees it. The kinds stand in `token_kinds.ts`. */
import type { Segment } from "../skill/directive.ts";

/** A token as it stands in a text. */
export interface Token {
  /** Its row in the table of kinds. */
  readonly kind: TokenName;
  /** UTF-16 offsets, end excluded. */
  readonly start: number;
  readonly end: number;
  /** What stands in the text, such as `{{TASK_ID}}`. */
  readonly raw: string;
  /** What it names, without marks: `TASK_ID`, `docs/spec.md`. */
  readonly name: string;
  /** Of a command: what the preprocessor's scanner found. */
  readonly segment?: Exclude<Segment, { kind: "text" }>;
}

/** Names of the kinds. */
export type TokenName = "file" | "glob" | "variable" | "environment" | "command";

/** A text with what several kinds want to know about it. */
export interface TokenText {
  readonly text: string;
  /** Whether a position lies in the frontmatter, a code fence, a code span or a comment; ask with rising positions. */
  readonly literalAt: () => (position: number) => boolean;
}
