/**
 * What can be corrected in a skill's frontmatter without knowing what its author meant: a text with a colon gets
 * quotation marks, a key in another spelling gets the right one. Every other byte stays.
 */
import { isFields } from "../base/json_type.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import { topLevelKeys } from "../skill/top_level_keys.ts";
import { type ParseYaml, YamlError } from "../skill/yaml.ts";
import { KNOWN_KEYS } from "./lint_frontmatter.ts";

/** Slips that can mean nothing else. ADD ONE: a word. */
const SLIPS: Readonly<Record<string, string>> = {
  ...{ licence: "license", descripton: "description", desciption: "description" },
  ...{ discription: "description", decription: "description", descrption: "description" },
};

/** Only what YAML would read as plain text if it had no colon; a `#` might begin a comment. */
const COLON_REGEXP = /^(?=[^"'|>{}[\]&*!%@`,?#-])(?!.*\s#).*:(?:\s|$)/;

/** The text of a skill file, corrected; as it was where that would not make it valid YAML. */
export function fixedSkill(text: string, isManifest: boolean, parseYaml: ParseYaml): string {
  const head = isManifest ? { yaml: text } : splitFrontmatter(text);
  if (typeof head === "string") return text;
  const lines = head.yaml.split("\n");
  const blocks = topLevelKeys(head.yaml);
  const isValid = parsed(head.yaml, parseYaml) !== undefined;
  const quoted = new Map<string, string>();
  for (const { key, index, value, lines: own } of blocks) {
    const right = isManifest ? key : spelling(key);
    const isFree = !blocks.some((other) => other.key === right);
    if (isFree && lines[index]!.startsWith(key)) {
      lines[index] = right + lines[index]!.slice(key.length);
    }
    const isOneLine = own.slice(1).every((line) => line.trim() === "");
    if (isValid || !isOneLine || !COLON_REGEXP.test(value)) continue;
    const mark = /["\\]/.test(value) ? "'" : '"';
    const inner = mark === "'" ? value.replaceAll("'", "''") : value;
    const at = lines[index]!.indexOf(value, lines[index]!.indexOf(":"));
    const rest = lines[index]!.slice(at + value.length);
    lines[index] = lines[index]!.slice(0, at) + mark + inner + mark + rest;
    quoted.set(right, value);
  }
  const yaml = lines.join("\n");
  const fields = parsed(yaml, parseYaml);
  if (fields === undefined || [...quoted].some(([key, value]) => fields[key] !== value)) {
    return text;
  }
  const start = isManifest ? 0 : text.indexOf("\n") + 1;
  return text.slice(0, start) + yaml + text.slice(start + head.yaml.length);
}

/** `allowedTools`, `allowed_tools` and `Allowed-Tools` are one key. */
function spelling(key: string): string {
  const plain = (word: string) => word.replaceAll(/[-_]/g, "").toLowerCase();
  if (KNOWN_KEYS.includes(key)) return key;
  return SLIPS[key.toLowerCase()] ?? KNOWN_KEYS.find((known) => plain(known) === plain(key)) ?? key;
}

function parsed(yaml: string, parseYaml: ParseYaml) {
  try {
    const value = parseYaml(yaml);
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
