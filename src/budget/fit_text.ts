/**
 * The one way in which a text is shortened. Its lines have an order that no limit changes: sections by worth, lines
 * within a section. The longest beginning that fits with its notice is taken, so more room never gives less.
 */
import { counted } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import { graphemeEdge, withClosedFence } from "./cut.ts";
import { BYTES, type Estimate, estimateTokens, toTokens } from "./estimate.ts";
import { type Section, sections, WORTHS } from "./sections.ts";

/** Says how much is missing, and of which sections; several wordings, the longest first. */
type Notices = readonly ((leftOut: number, titles: readonly string[]) => string)[];

/** Names of sections in a notice, and UTF-16 units of each. */
const MAX_TITLES = 12;
const MAX_TITLE = 60;

const BUDGET_NOTICES: Notices = [
  (leftOut, titles) =>
    `[skillhook: about ${counted(leftOut, "token")} left out${
      named(titles)
    } to stay within the context budget]`,
  (leftOut, titles) => `[skillhook: ${counted(leftOut, "token")} cut${named(titles)}]`,
  (leftOut) => `[skillhook: ${counted(leftOut, "token")} cut]`,
  () => "[skillhook: cut]",
  () => "[cut]",
];

function named(titles: readonly string[]): string {
  const names = titles.slice(0, MAX_TITLES).map((title) => `"${title.slice(0, MAX_TITLE)}"`);
  const more = titles.length - names.length;
  if (more > 0) names.push(counted(more, "more section"));
  return names.length === 0 ? "" : ` from ${names.join(", ")}`;
}

/** A notice costs at most this share of what it stands under, unless it is the shortest one. */
const NOTICE_SHARE = 1 / 5;
/** Stands where a section ends early and others follow. */
const MARK = "\n\n[cut]\n\n";
/** An introduction or an example larger than this share of the text has to wait for its turn. */
const SMALL_SHARE = 1 / 8;
/** Units by which a sum over lines may be above the real cost, beside white space that is trimmed. */
const SLACK = 16;

/** What a beginning of the order ends with: a section up to `end` in the text; what is up to there costs `units`. */
interface Step {
  readonly section: Section;
  readonly end: number;
  readonly units: number;
  /** Units that it costs at least: white space at an end is trimmed. */
  readonly least: number;
}

/**
 * Shortens a text, notice included. Frontmatter comes first, then Summary and Core Rules, then a short introduction and
 * the first example, then everything else, References and Appendix last. `undefined`: not even the first line fits.
 */
export function fitText(
  text: string,
  maxTokens: number,
  estimate: Estimate = BYTES,
  notices: Notices = BUDGET_NOTICES,
): { readonly text: string; readonly leftOut: readonly string[] } | undefined {
  const cost = (part: string) => estimate.measure(part, Infinity).units;
  const max = maxTokens * estimate.unitsPerToken;
  const whole = cost(text);
  if (whole <= max) return { text, leftOut: [] };
  const all = sections(text);
  const opening = all.find(({ worth }) => worth !== "head");
  const byTurn = groupBy(all, (section) => {
    const { start, end, worth } = section;
    const isEarly = worth === (section === opening ? "ordinary" : "example");
    if (isEarly && cost(text.slice(start, end)) <= whole * SMALL_SHARE) return "example";
    return worth === "example" ? "ordinary" : worth;
  });
  const order = WORTHS.flatMap((worth) => byTurn.get(worth) ?? []);
  const places = new Map(order.map((section, place) => [section, place]));
  const steps = stepsOf(text, order, max, cost);
  for (const step of steps.toReversed()) {
    const leftOut = titlesBehind(step);
    const notice = noticeOf(step.units, leftOut);
    if (step.least + cost(notice) > max) continue;
    const kept = shown(step);
    const fitted = `${kept}\n\n${notice}`;
    if (kept.trim() !== "" && estimateTokens(fitted, estimate) <= maxTokens) {
      return { text: fitted, leftOut };
    }
  }
  return undefined;

  function titlesBehind({ section, end }: Step): string[] {
    const place = places.get(section)! + (end < section.end ? 0 : 1);
    const titles = all.filter((one) => places.get(one)! >= place).map(({ title }) => title);
    return [...new Set(titles.filter((title) => title !== ""))];
  }

  /** Depends on the step alone: with a wording that a limit chooses, more room could give less. */
  function noticeOf(units: number, titles: readonly string[]): string {
    const leftOut = toTokens(whole - units, estimate);
    const texts = notices.map((notice) => notice(leftOut, titles));
    return texts.find((notice) => cost(notice) <= units * NOTICE_SHARE) ?? texts.at(-1)!;
  }

  function shown({ section, end }: Step): string {
    const place = places.get(section)!;
    const kept = all.filter((one) => places.get(one)! <= place);
    const at = kept.indexOf(section);
    const join = (some: readonly Section[]) =>
      some.map((one) => text.slice(one.start, one === section ? end : one.end)).join("");
    if (end === section.end) return withClosedFence(join(kept));
    const begun = join(kept.slice(0, at + 1));
    const closed = section.worth === "head" ? `${begun.trimEnd()}\n---` : withClosedFence(begun);
    const behind = join(kept.slice(at + 1));
    return behind.trim() === "" ? closed : withClosedFence(`${closed}${MARK}${behind}`);
  }
}

function stepsOf(text: string, order: Section[], max: number, cost: (part: string) => number) {
  const steps: Step[] = [];
  let units = 0;
  let blanks = 0;
  for (const section of order) {
    const own = text.slice(section.start, section.end);
    blanks = Math.max(blanks, cost(own.slice(own.trimEnd().length)));
    let start = section.start;
    for (const end of pieceEnds(text, section)) {
      units += cost(text.slice(start, end));
      const least = units - blanks - SLACK;
      if (least > max) return steps;
      steps.push({ section, end, units, least });
      start = end;
    }
  }
  return steps;
}

/** UTF-16 units: a line longer than that is taken apart between words. */
const LONG_LINE = 512;
const LINE_PART = 128;
/** A line with the blank ones before it, and at the end those behind it. */
const LINE_REGEXP = /[ \t\r\n]*[^\n]+\n?(?:[ \t\r\n]+$)?|[ \t\r\n]+$/g;

/** Where the pieces of a section end: its lines. The first one, a heading, is nothing without the next one. */
function* pieceEnds(text: string, { start, end }: Section): Generator<number> {
  let at = start;
  for (const { 0: line, index } of text.slice(start, end).matchAll(LINE_REGEXP)) {
    if (index === 0 && line.length <= LONG_LINE && line.length < end - start) continue;
    const [lineStart, lineEnd] = [start + index, start + index + line.length];
    if (at < lineStart && lineEnd - at > LONG_LINE) {
      if (line.length <= LONG_LINE) yield at = partEnd(text, at, lineEnd);
      if (at < lineStart) yield at = lineStart;
    }
    while (lineEnd - at > LONG_LINE) yield at = partEnd(text, at, lineEnd);
    yield at = lineEnd;
  }
}

function partEnd(text: string, start: number, limit: number): number {
  for (let size = LINE_PART; start + size < limit; size *= 2) {
    const edge = graphemeEdge(text, start + size);
    const blank = text.slice(start, edge).lastIndexOf(" ") + 1;
    if (blank > size / 2) return start + blank;
    if (edge > start) return edge;
  }
  return limit;
}
