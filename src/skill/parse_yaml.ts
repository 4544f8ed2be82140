/**
 * YAML text → value; only this calls the libraries. A text that could make them slow (merged aliases), exhaust the stack
 * (nesting) or read what is not written (tabs, several documents, the alias of an empty value) is refused before.
 */
import { extract } from "@std/front-matter/yaml";
import { parse } from "@std/yaml/parse";
import { groupBy } from "../base/group_by.ts";
import { YamlError } from "./yaml.ts";
import { DEPTH_MAX, readYamlTree } from "./yaml_tree.ts";
import { yamlErrorOf } from "./yaml_words.ts";

/** UTF-16 units. */
const YAML_MAX = 256 * 1024;
/** Of names that the text also anchors. */
const ALIASES_MAX = 32;
/** Aliases times keys: merging costs that much, and this is done in a few hundredths of a second. */
const MERGES_MAX = 40_000;
/** Lines that look like the edge of a document: the library looks back at each. */
const MARKS_MAX = 1_000;
/** What blanks in a row may cost in all: some hundredths of a second. */
const BLANK_STEPS_MAX = 5_000_000;
/** The library's own idea of a name; of a longer one the beginning counts. */
const ANCHOR_REGEXP = /(?=&([^ \t\r\n,[\]{}]{1,200}))/g;
const ALIAS_REGEXP = /(?=\*([^ \t\r\n,[\]{}]{1,200}))/g;

