/**
 * `@std/yaml/parse` where only an npm registry can be reached: js-yaml 4, with the numbers and the
 * error class of `@std/yaml`, which was ported from js-yaml 3.
 *
 * @module
 */

// @ts-types="js-yaml/types"
import { load } from "js-yaml";
import { SCHEMAS } from "./yaml_schema.ts";
import { toYamlSyntaxError } from "./yaml_types.ts";

/** The options of `@std/yaml` that both libraries have. */
export interface ParseOptions {
  /** If true, the last of several equal keys wins; otherwise they are an error. */
  readonly allowDuplicateKeys?: boolean;
  /** What plain scalars can mean. */
  readonly schema?: keyof typeof SCHEMAS;
}

/**
 * Parses one YAML document.
 *
 * @param content The text; a BOM is skipped
 * @param options What to allow
 * @returns The value; `null` for an empty document
 * @throws {YamlSyntaxError} If the text is not one YAML document
 */
export function parse(content: string, options: ParseOptions = {}): unknown {
  try {
    const json = options.allowDuplicateKeys === true;
    return load(content, { schema: SCHEMAS[options.schema ?? "default"], json }) ?? null;
  } catch (error) {
    throw toYamlSyntaxError(error);
  }
}
