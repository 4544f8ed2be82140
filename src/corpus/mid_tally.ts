/** Counts of requests in mid-sentence, apart from everything else: they are no chains, and how many could be read. */
import type { CorpusPrompt } from "./corpus_prompt.ts";
import { excerpt } from "./excerpt.ts";
import type { Reading } from "./read_tiers.ts";
import type { Truth } from "./truth.ts";

/** Counts for one registry. */
export interface MidTally {
  /** Prompts of which somebody has said whether they ask for a command elsewhere. */
  judged: number;
  /** Prompts that ask for a command elsewhere than at the start. */
  requests: number;
  /** Of these, the ones the proposed rule reads with exactly the right names. */
  readable: number;
  byRule: { order: number; last: number };
  /** Prompts in which it reads something nobody asked for. */
  falsePositives: number;
  /** Hits in prompts nobody has read. */
  unread: number;
  /** What came out for each request, and for each false positive. */
  rows: MidRow[];
}

/** One prompt. */
export interface MidRow {
  readonly id: string;
  readonly asked: readonly string[] | undefined;
  readonly got: readonly string[];
  readonly excerpt: string;
}

/** @returns A tally of nothing. */
export function emptyMidTally(): MidTally {
  return {
    judged: 0,
    requests: 0,
    readable: 0,
    byRule: { order: 0, last: 0 },
    falsePositives: 0,
    unread: 0,
    rows: [],
  };
}

/**
 * Adds one prompt.
 *
 * @param tally The counts.
 * @param prompt The prompt.
 * @param truth What it asks for.
 * @param reading What was read.
 */
export function countMid(
  tally: MidTally,
  prompt: CorpusPrompt,
  { mid }: Truth,
  reading: Reading,
): void {
  const got = reading.mid?.invocations.map(({ skill }) => skill) ?? [];
  const asked = (mid?.length ?? 0) > 0;
  if (mid !== undefined) tally.judged++;
  if (!asked && got.length === 0) return;
  tally.rows.push({ id: prompt.id, asked: mid, got, excerpt: excerpt(prompt.text) });
  if (mid === undefined) tally.unread++;
  if (asked) tally.requests++;
  if (got.length === 0 || mid === undefined) return;
  if (asked && got.join() === mid.join()) {
    tally.readable++;
    for (const rule of reading.mid!.rules) tally.byRule[rule]++;
  } else if (got.some((name) => !mid.includes(name))) tally.falsePositives++;
}
