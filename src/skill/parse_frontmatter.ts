/** What a skill file says about itself, with what is wrong beside it: what agents read all the same counts, and is named. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { type FileStat, type Host, HostError } from "../host/host.ts";
import { type Frontmatter, type SkillForm, splitSkill } from "./frontmatter.ts";
import { type ParseYaml, YamlError, yamlFlaw } from "./yaml.ts";

/** Longer frontmatter is not read: UTF-16 units. Bounds what a hostile file can make the parser do. */
export const FRONTMATTER_MAX = 64 * 1024;
/** Of a longer file only the head is read: no frontmatter that we accept ends after it. */
const WHOLE_FILE_MAX = 4 * FRONTMATTER_MAX;

export interface ParsedFrontmatter {
  /** Own properties only; ask with `Object.hasOwn`, keys are the file author's. */
  readonly fields: Fields;
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws for what the file holds. */
export function parseFrontmatter(
  { yaml, yamlLine }: Pick<Frontmatter, "yaml" | "yamlLine">,
  path: string,
  parseYaml: ParseYaml,
): ParsedFrontmatter {
  const unreadable = (why: string) => {
    const message = `Cannot read frontmatter: ${why}`;
    const flaw = diagnose("frontmatter-unreadable", { path, line: yamlLine }, message);
    return { fields: {}, diagnostics: [flaw] };
  };
  if (yaml.length > FRONTMATTER_MAX) {
    return unreadable(`it is longer than ${FRONTMATTER_MAX / 1024} KB`);
  }
  try {
    const value = parseYaml(yaml, yamlLine > 1) ?? {};
    if (isFields(value)) return { fields: value, diagnostics: [] };
    return unreadable(`expected "key: value" lines: got a ${jsonType(value)}`);
  } catch (error) {
    const { fields, done } = recoverFields(yaml, parseYaml);
    const { reason, ...place } = yamlFlaw(error, yamlLine);
    const message = `Invalid YAML in frontmatter: ${reason}; ${done}`;
    return { fields, diagnostics: [diagnose("frontmatter-yaml", { path, ...place }, message)] };
  }
}

/** The fields of what is not valid YAML but agents accept: each key by its own lines, as YAML, else as text, else not. */
export function recoverFields(yaml: string, parseYaml: ParseYaml) {
  const fields = new Map<string, unknown>();
  const [asText, lost, repeated] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { key, value, lines } of topLevelKeys(yaml)) {
    if (fields.has(key)) repeated.add(key);
    // YAML forbids tabs as indentation; two blanks each is what their writers meant.
    const text = lines.map((line) =>
      line.replace(/^[ \t]+/, (indent) => indent.replaceAll("\t", "  "))
    ).join("\n");
    const parsed = parsedFields(`${text}\n`, parseYaml);
    if (parsed !== undefined) fields.set(key, Object.values(parsed)[0]);
    else if (/^[^|>]/.test(value)) {
      const parts = [unquote(value), ...lines.slice(1).map((line) => line.trim())];
      fields.set(key, parts.filter((part) => part !== "").join(" "));
      asText.add(key);
    } else {
      fields.delete(key);
      lost.add(key);
    }
  }
  const done = [
    ...asText.size > 0 ? [`took ${quoteAll(asText)} as plain text, quote it to be sure`] : [],
    ...repeated.size > 0 ? [`${quoteAll(repeated)} is there twice, the last one counts`] : [],
    ...lost.size > 0 ? [`left out ${quoteAll(lost)}`] : [],
  ].join("; ") || (fields.size > 0 ? "read it line by line" : "left out all of it");
  return { fields: Object.fromEntries(fields), done };
}

/** What a YAML text says; `undefined` when it is none, or no mapping. */
export function parsedFields(yaml: string, parseYaml: ParseYaml): Fields | undefined {
  try {
    const value = parseYaml(yaml);
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function quoteAll(keys: ReadonlySet<string>): string {
  const shown = [...keys].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
  return shown.join(", ") + (keys.size > 5 ? " and others" : "");
}

/** Reads a Markdown file's frontmatter, or a whole SKILL.yaml; `head` is where the fields stand, if anywhere. */
export function readSkillHead(
  host: Host,
  path: string,
  form: SkillForm,
  stat: FileStat | undefined,
  parseYaml: ParseYaml,
): ParsedFrontmatter & { readonly head?: Frontmatter } {
  const failed = (code: Diagnostic["code"], message: string, line?: number) => {
    return { fields: {}, diagnostics: [diagnose(code, { path, line }, message)] };
  };
  let text: string | undefined;
  try {
    if (stat !== undefined && stat.size > WHOLE_FILE_MAX) {
      const bytes = host.readBytes(path, 0, WHOLE_FILE_MAX);
      text = bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    } else text = host.readText(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return failed("skill-unreadable", `Cannot read skill: ${error.code}`);
  }
  if (text === undefined) return failed("skill-unreadable", "Cannot read skill: the file is gone");
  const head = splitSkill(text, form === "manifest");
  if (head === "none") {
    const message = 'There is no frontmatter: the first line must be "---"';
    return failed("frontmatter-missing", message, 1);
  }
  if (typeof head !== "string") return { ...parseFrontmatter(head, path, parseYaml), head };
  const why = text.length > FRONTMATTER_MAX
    ? `no closing "---" line in its first ${FRONTMATTER_MAX / 1024} KB`
    : 'the closing "---" line is missing, add it';
  return failed("frontmatter-unreadable", `Cannot read frontmatter: ${why}`, 1);
}

/** Where top-level keys stand, in what need not be YAML: `index` of the line, from 0; `value` behind the colon. */
export function topLevelKeys(yaml: string) {
  const blocks: { key: string; index: number; value: string; lines: string[] }[] = [];
  for (const [index, raw] of yaml.split("\n").entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    // Indented lines, list items and comments have none.
    const colon = /^(?!- |[#:])[!-\uffff][^]*?:(?![^ \t])/.exec(line)?.[0].length;
    if (colon === undefined) blocks.at(-1)?.lines.push(line);
    else {
      const key = unquote(line.slice(0, colon - 1).trim());
      blocks.push({ key, index, value: line.slice(colon).trim(), lines: [line] });
    }
  }
  return blocks;
}

export function keyLine(head: Pick<Frontmatter, "yaml" | "yamlLine">, key: string | undefined) {
  const block = topLevelKeys(head.yaml).find((block) => block.key === key);
  return block && head.yamlLine + block.index;
}

/** A plain scalar as its author wrote it: `1.0`, which YAML reads as 1. */
export function writtenValue(yaml: string, key: string): string | undefined {
  const block = topLevelKeys(yaml).find((block) => block.key === key);
  return block?.value.replace(/\s#[^]*/, "").trim() || undefined;
}

function unquote(text: string): string {
  return /^(?:"[^]*"|'[^]*')$/.test(text) ? text.slice(1, -1) : text;
}
