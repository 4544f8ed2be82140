/**
 * Truncation by section (design document 003, section 6.3): what a skill cannot do without stays,
 * whole sections go, and the last line names them.
 */
import { BUDGET_NOTICES, cutText } from "./cut.ts";
import { BYTES, type Estimate, estimateTokens, toTokens } from "./estimate.ts";
import { type Piece, sections } from "./sections.ts";

/** A text cut by section. */
export interface SectionCut {
  readonly text: string;
  /** Titles of what was left out, wholly or in part, in order. */
  readonly leftOut: readonly string[];
}

const MAX_TITLE = 60;
/** What stands before the first heading, in a notice. */
const UNTITLED = "(beginning)";

/**
 * Shortens a text to a limit. Frontmatter, Summary and Core Rules stay, and the first example;
 * References, Appendix and further examples go first; everything else stays while it fits and is
 * dropped from the end. Only when what must stay is too long itself, it is cut, with a notice.
 *
 * @param text A skill's text.
 * @param maxTokens What the result may cost, notice included.
 * @param estimate How to estimate.
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
  const isKept = pieces.map(({ worth }) => worth === "essential");
  const all = pieces.map(({ text }) => cost(text));
  const reserve = cost(shortNotice(pieces.length));
  let left = maxTokens * estimate.unitsPerToken - cost(frontmatter) - reserve;
  for (const [index, kept] of isKept.entries()) if (kept) left -= all[index]!;
  const hasEssential = isKept.includes(true);
  if (left < 0) return cutRest(frontmatter, pieces, isKept, maxTokens, estimate);
  // The first example is worth more than the ordinary sections, less than the rules.
  const example = sumOf(pieces, all, "example");
  if (example <= left) {
    left -= example;
    for (const [index, { worth }] of pieces.entries()) isKept[index] ||= worth === "example";
  }
  for (const [index, { worth }] of pieces.entries()) {
    if (worth !== "ordinary") continue;
    if (all[index]! > left) {
      // Without a section that must stay, dropping would leave a skill's name and nothing to do.
      if (hasEssential) break;
      isKept[index] = true;
      for (const [other, piece] of pieces.entries()) {
        if (other > index || piece.worth === "example") isKept[other] = false;
      }
      return cutRest(frontmatter, pieces, isKept, maxTokens, estimate);
    }
    isKept[index] = true;
    left -= all[index]!;
  }
  return compose(frontmatter, pieces, isKept, maxTokens, estimate);
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

/** Joins what is kept and says what is not, by name where there is room for names. */
function compose(
  frontmatter: string,
  pieces: readonly Piece[],
  isKept: readonly boolean[],
  maxTokens: number,
  estimate: Estimate,
): SectionCut | undefined {
  const kept = join(frontmatter, pieces, isKept);
  const leftOut = titlesOut(pieces, isKept);
  const whole = estimate.measure(pieces.map(({ text }) => text).join(""), Infinity).units;
  for (
    const notice of [longNotice(leftOut, toTokens(whole, estimate)), shortNotice(leftOut.length)]
  ) {
    const text = kept + (kept === "" || kept.endsWith("\n") ? notice.slice(1) : notice);
    if (estimateTokens(text, estimate) <= maxTokens) return { text, leftOut };
  }
  return cutRest(frontmatter, pieces, isKept, maxTokens, estimate);
}

function titlesOut(pieces: readonly Piece[], isKept: readonly boolean[]): string[] {
  const titles = pieces.filter((_, index) => !isKept[index]).map(({ title }) => title);
  return [...new Set(titles.map((title) => title === "" ? UNTITLED : title))];
}

function longNotice(titles: readonly string[], tokens: number): string {
  const names = titles.map((title) => `"${title.slice(0, MAX_TITLE)}"`).join(", ");
  return `\n[skillhook: of about ${tokens} tokens these sections were left out to stay within the context budget: ${names}]\n`;
}

function shortNotice(count: number): string {
  return `\n[skillhook: ${count} section${count === 1 ? "" : "s"} left out]\n`;
}
