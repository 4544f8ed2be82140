/** What must hold for every set of fragments: thousands of made-up ones, the same on every run. */
import { assert, assertEquals } from "@std/assert";
import { openFence } from "../../src/base/markdown_ranges.ts";
import { graphemeEdge } from "../../src/budget/cut.ts";
import {
  BYTES,
  CHARACTERS,
  type Estimate,
  ESTIMATES,
  estimateTokens,
} from "../../src/budget/estimate.ts";
import { fitFragments, type Fragment, RANKS } from "../../src/budget/fit.ts";
import { fitEvent } from "../../src/budget/fit_event.ts";
import { fitText } from "../../src/budget/fit_text.ts";
import { bodyOffset } from "../../src/skill/frontmatter.ts";
import { sharedFiles } from "../support/shared.ts";

const ROUNDS = 1500;
const rank = (source: string) => RANKS.get(source)!;
const SOURCES = [...RANKS.keys()];
/** Everything a cut could break. */
const ATOMS = [
  "word ",
  "Another sentence, with 42 numbers. ",
  "\n",
  "\n\n",
  "\r\n",
  "# Title\n",
  "## Summary\n",
  "## Core Rules\n",
  "### Example 1\n",
  "## References\n",
  "## Examples\n",
  "é",
  "e\u0301",
  "漢字",
  "かな",
  "한글",
  "👩‍👩‍👧‍👦",
  "🇫🇷🇯🇵",
  "👍🏽",
  "\n```ts\nconst a = 1;\n",
  "\n```\n",
  "\n~~~~\n",
  "| a | b |\n",
  "क्षि",
  "กำ",
  "\u200d",
  "a\u0300\u0301\u0302\u0303",
  "    ",
  "---\n",
  "x".repeat(60),
];

/** A small generator (mulberry32), so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function makeText(next: (below: number) => number, maxAtoms: number): string {
  return Array.from({ length: next(maxAtoms) }, () => ATOMS[next(ATOMS.length)]!).join("");
}

function graphemes(text: string): Set<number> {
  const edges = new Set([text.length]);
  for (const { index } of new Intl.Segmenter("und").segment(text)) edges.add(index);
  return edges;
}

/** Tokens of the dearest two lines that follow each other, blank ones between them counted: what no limit can take apart. */
function dearestLines(text: string, estimate: Estimate): number {
  const lines = text.match(/(?:[ \t\r]*\n)*[^\n]*[^\s][^\n]*(?:\n|$)/g) ?? [];
  const costs = lines.map((line) => estimateTokens(line.slice(0, 600), estimate));
  return Math.max(0, ...costs.map((cost, index) => cost + (costs[index + 1] ?? 0)));
}

/** What holds for one text and all limits. */
function assertFits(text: string, limits: readonly number[], estimate: Estimate): void {
  const whole = estimateTokens(text, estimate);
  const piece = dearestLines(text, estimate);
  let before = 0;
  for (const max of limits.toSorted((a, b) => a - b)) {
    const fitted = fitText(text, max, estimate)?.text;
    const about = () => JSON.stringify({ max, whole, fitted, text }).slice(0, 3000);
    const tokens = fitted === undefined ? 0 : estimateTokens(fitted, estimate);
    assert(tokens <= max, about());
    assert(tokens >= before, `${before} before, now ${tokens}: ${about()}`);
    before = tokens;
    if (whole <= max) assertEquals(fitted, text);
    // A notice takes a fifth of what it stands under; the shortest one of a small limit a little more.
    else assert(max - tokens <= Math.max(max * 0.2, piece + max / 6 + 12), `${tokens}: ${about()}`);
    if (fitted === undefined || fitted === text) continue;
    assertEquals(fitted.isWellFormed(), true);
    const notice = fitted.lastIndexOf("\n\n[");
    assert(notice > 0 && fitted.endsWith("]"), about());
    const from = bodyOffset(fitted);
    assertEquals(openFence(fitted, from), undefined, about());
    assertEquals(openFence(fitted.slice(0, notice), from), undefined, about());
  }
}

Deno.test("fitText() gives more for more, fills its limit, closes fences and counts for any text", () => {
  const next = generator(1);
  for (let round = 0; round < ROUNDS; round++) {
    const text = (next(2) === 0 ? "---\nname: a\n---\n" : "") + makeText(next, 120);
    const limits = Array.from({ length: 8 }, () => next(300));
    for (const estimate of [...ESTIMATES, CHARACTERS]) assertFits(text, limits, estimate);
  }
});

