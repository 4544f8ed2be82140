/**
 * `@std/yaml/parse` where only an npm registry can be reached: js-yaml 3, of which it is a port, with
 * the few types that the port reads differently. A later js-yaml reads YAML 1.2.
 *
 * @module
 */

import { loader } from "./js_yaml.ts";
import { SCHEMA } from "./yaml_schema.ts";
import { toYamlSyntaxError } from "./yaml_types.ts";

/**
 * Parses one YAML document.
 *
 * @param content The text; a BOM is skipped
 * @returns The value; `null` for an empty document
 * @throws {YamlSyntaxError} If the text is not one YAML document
 */
export function parse(content: string): unknown {
  try {
    return loader.safeLoad(content, { schema: SCHEMA }) ?? null;
  } catch (error) {
    throw toYamlSyntaxError(error);
  }
}
