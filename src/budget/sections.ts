/** A skill's text as a list of pieces, one per heading, each with what it is worth when room is short. ADD A TITLE: one row. */
import { type Heading, readMarkdown } from "../base/markdown.ts";
import { bodyOffset } from "../skill/frontmatter.ts";

/** What happens to a piece when room is short; see `by_section.ts`. */
type Worth = "essential" | "example" | "expendable" | "ordinary";

/** A heading and the text up to the next heading of any level. */
export interface Piece {
  /** The heading; empty for what stands before the first one. */
  readonly title: string;
  readonly text: string;
  readonly worth: Worth;
}

/** A text taken apart. All texts together, in order, are the whole. */
export interface Sections {
  /** With its fences, or empty. */
  readonly frontmatter: string;
  readonly pieces: readonly Piece[];
}

/** A heading that gives everything below it its worth. */
interface Owner {
  readonly level: number;
  readonly worth: Worth;
}

/**
 * Takes a text apart. A section passes its worth on to what is below it; of all examples the first
 * one is kept: in a section "Examples", its first part or else what ends with its first code block.
 *
 * @returns Frontmatter and pieces in order.
 */
export function sections(text: string): Sections {
  const bodyStart = bodyOffset(text);
  const parts = readMarkdown(text, bodyStart);
  const headings = parts.filter((part) => part.kind === "heading");
  const fences = parts.filter((part) => part.kind === "fence");
  const pieces: Piece[] = [];
  const owners: Owner[] = [];
  const examples = new ExampleKeeper();
  function add(title: string, start: number, end: number, worth: Worth): void {
    if (end > start) pieces.push({ title, text: text.slice(start, end), worth });
  }
  add("", bodyStart, headings[0]?.start ?? text.length, "ordinary");
  for (const [index, heading] of headings.entries()) {
    const next = headings[index + 1];
    const end = next?.start ?? text.length;
    while ((owners.at(-1)?.level ?? 0) >= heading.level) owners.pop();
    const owner = owners.at(-1)?.worth ?? "ordinary";
    const own = sectionRole(heading.title);
    // What is expendable stays so all the way down; otherwise the innermost title that says something counts.
    const role = owner === "expendable" || own === "ordinary" ? owner : own;
    owners.push({ level: heading.level, worth: role });
    if (role !== "example") {
      add(heading.title, heading.start, end, role);
      continue;
    }
    const hasParts = next !== undefined && next.level > heading.level;
    const block = fences.find((fence) => fence.start > heading.start && fence.start < end);
    const edge = examples.keep(heading, hasParts, block?.end);
    const keptEnd = edge === undefined ? end : Math.min(edge, end);
    add(heading.title, heading.start, keptEnd, "example");
    add(heading.title, Math.max(heading.start, keptEnd), end, "expendable");
  }
  const frontmatter = text.slice(0, bodyStart);
  return { frontmatter, pieces };
}

/** Knows which example is the first. */
class ExampleKeeper {
  /** Level of the first "Examples" section, and of the part of it that is the first example. */
  #root: number | undefined;
  #part: number | undefined;
  #isDone = false;

  /**
   * @param heading An example's heading, in order.
   * @param blockEnd Where the first code block below the heading ends.
   * @returns Where to stop keeping: `undefined` keeps all, 0 nothing.
   */
  keep({ level }: Heading, hasParts: boolean, blockEnd: number | undefined): number | undefined {
    if (this.#isDone) return 0;
    if (this.#root === undefined) {
      this.#root = level;
      if (hasParts) return undefined;
      this.#isDone = true;
      return blockEnd;
    }
    if (level <= this.#root || level <= (this.#part ?? 0)) {
      this.#isDone = true;
      return 0;
    }
    this.#part ??= level;
    return undefined;
  }
}

/** Kept to the end; one example is enough; the first to go; everything else. */
type SectionRole = "essential" | "example" | "expendable" | "ordinary";

interface RoleRow {
  readonly role: SectionRole;
  /** Given the title's words in lower case, without numbering and marks. */
  readonly matches: (words: readonly string[]) => boolean;
}

/** Design document 003, section 6.3. */
const ROLES: readonly RoleRow[] = [
  { role: "essential", matches: (words) => ["summary", "core rules"].includes(words.join(" ")) },
  { role: "essential", matches: (words) => words.join(" ") === "executive summary" },
  { role: "expendable", matches: (words) => words.join(" ") === "references" },
  { role: "expendable", matches: ([first]) => first === "appendix" || first === "appendices" },
  { role: "example", matches: ([first]) => isExample(first) },
  { role: "example", matches: (words) => isExample(words.at(-1)) },
];

export function sectionRole(title: string): SectionRole {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  // "1. Summary", "6.3 Core Rules": numbering says nothing.
  const [first] = words;
  const named = words.findIndex((word) => !isNumber(word));
  const bare = first !== undefined && isNumber(first) && named > 0 ? words.slice(named) : words;
  return ROLES.find(({ matches }) => matches(bare))?.role ?? "ordinary";
}

function isNumber(word: string): boolean {
  return word.length <= 3 && word >= "0" && word <= "999" && !Number.isNaN(Number(word));
}

function isExample(word: string | undefined): boolean {
  return word === "example" || word === "examples";
}
