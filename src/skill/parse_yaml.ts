/**
 * YAML text → value; nothing else of ours calls the YAML library. What a text could do to the library is
 * bounded before it sees the text, and what it says about a text is said in our own words.
 */
import { parse } from "@std/yaml/parse";
import { checkYaml } from "./yaml_bounds.ts";
import { YamlError } from "./yaml_error.ts";
import { yamlErrorOf } from "./yaml_words.ts";

/** UTF-16 units; a longer text is refused. */
const YAML_MAX = 256 * 1024;

/**
 * @param given One document; a BOM is skipped.
 * @returns Its value; `null` when there is none.
 * @throws {YamlError} If it is not YAML, or is refused.
 */
export function parseYaml(given: string): unknown {
  if (given.length > YAML_MAX) {
    throw new YamlError(`it is longer than ${YAML_MAX / 1024} KB`, given, 0);
  }
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const { aliased, opening } = checkYaml(text);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw yamlErrorOf(error, text, opening);
  }
  if (aliased && isLargerThan(value, 4 * text.length)) {
    const reason = "with each alias written out it is far longer, or never ends";
    throw new YamlError(reason, text, text.search(/\*\S/));
  }
  return value;
}

/** Whether a value, each alias written out, has more keys, items and characters; a circle has. */
function isLargerThan(value: unknown, most: number): boolean {
  const left: unknown[] = [value];
  for (let size = 0; left.length > 0; size++) {
    const next = left.pop();
    if (typeof next === "string") size += next.length;
    else if (typeof next === "object" && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        size += key.length;
        left.push(inner);
        if (size > most) return true;
      }
    }
    if (size > most) return true;
  }
  return false;
}
