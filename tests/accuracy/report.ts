/** Reports on a file and on the two generated sets, for `deno task accuracy` and its tests. */
import { readCorpus } from "./read_corpus.ts";
import { registryOf } from "./registries.ts";
import { makeReport, type ReadPrompt, type Report } from "./tier_report.ts";
import { recall } from "./tally.ts";
import { correctedTruth, readCorrections, truthByLabel } from "./truth.ts";
import { mergeShortcuts } from "../../src/shortcuts/builtin.ts";
import { adversarialNames, adversarialPrompts, chainNames, chainPrompts } from "./adversarial.ts";
import { DEFAULTS } from "../support/settings.ts";

/** A report with what could not be read. */
export interface Accuracy {
  readonly report: Report;
  readonly flaws: readonly string[];
}

/** The share of chains that may be missed. */
const MAX_MISSED = 0.05;
const SHORTCUTS = mergeShortcuts(DEFAULTS);

/**
 * Reports on a corpus.
 *
 * @param corrections A file of corrections; without it the corpus' own labels and names count.
 */
export async function fileReport(path: string, corrections?: string): Promise<Accuracy> {
  const corpus = readCorpus(Deno.readTextFileSync(path), path);
  const { truths, flaws } = corrections === undefined
    ? { truths: undefined, flaws: [] }
    : readCorrections(Deno.readTextFileSync(corrections), corrections);
  const prompts = corpus.prompts.map((prompt): ReadPrompt => ({
    ...prompt,
    truth: truths === undefined ? truthByLabel(prompt) : correctedTruth(prompt, truths),
  }));
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const report = await makeReport(prompts, { name, shortcuts: SHORTCUTS });
  return { report, flaws: [...corpus.flaws, ...flaws] };
}

/**
 * Reports on the adversarial set and on the chain set.
 *
 * @returns One report each; the registry is the set's own.
 */
export async function generatedReports(): Promise<Accuracy[]> {
  const adversarial = [...adversarialPrompts()].map(({ id, kind, prompt, expect }): ReadPrompt => {
    const [head = ""] = prompt.trim().split(/\s/, 1);
    const args = prompt.trim().slice(head.length).trim();
    return {
      ...{ id, kind, source: "", text: prompt },
      truth: {
        label: expect === null ? "no command" : "single skill",
        expect: expect === null ? null : [{ skill: head.slice(1), args }],
        mentioned: [],
      },
    };
  });
  const chains = [...chainPrompts()].map(({ id, kind, prompt, expect }): ReadPrompt => ({
    ...{ id, kind: kind.split(/[ ,]/, 1)[0]!, source: "", text: prompt },
    truth: { label: `chain of ${expect.length}`, expect, mentioned: [] },
  }));
  return [
    await generated("adversarial set", adversarial, adversarialNames),
    await generated("chain set", chains, chainNames),
  ];
}

async function generated(
  name: string,
  prompts: readonly ReadPrompt[],
  names: readonly string[],
): Promise<Accuracy> {
  const registry = registryOf(names);
  const registries = [{ name: "its own names", forSource: () => registry }];
  return {
    report: await makeReport(prompts, { name, shortcuts: SHORTCUTS, registries }),
    flaws: [],
  };
}

/**
 * The gate.
 *
 * @returns Whether there is no false positive in any registry, and under 5 % of the chains are missed or wrong.
 */
export function passes({ registries }: Report): boolean {
  return registries.every(({ total }) =>
    total.falsePositives === 0 && 1 - (recall(total) ?? 1) < MAX_MISSED
  );
}
