/**
 * Chains and mentions as people write them, one prompt a line: `¦` stands on both sides of what joins
 * two entries and is no part of the prompt; `\n` is a line break, `\\` a backslash. A name that is not
 * set apart by `¦` is a word of somebody's sentence and belongs to the arguments.
 */
import { parseContinuation } from "../../src/continuation/parse.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { registryOf } from "./registries.ts";

/** A prompt with its entries as they must be read, `/name args` each. */
export interface Reading {
  readonly prompt: string;
  readonly expect: readonly string[];
}

/** The skills we ship, which is what these prompts are about. */
const REGISTRY = registryOf("design plan-adhoc plan-tdd orchestrate handoff commit".split(" "));

/** The prompts of one file, such as `chains_blind`. */
export function readings(name: string): Reading[] {
  const text = Deno.readTextFileSync(inProject(`tests/accuracy/readings/${name}.txt`));
  return text.trim().split("\n").map((line) => {
    const whole = line.replaceAll(/\\([n\\])/g, (_, mark) => mark === "n" ? "\n" : "\\");
    // Entries and what joins them, in turn.
    const entries = whole.split("¦").filter((_, index) => index % 2 === 0);
    return {
      prompt: whole.replaceAll("¦", ""),
      expect: entries.map((entry) =>
        entry.trim().replace(/^(\/[\w:-]+)(?:[.!]$|(?=,)|\s+)/, "$1 ").trim()
      ),
    };
  });
}

/** What the parser reads, in the same words. */
export function readPrompt(prompt: string): string[] {
  const chain = parseContinuation(prompt, REGISTRY);
  if (chain === null) return [];
  return [chain.current, ...chain.continuation].map(({ skill, args }) =>
    `/${skill} ${args}`.trim()
  );
}

/** Those of a file that are read otherwise. */
export function misread(name: string): { readonly prompt: string; readonly got: string[] }[] {
  return readings(name).flatMap(({ prompt, expect }) => {
    const got = readPrompt(prompt);
    return got.join("\0") === expect.join("\0") ? [] : [{ prompt, got }];
  });
}
