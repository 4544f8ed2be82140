/**
 * Truncation by section: what a skill cannot do without stays, whole sections go, and the last line
 * names them.
 */
import { counted } from "../base/fitted_text.ts";
import { type Heading, readMarkdown } from "../base/markdown.ts";
import { openFence } from "../base/markdown_ranges.ts";
import { bodyOffset } from "../skill/frontmatter.ts";
import { BUDGET_NOTICES, cutText, withClosedFence } from "./cut.ts";
import { BYTES, type Estimate, estimateTokens } from "./estimate.ts";

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

/**
 * Knows which example is the first: asked for each heading of an example, in order, it tells where to
 * stop keeping. `Infinity` keeps all, 0 nothing.
 */
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

type SectionCut = { readonly text: string; readonly leftOut: readonly string[] };

const MAX_TITLE = 60;
/** Tokens for the line feeds behind a piece that was cut: two line feeds cost two at most. */
const LINE_END = 2;
/** Where a section was cut inside; the last line says more. */
const SHORT_NOTICES = BUDGET_NOTICES.slice(1);
/** What stands before the first heading, in a notice. */
const UNTITLED = "(beginning)";

/**
 * Shortens a text to `maxTokens`, notice included. Frontmatter, Summary and Core Rules stay, and the
 * first example; References, Appendix and further examples go first; everything else stays while it
 * fits and is dropped from the end. Where nothing must stay, the first section that does not fit is
 * cut rather than dropped; and what must stay is cut only when it is too long itself.
 *
 * @returns The text itself when it fits; `undefined` when not even a notice does; and the titles of what
 * was left out, wholly or in part, in order.
 */
export function truncateBySection(
  text: string,
  maxTokens: number,
  estimate: Estimate = BYTES,
): SectionCut | undefined {
  const whole = estimateTokens(text, estimate);
  if (whole <= maxTokens) return { text, leftOut: [] };
  const { frontmatter, pieces } = sections(text);
  const cost = (part: string) => estimate.measure(part, Infinity).units;
  const kept = new Set(pieces.filter(({ worth }) => worth === "essential"));
  const hasEssential = kept.size > 0;
  const room = maxTokens * estimate.unitsPerToken - cost(frontmatter) -
    cost(shortNotice(pieces.length));
  let left = room - sum([...kept].map((piece) => cost(piece.text)));
  if (left < 0) return cutKept();
  // The first example is worth more than the ordinary sections, less than the rules.
  const examples = pieces.filter(({ worth }) => worth === "example");
  const example = sum(examples.map((piece) => cost(piece.text)));
  if (example <= left) {
    left -= example;
    for (const piece of examples) kept.add(piece);
  }
  let first: Piece | undefined;
  for (const piece of pieces.filter(({ worth }) => worth === "ordinary")) {
    const price = cost(piece.text);
    if (price > left) {
      first = piece;
      break;
    }
    kept.add(piece);
    left -= price;
  }
  const leftOut = titlesOut();
  const long = longNotice(leftOut, whole);
  // Without a section that must stay, dropping could leave a skill's name and nothing to do.
  const cut = first === undefined || hasEssential
    ? undefined
    : cutPiece(first, left - cost(long)) ?? cutPiece(first, left);
  if (cut !== undefined) kept.add(first!);
  const joined = join((piece) => piece === first ? cut! : piece.text);
  // A fence that its author never closed would swallow the notice.
  const isOpen = openFence(joined, frontmatter.length) !== undefined;
  const shown = isOpen ? withClosedFence(joined) : joined;
  for (const notice of [long, shortNotice(leftOut.length)]) {
    const result = shown +
      notice.slice(shown === "" || shown.endsWith("\n\n") ? 2 : shown.endsWith("\n") ? 1 : 0);
    if (estimateTokens(result, estimate) <= maxTokens) return { text: result, leftOut };
  }
  return cutKept();

  function join(textOf: (piece: Piece) => string): string {
    return frontmatter + pieces.filter((piece) => kept.has(piece)).map(textOf).join("");
  }

  /** Titles of what is not kept, each once. */
  function titlesOut(): string[] {
    const gone = pieces.filter((piece) => !kept.has(piece));
    return [...new Set(gone.map(({ title }) => title || UNTITLED))];
  }

  /** As much of a piece as `units` pay for, with a word where it stops. */
  function cutPiece(piece: Piece, units: number): string | undefined {
    const tokens = Math.floor(units / estimate.unitsPerToken);
    const text = cutText(`${piece.text.trimEnd()}\n`, tokens - LINE_END, estimate, SHORT_NOTICES);
    return text === undefined ? undefined : `${text}\n\n`;
  }

  /** What is kept is too long itself: cut it, and count everything else as left out. */
  function cutKept(): SectionCut | undefined {
    const gone = pieces.filter((piece) => !kept.has(piece)).map((piece) => piece.text).join("");
    const out = estimateTokens(gone, estimate);
    const cut = cutText(join((piece) => piece.text), maxTokens, estimate, BUDGET_NOTICES, out);
    return cut === undefined ? undefined : { text: cut, leftOut: titlesOut() };
  }
}

/** Tokens of what must stay of a text. */
export function essentialTokens(text: string, estimate: Estimate): number {
  const { frontmatter, pieces } = sections(text);
  const essential = pieces.filter(({ worth }) => worth === "essential").map((piece) => piece.text);
  return estimateTokens([frontmatter, ...essential].join(""), estimate);
}

function sum(costs: readonly number[]): number {
  return costs.reduce((all, cost) => all + cost, 0);
}

function longNotice(titles: readonly string[], tokens: number): string {
  const names = titles.map((title) => `"${title.slice(0, MAX_TITLE)}"`).join(", ");
  return `\n\n[skillhook: of about ${tokens} tokens these sections were left out to stay within the context budget: ${names}]\n`;
}

function shortNotice(count: number): string {
  return `\n\n[skillhook: ${counted(count, "section")} left out]\n`;
}
