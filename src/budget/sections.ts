/** What a skill's sections are worth when room is short: their titles tell. */
import { type Heading, readMarkdown } from "../base/markdown.ts";
import { bodyOffset } from "../skill/frontmatter.ts";

/** Kept to the end; one is enough; the first to go; everything else. */
type Worth = "essential" | "example" | "expendable" | "ordinary";

/** A heading and the text up to the next heading of any level. */
interface Piece {
  /** Empty for what stands before the first heading. */
  readonly title: string;
  readonly text: string;
  readonly worth: Worth;
}

/**
 * Takes a text apart: frontmatter with its fences, and pieces; together, in order, they are the whole. A section passes its worth on to what is below it; of all examples the first
 * one is kept: in a section "Examples", its first part or else what ends with its first code block.
 */
export function sections(text: string): { frontmatter: string; pieces: Piece[] } {
  const bodyStart = bodyOffset(text);
  const parts = readMarkdown(text, bodyStart);
  const headings = parts.filter((part) => part.kind === "heading");
  const fences = parts.filter((part) => part.kind === "fence");
  const pieces: Piece[] = [];
  const owners: { readonly level: number; readonly worth: Worth }[] = [];
  const exampleEnd = firstExample();
  function add(title: string, start: number, end: number, worth: Worth): void {
    if (end > start) pieces.push({ title, text: text.slice(start, end), worth });
  }
  add("", bodyStart, headings[0]?.start ?? text.length, "ordinary");
  for (const [index, heading] of headings.entries()) {
    const { title, level, start } = heading;
    const next = headings[index + 1];
    const end = next?.start ?? text.length;
    while ((owners.at(-1)?.level ?? 0) >= level) owners.pop();
    const owner = owners.at(-1)?.worth ?? "ordinary";
    const own = sectionWorth(title);
    // What is expendable stays so all the way down; otherwise the innermost title that says something counts.
    const worth = owner === "expendable" || own === "ordinary" ? owner : own;
    owners.push({ level, worth });
    if (worth !== "example") {
      add(title, start, end, worth);
      continue;
    }
    const block = fences.find((fence) => fence.start > start && fence.start < end);
    const hasParts = next !== undefined && next.level > level;
    const edge = exampleEnd(heading, hasParts, block?.end ?? Infinity);
    const keptEnd = Math.max(start, Math.min(edge, end));
    add(title, start, keptEnd, "example");
    add(title, keptEnd, end, "expendable");
  }
  return { frontmatter: text.slice(0, bodyStart), pieces };
}

/** Asked for each heading of an example, in order: where to stop keeping. `Infinity` keeps all, 0 nothing. */
function firstExample(): (heading: Heading, hasParts: boolean, blockEnd: number) => number {
  // Levels of the first "Examples" section, and of the part of it that is the first example.
  let root: number | undefined;
  let part: number | undefined;
  let isDone = false;
  return ({ level }, hasParts, blockEnd) => {
    if (root === undefined) {
      root = level;
      isDone = !hasParts;
      return hasParts ? Infinity : blockEnd;
    }
    isDone ||= level <= root || level <= (part ?? 0);
    part ??= level;
    return isDone ? 0 : Infinity;
  };
}

const ESSENTIAL = ["summary", "core rules", "executive summary"];
/** Titles that begin with one of these words; an appendix has a title of its own behind it. */
const APPENDICES = ["appendix", "appendices"];
const EXAMPLES = ["example", "examples"];

/** What its title says about a section; numbering (`1. Summary`, `6.3 Core Rules`) and marks say nothing. */
export function sectionWorth(title: string): Worth {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const named = words.findIndex((word) => !isNumber(word));
  const bare = named > 0 ? words.slice(named) : words;
  const [first = ""] = bare;
  const name = bare.join(" ");
  if (ESSENTIAL.includes(name)) return "essential";
  if (name === "references" || APPENDICES.includes(first)) return "expendable";
  return [first, bare.at(-1)!].some((word) => EXAMPLES.includes(word)) ? "example" : "ordinary";
}

function isNumber(word: string): boolean {
  return word.length <= 3 && word >= "0" && word <= "999" && !Number.isNaN(Number(word));
}
