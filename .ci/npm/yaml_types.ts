/**
 * `@std/yaml/types` where only an npm registry can be reached.
 *
 * @module
 */

/** Where in a YAML text something is wrong: line and column count from 1, offset from 0. */
export interface YamlPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The error `parse()` throws: a `SyntaxError` that knows its place. */
export class YamlSyntaxError extends SyntaxError {
  readonly line: number;
  readonly column: number;
  readonly offset: number;

  constructor(message: string, position: YamlPosition) {
    super(`${message} at line ${position.line}, column ${position.column}`);
    this.name = "YamlSyntaxError";
    this.line = position.line;
    this.column = position.column;
    this.offset = position.offset;
  }
}

/** What js-yaml throws, in version 3 as in 4. */
interface YamlException extends Error {
  readonly reason: string;
  readonly mark?: { readonly line: number; readonly column: number; readonly position: number };
}

/**
 * Turns js-yaml's exception, which is no `SyntaxError`, into the one above.
 *
 * @returns The same complaint with its place; an error of another kind comes back as it is
 */
export function toYamlSyntaxError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "YAMLException") return error;
  const { reason, mark } = error as YamlException;
  const { line, column, position } = mark ?? { line: 0, column: 0, position: 0 };
  return new YamlSyntaxError(reason, { line: line + 1, column: column + 1, offset: position });
}