Deno.test("fitText() breaks no character of a text without line ends", () => {
  const next = generator(4);
  for (let round = 0; round < ROUNDS / 10; round++) {
    const text = makeText(next, 900).replaceAll(/[\n\r`~[\]]/g, "");
    const fitted = fitText(text, 200)?.text ?? text;
    const end = fitted === text ? text.length : fitted.lastIndexOf("\n\n[");
    assert(graphemes(text).has(end) || text[end] === " ", JSON.stringify([text, fitted]));
  }
});

Deno.test("fitText() keeps its promises for every skill of the corpus", () => {
  const next = generator(6);
  for (const text of sharedFiles("corpus/skills", ".md")) {
    const whole = estimateTokens(text);
    const limits = [whole - 1, whole - 266, Math.ceil(whole * 0.83), next(whole), next(2000), 300];
    assertFits(text, limits.filter((limit) => limit > 0), BYTES);
  }
});

Deno.test("graphemeEdge() agrees with a segmenter that sees the whole text", () => {
  const next = generator(2);
  for (let round = 0; round < ROUNDS; round++) {
    const text = makeText(next, 20);
    const edges = graphemes(text);
    let last = 0;
    for (let index = 0; index <= text.length; index++) {
      if (edges.has(index)) last = index;
      const isInPair = (text.codePointAt(index - 1) ?? 0) > 0xffff;
      if (!isInPair) assertEquals(graphemeEdge(text, index), last, JSON.stringify([text, index]));
    }
  }
});

Deno.test("fitFragments() keeps the sum, the ranks and the order for any fragments", () => {
  const next = generator(3);
  for (let round = 0; round < ROUNDS; round++) {
    const fragments = Array.from({ length: next(8) }, (_, index): Fragment => ({
      name: `f${index}`,
      source: SOURCES[next(SOURCES.length)]!,
      text: makeText(next, 60),
    }));
    const budget = { total: 1 + next(300), perSkill: next(3) === 0 ? 0 : 1 + next(150) };
    const estimate = ESTIMATES[next(ESTIMATES.length)]!;
    const plainCut = next(2) === 0;
    const { fragments: kept, excluded, tokens } = fitFragments(fragments, budget, {
      estimate,
      plainCut,
    });
    const costs = kept.map(({ text }) => estimateTokens(text, estimate));
    assertEquals(tokens, costs.reduce((sum, cost) => sum + cost, 0));
    assertEquals(kept.map(({ tokens }) => tokens), costs);
    assert(tokens <= budget.total);
    if (budget.perSkill > 0) { for (const cost of costs) assert(cost <= budget.perSkill); }
    for (const { text } of kept) assertEquals(text.isWellFormed(), true);
    // Nothing is lost and nothing is there twice.
    const names = [...kept, ...excluded].map(({ name }) => name).sort();
    assertEquals(names, fragments.map(({ name }) => name).sort());
    // By rank, and by position within a rank.
    const places = kept.map(({ name, source }) => rank(source) * 100 + Number(name.slice(1)));
    assertEquals(places, places.toSorted((a, b) => a - b));
    // Whoever lost something to the total comes after everyone who lost nothing to it.
    const all = [...kept, ...excluded].map(({ name, source, ...rest }) => ({
      place: rank(source) * 100 + Number(name.slice(1)),
      lost: "why" in rest && rest.why === "total",
    })).sort((a, b) => a.place - b.place);
    const first = all.findIndex(({ lost }) => lost);
    if (first >= 0) assert(all.slice(first).every(({ lost }) => lost));
    for (const { name, text, cut } of kept) {
      const original = fragments.find((fragment) => fragment.name === name)!.text;
      assertEquals(cut, text !== original);
      if (plainCut) assert(original.startsWith(text));
      else if (cut) assert(text.endsWith("]"));
    }
  }
});

Deno.test("fitEvent() keeps the limit and names what is missing for any parts", () => {
  const next = generator(5);
  for (let round = 0; round < ROUNDS; round++) {
    const parts = Array.from({ length: next(6) }, (_, index) => ({
      name: `part ${index}`,
      text: makeText(next, 40),
      isWhole: next(3) === 0,
    }));
    const limit = 50 + next(900);
    const { text, cut, excluded } = fitEvent(parts, limit);
    assert(text.length <= limit, `${text.length} > ${limit}`);
    assertEquals(text.isWellFormed(), true);
    for (const { name, isWhole, text: whole } of parts) {
      if (isWhole) assertEquals(cut.includes(name), false);
      if (!cut.includes(name) && !excluded.includes(name)) assert(text.includes(whole));
    }
    if (excluded.length > 0) assert(text.includes("left out"), JSON.stringify(text));
  }
});
