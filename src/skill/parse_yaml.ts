/** YAML text → value; only this calls the libraries. Texts are bounded before, errors told in our words after. */
import { extract } from "@std/front-matter/yaml";
import { parse } from "@std/yaml/parse";
import { checkFrontmatter, checkYaml } from "./yaml_bounds.ts";
import { YamlError } from "./yaml.ts";
import { yamlErrorOf } from "./yaml_words.ts";

/** UTF-16 units; a longer text is refused. */
const YAML_MAX = 256 * 1024;

/** How much the YAML library sees before a frontmatter's text. */
const HEAD = "#\n";

/**
 * The value of one document, `null` when there is none; `isFrontmatter` when it stood between two `---` lines. Throws
 * YamlError for what is not YAML, or is refused.
 */
export function parseYaml(given: string, isFrontmatter = false): unknown {
  if (given.length > YAML_MAX) {
    throw new YamlError(`it is longer than ${YAML_MAX / 1024} KB`, given, 0);
  }
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const aliased = checkYaml(text);
  if (isFrontmatter) checkFrontmatter(text);
  let value: unknown;
  try {
    value = isFrontmatter ? extract(fenced(text)).attrs : parse(text);
  } catch (error) {
    throw yamlErrorOf(error, text, isFrontmatter ? HEAD.length : 0);
  }
  if (aliased && isLargerThan(value, 4 * text.length)) {
    const reason = "with each alias written out it is far longer, or never ends";
    throw new YamlError(reason, text, text.search(/\*\S/));
  }
  return value;
}

/**
 * A whole file again. The library trims the block, which would take the indentation from its first line and
 * the empty lines from a text at its end: so its first line and its last are comments.
 */
function fenced(text: string): string {
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `---\n${HEAD}${text}${end}#\n---\n`;
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