/** `null` for no document; `isFrontmatter`: from between two `---` lines. YamlError for what is not YAML, or is refused. */
export function parseYaml(given: string, isFrontmatter = false): unknown {
  if (given.length > YAML_MAX) {
    throw new YamlError(`it is longer than ${YAML_MAX / 1024} KB`, given, 0);
  }
  const text = given.replace(/^\ufeff/, "");
  const isAliased = checkYaml(text);
  if (isFrontmatter) checkFrontmatter(text);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  let value: unknown;
  try {
    // The library trims a frontmatter, indentation of the first line and empty lines at the end too: but for comments.
    value = isFrontmatter ? extract(`---\n#\n${text}${end}#\n---\n`).attrs : parse(text);
  } catch (error) {
    throw yamlErrorOf(error, text, isFrontmatter ? 2 : 0);
  }
  if (isAliased && isLargerThan(value, 4 * text.length)) {
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

/** Whether a value is there more than once, in a text without a BOM; throws YamlError for what is refused. */
export function checkYaml(text: string): boolean {
  // deno-lint-ignore no-control-regex
  const control = text.search(/[\x00-\x08\x0b\x0c\x0e-\x1f]/);
  if (control >= 0) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
    throw new YamlError(`the control character U+${code} cannot stand in YAML`, text, control);
  }
  const directive = text.search(/^%/m);
  if (directive >= 0) {
    throw new YamlError('a directive ("%NAME") is not understood', text, directive);
  }
  if (/^(?:---|\.\.\.)/m.test(text)) checkDocuments(text);
  const keys = text.split(":").length;
  const merges = text.split("<<").length - 1;
  if (merges * keys > MERGES_MAX) {
    const at = text.indexOf("<<");
    throw new YamlError(`a text of this length may not merge ${merges} times`, text, at);
  }
  const isAliased = text.includes("&") && checkAliases(text, keys);
  if (!isSimple(text)) readYamlTree(text);
  return isAliased;
}

/** Whether a text is too short to nest deeply, and has no tag or tab to refuse: spares cold starts a fifth of their time. */
function isSimple(text: string): boolean {
  const deepest = Math.sqrt(2 * text.length);
  return deepest < DEPTH_MAX && !text.includes("!") && !/^ *\t/m.test(text) &&
    (text.match(/[[{]|[-?] /g)?.length ?? 0) + deepest < DEPTH_MAX;
}

/** Throws YamlError for what the library takes for the end, and for runs of blanks: they cost it their square. */
function checkFrontmatter(text: string): void {
  const fence = text.search(/(?<=^|\n)(?:---|= yaml =)\s*(?:\n|$)/i);
  if (fence >= 0) {
    throw new YamlError("this line looks like the end of the frontmatter", text, fence);
  }
  let steps = 0;
  for (const { 0: { length }, index } of text.matchAll(/\s{20,}/g)) {
    steps += length * length;
    if (length > 500) throw new YamlError("over 500 blanks stand together here", text, index);
    if (steps <= BLANK_STEPS_MAX) continue;
    throw new YamlError("too many blanks stand together here and above", text, index);
  }
}

/** A `---` ends what comes before it, if anything does; behind a `...` nothing may come. */
function checkDocuments(text: string): void {
  let isBegun = false;
  let isEnded = false;
  let marks = 0;
  for (const { 1: line = "", index } of text.matchAll(/([^\r\n]*)(?:\r?\n|\r|$)/g)) {
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    if (/^(?:---|\.\.\.)/.test(line) && ++marks > MARKS_MAX) {
      throw new YamlError(`over ${MARKS_MAX} lines begin like the edge of a document`, text, index);
    }
    const [mark, rest] = /^(?:---|\.\.\.)(?:$|[ \t]+([^#]?))/.exec(line) ?? [""];
    if (isEnded || isBegun && mark.startsWith("---")) {
      throw new YamlError("a second document begins here", text, index);
    }
    isEnded = mark.startsWith("...");
    if (isEnded && rest) throw new YamlError("behind ... nothing may come", text, index);
    isBegun = true;
  }
}

/** Names only count where both `&name` and `*name` are written: prose with stars is not YAML's business. */
function checkAliases(text: string, keys: number): boolean {
  const anchors = groupBy([...text.matchAll(ANCHOR_REGEXP)], ([, name]) => name);
  const most = Math.min(ALIASES_MAX, Math.floor(MERGES_MAX / keys));
  let count = 0;
  for (const { 1: name = "", index } of anchors.size === 0 ? [] : text.matchAll(ALIAS_REGEXP)) {
    const named = anchors.get(name);
    if (named === undefined) continue;
    if (++count > most || named.length > ALIASES_MAX) {
      throw new YamlError(`a text of this length may not have over ${most} aliases`, text, index);
    }
    // The library takes the alias of a false or empty value for no value, and says nothing.
    if (named.some((anchor) => isEmpty(text, anchor.index + 1 + name.length))) {
      const shown = JSON.stringify(`*${name.slice(0, 40)}`);
      const reason = `the alias ${shown} stands for an empty value, write it out`;
      throw new YamlError(reason, text, index);
    }
  }
  return count > 0;
}
/** How far from its anchor a value may begin. */
const REACH = 300;
/** Blanks, line ends, comments, tags and anchors. */
const BETWEEN_REGEXP = /^(?:\s|[!&]\S*|#.*)*/;
const FALSY_REGEXP =
  /^(?:~|null|Null|NULL|false|False|FALSE|""|''|\.nan|\.NaN|\.NAN|[-+]?[0._xb]+(?:[eE][-+]?\d+)?)?[ \t]*(?:$|[\r\n,\]}]|#)/;
const EMPTY_BLOCK_REGEXP = /^[|>][-+\d]*[ \t]*(?:#.*)?(?:\r?\n[ \t]*)*(?:\r?\n(?=\S)|$)/;

/** Whether a scalar follows an anchor that JavaScript takes for false, or nothing, and the next line is no value of it. */
function isEmpty(text: string, end: number): boolean {
  const behind = text.slice(end, end + REACH);
  const value = behind.replace(BETWEEN_REGEXP, "");
  if (FALSY_REGEXP.test(value) || EMPTY_BLOCK_REGEXP.test(value)) return true;
  const rest = /^[ \t]*(?:#.*)?(?=[\r\n]|$)/.exec(behind);
  if (rest === null) return false;
  const lineStart = Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
  const [, indent = "", item] = /^( *)([-?][ \t])?/.exec(text.slice(lineStart, end)) ?? [];
  const from = end + rest[0].length;
  const [, nextIndent = "", dash] =
    /^(?:[ \t]*(?:#.*)?[\r\n])*( *)(-[ \t\r\n])?/.exec(text.slice(from, from + REACH)) ?? [];
  // A list may stand as deep as the key it belongs to, but not as deep as an item of the list around it.
  const mayBegin = dash !== undefined && item === undefined;
  return nextIndent.length < indent.length + (mayBegin ? 0 : 1);
}
