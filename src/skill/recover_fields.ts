/**
 * The fields of a frontmatter that is not valid YAML but that agents accept all the same: an unquoted colon or bracket
 * in `description`, a key written twice, tabs. A top-level key whose lines parse by themselves counts; one whose value
 * is plain text on its line is taken as text; anything else is lost and named.
 */
import { type KeyBlock, topLevelKeys, unquote } from "./top_level_keys.ts";
import { type ParseYaml, YamlError } from "./yaml.ts";
import { isFields } from "../base/json_type.ts";

/** Also keys whose value was taken as text or could not be read, and repeated ones, of which the last one counts. */
export function recoverFields(yaml: string, parseYaml: ParseYaml) {
  const fields = new Map<string, unknown>();
  const asText: string[] = [];
  const lost: string[] = [];
  const repeated: string[] = [];
  for (const block of topLevelKeys(yaml)) {
    if (fields.has(block.key)) repeated.push(block.key);
    const parsed = parseBlock(block, parseYaml);
    if (parsed !== undefined) {
      fields.set(block.key, parsed.value);
    } else if (isPlainStart(block.value)) {
      fields.set(block.key, foldLines(block));
      asText.push(block.key);
    } else {
      fields.delete(block.key);
      lost.push(block.key);
    }
  }
  return { fields, asText, lost, repeated };
}

function parseBlock(block: KeyBlock, parseYaml: ParseYaml): { value: unknown } | undefined {
  const text = block.lines.map(untab).join("\n") + "\n";
  try {
    const value = parseYaml(text);
    return isFields(value) ? { value: Object.values(value)[0] } : undefined;
  } catch (error) {
    // The caller names every block that does not parse; the whole text's error was reported already.
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** YAML forbids tabs as indentation; two blanks each is what their writers meant. */
function untab(line: string): string {
  let end = 0;
  while (line.charCodeAt(end) === 0x20 || line.charCodeAt(end) === 0x09) end++;
  return line.slice(0, end).replaceAll("\t", "  ") + line.slice(end);
}

/** Whether a value can be taken as text: something stands on the key's line, and it opens no block scalar. */
function isPlainStart(value: string): boolean {
  return value !== "" && !value.startsWith("|") && !value.startsWith(">");
}

function foldLines(block: KeyBlock): string {
  const parts = [unquote(block.value), ...block.lines.slice(1).map((line) => line.trim())];
  return parts.filter((part) => part !== "").join(" ");
}
