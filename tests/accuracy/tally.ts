/**
 * Counts of right and wrong answers. A prompt is counted once as right or wrong, and a wrong answer may be both: a
 * chain that names a skill nobody asked for is a false positive, one that lacks a skill a false negative.
 */
import type { Invocation } from "../../src/continuation/chain.ts";
import { digestArgs, type ExpectedStep } from "./truth.ts";

/** Counts of one group of prompts. */
export interface Tally {
  prompts: number;
  /** Prompts that ask for a chain, a single skill included. */
  expected: number;
  /** Prompts with a chain that was read. */
  detections: number;
  /** Detections with exactly the skills asked for, and their arguments where these are known. */
  correct: number;
  falsePositives: number;
  falseNegatives: number;
  /** The right skills with wrong arguments. */
  wrongArguments: number;
}

/** How one answer compares. */
export interface Verdict {
  readonly falsePositive: boolean;
  readonly falseNegative: boolean;
  readonly wrongArguments: boolean;
}

/** @returns A tally of nothing. */
export function emptyTally(): Tally {
  return {
    prompts: 0,
    expected: 0,
    detections: 0,
    correct: 0,
    falsePositives: 0,
    falseNegatives: 0,
    wrongArguments: 0,
  };
}

/**
 * Compares an answer with the truth.
 *
 * @param got The chain that was read; empty for none.
 * @param expect The chain asked for, or `null`.
 * @returns What is wrong; nothing when all three are false.
 */
export async function compare(
  got: readonly Invocation[],
  expect: readonly ExpectedStep[] | null,
): Promise<Verdict> {
  const wanted = expect ?? [];
  const common = commonLength(got.map(({ skill }) => skill), wanted.map(({ skill }) => skill));
  const falsePositive = common < got.length;
  const falseNegative = common < wanted.length;
  if (falsePositive || falseNegative) {
    return { falsePositive, falseNegative, wrongArguments: false };
  }
  let wrongArguments = false;
  for (const [index, { args, argsDigest }] of wanted.entries()) {
    const own = got[index]!.args;
    if (args !== undefined && args !== own) wrongArguments = true;
    if (argsDigest !== undefined && argsDigest !== await digestArgs(own)) wrongArguments = true;
  }
  return { falsePositive, falseNegative, wrongArguments };
}

/** Adds one prompt to a tally. */
export function count(tally: Tally, expected: boolean, detected: boolean, verdict: Verdict): void {
  const { falsePositive, falseNegative, wrongArguments } = verdict;
  tally.prompts++;
  if (expected) tally.expected++;
  if (detected) tally.detections++;
  if (falsePositive) tally.falsePositives++;
  if (falseNegative) tally.falseNegatives++;
  if (wrongArguments) tally.wrongArguments++;
  if (detected && !falsePositive && !falseNegative && !wrongArguments) tally.correct++;
}

/** @returns Correct answers per detection, or `undefined` where nothing was detected. */
export function precision({ correct, detections }: Tally): number | undefined {
  return detections === 0 ? undefined : correct / detections;
}

/** @returns Correct answers per prompt that asks for a chain, or `undefined` where none does. */
export function recall({ correct, expected }: Tally): number | undefined {
  return expected === 0 ? undefined : correct / expected;
}

/** Length of the longest common subsequence: names both lists have, in the same order. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const name of left) {
    const next = [0];
    for (const [index, other] of right.entries()) {
      next.push(name === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
