/**
 * Truncation by section (design document 003, section 6.3): what a skill cannot do without stays,
 * whole sections go, and the last line names them.
 */
import { counted } from "../base/counted.ts";
import { openFence } from "../base/markdown_ranges.ts";
import { BUDGET_NOTICES, cutText, withClosedFence } from "./cut.ts";
import { BYTES, type Estimate, estimateTokens } from "./estimate.ts";
import { type Piece, sections } from "./sections.ts";

/** A text cut by section. */
export interface SectionCut {
  readonly text: string;
  /** Titles of what was left out, wholly or in part, in order. */
  readonly leftOut: readonly string[];
}

const MAX_TITLE = 60;
/** Tokens for the line feeds behind a piece that was cut: two line feeds cost two at most. */
const LINE_END = 2;
/** Where a section was cut inside; the last line says more. */
const SHORT_NOTICES = BUDGET_NOTICES.slice(1);
/** What stands before the first heading, in a notice. */
const UNTITLED = "(beginning)";

/**
 * Shortens a text to a limit. Frontmatter, Summary and Core Rules stay, and the first example;
 * References, Appendix and further examples go first; everything else stays while it fits and is
 * dropped from the end. Where nothing must stay, the first section that does not fit is cut rather
 * than dropped; and what must stay is cut only when it is too long itself.
 *
 * @param maxTokens What the result may cost, notice included.
 * @returns The text itself when it fits; `undefined` when not even a notice does.
 */
export function truncateBySection(
  text: string,
  maxTokens: number,
  estimate: Estimate = BYTES,
): SectionCut | undefined {
  if (estimateTokens(text, estimate) <= maxTokens) return { text, leftOut: [] };
  const { frontmatter, pieces } = sections(text);
  const cost = (part: string) => estimate.measure(part, Infinity).units;
  const costs = pieces.map((piece) => cost(piece.text));
  const isKept = pieces.map(({ worth }) => worth === "essential");
  const hasEssential = isKept.includes(true);
  const room = maxTokens * estimate.unitsPerToken - cost(frontmatter);
  let left = room - cost(shortNotice(pieces.length)) - sumOf(pieces, costs, "essential");
  if (left < 0) return cutRest(frontmatter, pieces, isKept, maxTokens, estimate);
  // The first example is worth more than the ordinary sections, less than the rules.
  const example = sumOf(pieces, costs, "example");
  const hasExample = example <= left;
  if (hasExample) left -= example;
  for (const [index, { worth }] of pieces.entries()) {
    if (worth === "example") isKept[index] = hasExample;
  }
  let first: number | undefined;
  for (const [index, { worth }] of pieces.entries()) {
    if (worth !== "ordinary") continue;
    if (costs[index]! > left) {
      first = index;
      break;
    }
    isKept[index] = true;
    left -= costs[index]!;
  }
  const leftOut = titlesOut(pieces, isKept);
  const long = longNotice(leftOut, estimateTokens(text, estimate));
  const shown = [...pieces];
  // Without a section that must stay, dropping could leave a skill's name and nothing to do.
  if (first !== undefined && !hasEssential) {
    const cut = cutPiece(pieces[first]!, left - cost(long), estimate) ??
      cutPiece(pieces[first]!, left, estimate);
    if (cut !== undefined) [shown[first], isKept[first]] = [cut, true];
  }
  const joined = join(frontmatter, shown, isKept);
  // A fence that its author never closed would swallow the notice.
  const isOpen = openFence(joined, frontmatter.length) !== undefined;
  const kept = isOpen ? withClosedFence(joined) : joined;
  for (const notice of [long, shortNotice(leftOut.length)]) {
    const result = kept +
      notice.slice(kept === "" || kept.endsWith("\n\n") ? 2 : kept.endsWith("\n") ? 1 : 0);
    if (estimateTokens(result, estimate) <= maxTokens) return { text: result, leftOut };
  }
  return cutRest(frontmatter, pieces, isKept, maxTokens, estimate);
}

/** As much of a piece as `units` pay for, with a word where it stops. */
function cutPiece(piece: Piece, units: number, estimate: Estimate): Piece | undefined {
  const tokens = Math.floor(units / estimate.unitsPerToken);
  const text = cutText(`${piece.text.trimEnd()}\n`, tokens - LINE_END, estimate, SHORT_NOTICES);
  return text === undefined ? undefined : { ...piece, text: `${text}\n\n` };
}

function sumOf(pieces: readonly Piece[], costs: readonly number[], worth: Piece["worth"]): number {
  return costs.reduce((sum, cost, index) => pieces[index]!.worth === worth ? sum + cost : sum, 0);
}

function join(frontmatter: string, pieces: readonly Piece[], isKept: readonly boolean[]): string {
  return frontmatter + pieces.filter((_, index) => isKept[index]).map(({ text }) => text).join("");
}

/** What is kept is too long itself: cut it, and count everything else as left out. */
function cutRest(
  frontmatter: string,
  pieces: readonly Piece[],
  isKept: readonly boolean[],
  maxTokens: number,
  estimate: Estimate,
): SectionCut | undefined {
  const gone = pieces.filter((_, index) => !isKept[index]).map(({ text }) => text).join("");
  const kept = join(frontmatter, pieces, isKept);
  const out = estimateTokens(gone, estimate);
  const text = cutText(kept, maxTokens, estimate, BUDGET_NOTICES, out);
  return text === undefined ? undefined : { text, leftOut: titlesOut(pieces, isKept) };
}

/** Titles of what is not kept, each once, with a name for what has none. */
function titlesOut(pieces: readonly Piece[], isKept: readonly boolean[]): string[] {
  const titles = pieces.filter((_, index) => !isKept[index]).map(({ title }) => title);
  return [...new Set(titles.map((title) => title === "" ? UNTITLED : title))];
}

function longNotice(titles: readonly string[], tokens: number): string {
  const names = titles.map((title) => `"${title.slice(0, MAX_TITLE)}"`).join(", ");
  return `\n\n[skillhook: of about ${tokens} tokens these sections were left out to stay within the context budget: ${names}]\n`;
}

function shortNotice(count: number): string {
  return `\n\n[skillhook: ${counted(count, "section")} left out]\n`;
}
