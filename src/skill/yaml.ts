/** The one door to YAML: what is behind it is loaded only when a file has to be parsed, never on a warm start. */

/**
 * YAML text → value; told of a text from between two `---` lines, it goes through the library for that.
 * Throws nothing but a `YamlError` (`yaml_error.ts`) for what the text holds.
 */
export type ParseYaml = (text: string, isFrontmatter?: boolean) => unknown;

/**
 * Loads the parser.
 *
 * @returns A parser that is synchronous from then on.
 */
export async function loadYaml(): Promise<ParseYaml> {
  const { parseYaml } = await import("./parse_yaml.ts");
  return parseYaml;
}
