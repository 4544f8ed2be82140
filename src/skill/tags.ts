/** A companion's parts: `<skill>` is said once, `<output>` made anew. A tag in code or a comment is a mention. */
import type { Range } from "../base/markdown.ts";
import { inside, literalRanges } from "../base/markdown_ranges.ts";

interface Tag extends Range {
  readonly name: "skill" | "output";
  readonly closes: boolean;
  /** Whether nothing but blanks stands before it on its line. */
  readonly leads: boolean;
}

interface Block extends Range {
  readonly inner: Range;
}

const TAG_REGEXP = /<(\/?)(skill|output)((?:[ \t]+name=(?:"[^"<>\n]*"|'[^'<>\n]*'))?)[ \t]*>/g;

/** A companion's text without its head; `undefined` where there is neither block. The output block is the last one. */
export function splitTags(text: string) {
  const tags = findTags(text);
  const output = lastOutput(tags) ?? unclosedOutput(tags, text.length);
  const skills = skillBlocks(tags, output);
  if (output === undefined && skills.length === 0) return undefined;
  const tagsOf = ({ start, end, inner }: Block) => [
    { start, end: inner.start },
    { start: inner.end, end },
  ];
  const cuts: Range[] = [...skills.flatMap(tagsOf), ...output === undefined ? [] : [output]];
  let body = "";
  let at = 0;
  for (const { start, end } of cuts.sort((a, b) => a.start - b.start)) {
    body += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return {
    body: trimLines(body + text.slice(at)),
    output: output && trimLines(text.slice(output.inner.start, output.inner.end)),
  };
}

function findTags(text: string): Tag[] {
  const found = [...text.matchAll(TAG_REGEXP)];
  const isLiteral = inside(found.length === 0 ? [] : literalRanges(text));
  return found.flatMap(({ 0: written, 1: slash, 2: name, 3: attribute, index: start }) => {
    const closes = slash !== "";
    if (isLiteral(start) || closes && attribute !== "") return [];
    let before = start - 1;
    while (" \t".includes(text[before] ?? "\n")) before--;
    const leads = "\r\n".includes(text[before] ?? "\n");
    return [{ start, end: start + written.length, name: name as Tag["name"], closes, leads }];
  });
}

/** The last opening that has a closing behind it; one that begins its line is meant more than one in a sentence. */
function lastOutput(tags: readonly Tag[]): Block | undefined {
  const outputs = tags.filter(({ name }) => name === "output");
  const closes = outputs.filter((tag) => tag.closes);
  for (const pick of [outputs.filter(({ leads }) => leads), outputs]) {
    const close = pick.findLast((tag) => tag.closes) ?? closes.at(-1);
    const open = close && pick.findLast((tag) => !tag.closes && tag.end <= close.start);
    if (open !== undefined) return toBlock(open, close!);
  }
  return undefined;
}

/** An opening that begins its line behind the instructions is one, though its end was forgotten. */
function unclosedOutput(tags: readonly Tag[], end: number): Block | undefined {
  const [before, last] = tags.slice(-2);
  const isOpen = last?.name === "output" && !last.closes && last.leads &&
    before?.name === "skill" && before.closes;
  return isOpen ? { start: last.start, end, inner: { start: last.end, end } } : undefined;
}

/** Each opening with the next closing; never into or over the output block. */
function skillBlocks(tags: readonly Tag[], output: Block | undefined): Block[] {
  const blocks: Block[] = [];
  let open: Tag | undefined;
  for (const tag of tags) {
    const isInOutput = output !== undefined && tag.start >= output.start && tag.start < output.end;
    if (tag.name !== "skill" || isInOutput) continue;
    if (tag.closes && open !== undefined) blocks.push(toBlock(open, tag));
    open = tag.closes ? undefined : open ?? tag;
  }
  return blocks;
}

function toBlock(open: Tag, close: Tag): Block {
  return { start: open.start, end: close.end, inner: { start: open.end, end: close.start } };
}

/** Blank lines at both ends are the tags' own; indentation of the first line is the text's. */
function trimLines(text: string): string {
  const first = text.length - text.trimStart().length;
  if (first === text.length) return "";
  return text.slice(text.lastIndexOf("\n", first) + 1).trimEnd();
}
