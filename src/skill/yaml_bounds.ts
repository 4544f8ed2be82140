/**
 * What is looked at before the YAML library sees a text, in one pass and without it. Untrusted text can
 * make the library slow (aliases of large mappings, merged again and again), exhaust the stack (nesting)
 * or make it read something that its author did not write (tabs as indentation, several documents, the
 * alias of an empty value). Such a text is refused, with the place.
 */
import { YamlError } from "./yaml.ts";
import { DEPTH_MAX } from "./yaml_cursor.ts";
import { readYamlTree } from "./yaml_tree.ts";

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

/** Whether a value is there more than once, in a text without a BOM; throws YamlError for what is refused. */
export function checkYaml(text: string): boolean {
  checkCharacters(text);
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
  const aliased = text.includes("&") && checkAliases(text, keys);
  if (!isSimple(text)) readYamlTree(text);
  return aliased;
}

/**
 * Whether a text is too short to nest deeply (each mapping in another is indented more), and has no tag and no tab
 * where a line begins: nearly every frontmatter. A walk through all of them would cost a cold start a fifth more.
 */
function isSimple(text: string): boolean {
  const deepest = Math.sqrt(2 * text.length);
  return deepest < DEPTH_MAX && !text.includes("!") && !/^ *\t/m.test(text) &&
    (text.match(/[[{]|[-?] /g)?.length ?? 0) + deepest < DEPTH_MAX;
}

/** Throws YamlError for what the library takes for the end, and for runs of blanks: they cost it their square. */
export function checkFrontmatter(text: string): void {
  const fence = /(?:^|\n)(?:---|= yaml =)\s*(?:\n|$)/i.exec(text);
  if (fence !== null) {
    const at = fence.index + (fence[0].startsWith("\n") ? 1 : 0);
    throw new YamlError("this line looks like the end of the frontmatter", text, at);
  }
  let steps = 0;
  for (const { 0: { length }, index } of text.matchAll(/\s{20,}/g)) {
    steps += length * length;
    if (length > 500) throw new YamlError("over 500 blanks stand together here", text, index);
    if (steps <= BLANK_STEPS_MAX) continue;
    throw new YamlError("too many blanks stand together here and above", text, index);
  }
}

function checkCharacters(text: string): void {
  // deno-lint-ignore no-control-regex
  const at = text.search(/[\x00-\x08\x0b\x0c\x0e-\x1f]/);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  throw new YamlError(`the control character U+${code} cannot stand in YAML`, text, at);
}

/** A `---` ends what comes before it, if anything does; behind a `...` nothing may come. */
function checkDocuments(text: string): void {
  let begun = false;
  let ended = false;
  let marks = 0;
  for (const { 1: line = "", index } of text.matchAll(/([^\r\n]*)(?:\r?\n|\r|$)/g)) {
    const isMark = /^(?:---|\.\.\.)(?:[ \t]|$)/.test(line);
    const isEmpty = /^[ \t]*(?:#|$)/.test(line);
    if (isEmpty) continue;
    if (/^(?:---|\.\.\.)/.test(line) && ++marks > MARKS_MAX) {
      throw new YamlError(`over ${MARKS_MAX} lines begin like the edge of a document`, text, index);
    }
    if (ended || (begun && isMark && line.startsWith("---"))) {
      throw new YamlError("a second document begins here", text, index);
    }
    if (isMark && line.startsWith("...")) {
      ended = true;
      if (!/^\.\.\.[ \t]*(?:#|$)/.test(line)) {
        throw new YamlError("behind ... nothing may come", text, index);
      }
    }
    begun = true;
  }
}

/** Names only count where both `&name` and `*name` are written: prose with stars is not YAML's business. */
function checkAliases(text: string, keys: number): boolean {
  const anchors = new Map<string, number[]>();
  for (const { 1: name = "", index } of text.matchAll(ANCHOR_REGEXP)) {
    const ends = anchors.get(name) ?? [];
    anchors.set(name, ends);
    ends.push(index + 1 + name.length);
  }
  if (anchors.size === 0) return false;
  const most = Math.min(ALIASES_MAX, Math.floor(MERGES_MAX / keys));
  let count = 0;
  for (const { 1: name = "", index } of text.matchAll(ALIAS_REGEXP)) {
    const ends = anchors.get(name);
    if (ends === undefined) continue;
    if (++count > most || ends.length > ALIASES_MAX) {
      throw new YamlError(`a text of this length may not have over ${most} aliases`, text, index);
    }
    // The library takes the alias of a false or empty value for no value, and says nothing.
    if (ends.some((end) => isEmptyBlock(text, end) || isFalsy(text.slice(end, end + REACH)))) {
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

/** Whether nothing follows an anchor on its line, and the next line is not its value either. */
function isEmptyBlock(text: string, end: number): boolean {
  const rest = /^[ \t]*(?:#.*)?(?=[\r\n]|$)/.exec(text.slice(end, end + REACH));
  if (rest === null) return false;
  const lineStart = Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
  const [, indent = "", item] = /^( *)([-?][ \t])?/.exec(text.slice(lineStart, end)) ?? [];
  const next = /^(?:[ \t]*(?:#.*)?[\r\n])*( *)(-[ \t\r\n])?/.exec(
    text.slice(end + rest[0].length, end + rest[0].length + REACH),
  );
  const nextIndent = next?.[1]?.length ?? 0;
  if (nextIndent > indent.length) return false;
  // A list may stand as deep as the key it belongs to, but not as deep as an item of the list around it.
  return !(nextIndent === indent.length && next?.[2] !== undefined && item === undefined);
}

/** Whether what follows an anchor is a scalar that JavaScript takes for false. */
function isFalsy(following: string): boolean {
  const value = following.replace(BETWEEN_REGEXP, "");
  return FALSY_REGEXP.test(value) || EMPTY_BLOCK_REGEXP.test(value);
}
