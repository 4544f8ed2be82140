/** Reads a corpus against its registries, tier by tier in the hook's own order, and counts. */
import type { Invocation } from "../../src/continuation/chain.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import type { Registry } from "../../src/catalog/registry.ts";
import { matchShortcut, mayBeShortcut } from "../../src/shortcuts/match.ts";
import type { Shortcuts } from "../../src/shortcuts/builtin.ts";
import { type CorpusPrompt, excerpt } from "./read_corpus.ts";
import { type RegistryChoice, threeRegistries } from "./registries.ts";
import { compare, count, emptyTally, type Tally, type Verdict } from "./tally.ts";
import type { Truth } from "./truth.ts";

/** A prompt with what is known about it. */
export interface ReadPrompt extends CorpusPrompt {
  readonly truth: Truth;
}

/** What is counted for one registry. */
export interface RegistryReport {
  readonly name: string;
  readonly total: Tally;
  readonly byKind: Readonly<Record<string, Tally>>;
  readonly byLabel: Readonly<Record<string, Tally>>;
  /** Prompts nobody has read: no truth to compare with. */
  readonly unread: { prompts: number; detections: number; byKind: Record<string, number> };
  readonly tiers: Readonly<Record<Reading["tier"], number>>;
}

/** One prompt that was read otherwise than expected, or (where nobody said) one that was read at all. */
export interface Finding {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly label: string;
  readonly expected: readonly string[] | null | undefined;
  readonly got: readonly string[] | null;
  /** What is wrong; empty for a detection without a truth. */
  readonly wrong: readonly string[];
  /** Registries with this answer. */
  readonly registries: string[];
  /** The prompt's beginning, on one line. */
  readonly excerpt: string;
}

/** The whole report on one corpus. */
export interface Report {
  readonly name: string;
  readonly prompts: number;
  readonly registries: readonly RegistryReport[];
  readonly disagreements: readonly Finding[];
  readonly detections: readonly Finding[];
}

/** How to make a report. */
export interface ReportOptions {
  readonly name: string;
  readonly shortcuts: Shortcuts;
  /** Instead of the three usual ones. */
  readonly registries?: readonly RegistryChoice[];
}

/**
 * Makes a report.
 *
 * @returns Counts per registry, every disagreement, and every detection nobody has judged.
 */
export async function makeReport(
  prompts: readonly ReadPrompt[],
  options: ReportOptions,
): Promise<Report> {
  const named = prompts.map(({ source, text, truth }) => ({
    source,
    text,
    names: usedNames(truth),
  }));
  const choices = options.registries ?? threeRegistries(named);
  const findings = new Map<string, Finding>();
  const registries: RegistryReport[] = [];
  for (const choice of choices) {
    registries.push(await readAll(prompts, choice, options.shortcuts, findings));
  }
  const all = [...findings.values()];
  return {
    name: options.name,
    prompts: prompts.length,
    registries,
    disagreements: all.filter(({ wrong }) => wrong.length > 0),
    detections: all.filter(({ wrong }) => wrong.length === 0),
  };
}

async function readAll(
  prompts: readonly ReadPrompt[],
  choice: RegistryChoice,
  shortcuts: Shortcuts,
  findings: Map<string, Finding>,
): Promise<RegistryReport> {
  const report = {
    name: choice.name,
    total: emptyTally(),
    byKind: {} as Record<string, Tally>,
    byLabel: {} as Record<string, Tally>,
    unread: { prompts: 0, detections: 0, byKind: {} as Record<string, number> },
    tiers: { shortcut: 0, directive: 0, chain: 0, none: 0 },
  };
  for (const [index, prompt] of prompts.entries()) {
    const { truth, kind } = prompt;
    const reading = readTiers(prompt.text, choice.forSource(prompt.source), shortcuts);
    const detected = reading.tier === "chain";
    report.tiers[reading.tier]++;
    if (truth.expect === undefined) {
      report.unread.prompts++;
      if (!detected) continue;
      report.unread.detections++;
      report.unread.byKind[kind] = (own(report.unread.byKind, kind) ?? 0) + 1;
      note(findings, index, prompt, reading, [], choice.name);
      continue;
    }
    const verdict = await compare(reading.steps, truth.expect);
    const groups = [group(report.byKind, kind), group(report.byLabel, truth.label)];
    for (const tally of [report.total, ...groups]) {
      count(tally, truth.expect !== null, detected, verdict);
    }
    const wrong = complaints(verdict);
    if (wrong.length > 0) note(findings, index, prompt, reading, wrong, choice.name);
  }
  return report;
}

/** Kinds and labels are the corpus' own words: any text may be one. */
function group(groups: Record<string, Tally>, name: string): Tally {
  const known = own(groups, name);
  if (known !== undefined) return known;
  const tally = emptyTally();
  Object.defineProperty(groups, name, { value: tally, enumerable: true });
  return tally;
}

function own<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function usedNames({ expect, mentioned }: Truth): string[] {
  return [...(expect ?? []).map(({ skill }) => skill), ...mentioned];
}

function complaints({ falsePositive, falseNegative, wrongArguments }: Verdict): string[] {
  return [
    ...falsePositive ? ["false positive"] : [],
    ...falseNegative ? ["false negative"] : [],
    ...wrongArguments ? ["wrong arguments"] : [],
  ];
}

/** The same answer under several registries is one finding. */
function note(
  findings: Map<string, Finding>,
  index: number,
  { id, source, kind, text, truth }: ReadPrompt,
  { steps }: Reading,
  wrong: readonly string[],
  registry: string,
): void {
  const got = steps.length === 0 ? null : steps.map(({ skill }) => skill);
  const key = JSON.stringify([index, got, wrong]);
  const known = findings.get(key);
  if (known !== undefined) known.registries.push(registry);
  else {
    findings.set(key, {
      id,
      source,
      kind,
      label: truth.label,
      expected: truth.expect?.map(({ skill }) => skill) ?? truth.expect as null | undefined,
      got,
      wrong,
      registries: [registry],
      excerpt: excerpt(text),
    });
  }
}

/** What the hook would make of a prompt. */
interface Reading {
  /** `none`: the hook is silent. */
  readonly tier: "shortcut" | "directive" | "chain" | "none";
  /** The chain, the current skill first; empty for the other tiers. */
  readonly steps: readonly Invocation[];
}

function readTiers(prompt: string, registry: Registry, shortcuts: Shortcuts): Reading {
  const text = prompt.trim();
  if (text[0] === "/") {
    const chain = parseContinuation(text, registry);
    if (chain === null) return { tier: "none", steps: [] };
    return { tier: "chain", steps: [chain.current, ...chain.continuation] };
  }
  const match = mayBeShortcut(text) ? matchShortcut(text, shortcuts) : undefined;
  if (match === undefined) return { tier: "none", steps: [] };
  return { tier: match.typed.endsWith(":") ? "directive" : "shortcut", steps: [] };
}
