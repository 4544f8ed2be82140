/** That a text is not YAML: apart from the words for it, which are needed only then. */
import { placeOf } from "../base/text_place.ts";

/** A text that is not YAML, or that we refuse to have parsed. */
export class YamlError extends SyntaxError {
  /** 1-based, in the YAML text. */
  readonly line: number;
  readonly column: number;

  constructor(readonly reason: string, text: string, at: number) {
    super(reason);
    const { line, column } = placeOf(text, at);
    this.line = line;
    this.column = column;
  }
}

/** Reason and place for a diagnostic. */
export interface YamlFlaw {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/**
 * @param yamlLine Line of the file where the YAML text starts, from 1.
 */
export function yamlFlaw(error: unknown, yamlLine: number): YamlFlaw {
  if (!(error instanceof YamlError)) throw error;
  return { reason: error.reason, line: yamlLine + error.line - 1, column: error.column };
}
