/** Corrections of a frontmatter without doubt: quotation marks for a colon, the spelling of a key. All else stays. */
import { splitSkill } from "../skill/frontmatter.ts";
import { parsedFields, topLevelKeys } from "../skill/parse_frontmatter.ts";
import type { ParseYaml } from "../skill/yaml.ts";
import { KNOWN_KEYS } from "./lint_frontmatter.ts";

/** Slips that can mean nothing else. ADD ONE: a word. */
const SLIPS: Readonly<Record<string, readonly string[]>> = {
  license: ["licence"],
  description: ["descripton", "desciption", "discription", "decription", "descrption"],
};

/** Only what YAML would read as plain text if it had no colon; a `#` might begin a comment. */
const COLON_REGEXP = /^(?=[^"'|>{}[\]&*!%@`,?#-])(?!.*\s#).*:(?:\s|$)/;

/** The text of a skill file, corrected; as it was where that would not make it valid YAML. */
export function fixedSkill(text: string, isManifest: boolean, parseYaml: ParseYaml): string {
  const head = splitSkill(text, isManifest);
  if (typeof head === "string") return text;
  const lines = head.yaml.split("\n");
  const blocks = topLevelKeys(head.yaml);
  const isValid = parsedFields(head.yaml, parseYaml) !== undefined;
  const quoted = new Map<string, string>();
  for (const { key, index, value, lines: own } of blocks) {
    const right = isManifest ? key : spelling(key);
    const isFree = !blocks.some((other) => other.key === right);
    if (isFree && lines[index]!.startsWith(key)) {
      lines[index] = right + lines[index]!.slice(key.length);
    }
    const isOneLine = own.slice(1).every((line) => line.trim() === "");
    if (isValid || !isOneLine || !COLON_REGEXP.test(value)) continue;
    const inner = /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
    const at = lines[index]!.indexOf(value, lines[index]!.indexOf(":"));
    lines[index] = lines[index]!.slice(0, at) + inner + lines[index]!.slice(at + value.length);
    quoted.set(right, value);
  }
  const yaml = lines.join("\n");
  const fields = parsedFields(yaml, parseYaml);
  const isAsMeant = fields && [...quoted].every(([key, value]) => fields[key] === value);
  const start = text.indexOf(head.yaml);
  return isAsMeant ? text.slice(0, start) + yaml + text.slice(start + head.yaml.length) : text;
}

/** `allowedTools`, `allowed_tools` and `Allowed-Tools` are one key. */
function spelling(key: string): string {
  if (KNOWN_KEYS.includes(key)) return key;
  const plain = (word: string) => word.replaceAll(/[-_]/g, "").toLowerCase();
  return Object.keys(SLIPS).find((right) => SLIPS[right]!.includes(key.toLowerCase())) ??
    KNOWN_KEYS.find((known) => plain(known) === plain(key)) ?? key;
}
