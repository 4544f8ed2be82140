/** The one door to YAML: what is behind it is loaded only when a file has to be parsed, never on a warm start. */
import { placeOf } from "../base/diagnostic.ts";

/** YAML text → value. A text from between two `---` lines goes through the library for that. Throws only YamlError. */
export type ParseYaml = (text: string, isFrontmatter?: boolean) => unknown;

/** Loads the parser, which is synchronous from then on. */
export async function loadYaml(): Promise<ParseYaml> {
  const { parseYaml } = await import("./parse_yaml.ts");
  return parseYaml;
}

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

/** Reason and place for a diagnostic; `yamlLine` is the line of the file where the YAML text starts, from 1. */
export function yamlFlaw(error: unknown, yamlLine: number) {
  if (!(error instanceof YamlError)) throw error;
  return { reason: error.reason, line: yamlLine + error.line - 1, column: error.column };
}
