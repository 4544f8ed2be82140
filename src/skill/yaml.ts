/** The one door to the YAML library: loaded only when a file has to be parsed, never on a warm start. */

/** YAML text → value. Throws the library's error on invalid text. */
export type ParseYaml = (text: string) => unknown;

/**
 * Loads the YAML library.
 *
 * @returns A parser that is synchronous from then on.
 */
export async function loadYaml(): Promise<ParseYaml> {
  const { parse } = await import("@std/yaml/parse");
  return (text) => parse(text);
}
