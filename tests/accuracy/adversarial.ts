/**
 * Hostile prompts for the continuation parser, made from templates so that the set is the same on
 * every machine and copies nobody's text. Beside them: real chains in all spellings, and the cases
 * where no syntax can know.
 */
import { ADVERSARIAL_NAMES } from "./registries.ts";
import { TEMPLATES } from "./adversarial_templates.ts";
import { PLAIN_TEMPLATES } from "./plain_templates.ts";

/** Registered all at once, all cooperative, with empty default exits. */
export const adversarialNames = ADVERSARIAL_NAMES;
export { borderlinePrompts } from "./borderline_prompts.ts";
export type { BorderlinePrompt } from "./borderline_prompts.ts";
export { chainNames, chainPrompts } from "./chain_prompts.ts";
export type { ChainPrompt } from "./chain_prompts.ts";

/** A prompt that must give no chain: none at all, or only the skill it begins with. */
export interface AdversarialPrompt {
  readonly id: string;
  readonly kind: string;
  readonly prompt: string;
  /** `"single"`: the first skill, with all text after its name, trimmed, as its args. */
  readonly expect: null | "single";
}

/** Names for the templates; three neighbours go into one text. */
const FILL = "review test api src usr tmp home commit docs mail search users plan login etc".split(
  " ",
);
const LEADS = [
  "design",
  "review",
  "plan-adhoc",
  "superpowers:brainstorming",
  "plan",
  "s",
  "plan_tdd",
];
/** Structures that only mean something at the start of a line. */
const LINE_STARTS = ["```", "~~~", ">", "[x]:", "---", "-/", "#!", "$ "];

/**
 * Makes the set, in a fixed order.
 *
 * @returns Prompts with their expected answer, given a registry of {@linkcode adversarialNames}.
 */
export function* adversarialPrompts(): Generator<AdversarialPrompt> {
  let number = 0;
  for (const [kind, templates] of Object.entries(TEMPLATES)) {
    for (const template of templates) {
      for (const text of fillings(template)) {
        yield { id: `adv-${++number}`, kind, prompt: text, expect: null };
        yield { id: `adv-${++number}`, kind, prompt: behindSkill(text, number), expect: "single" };
      }
    }
  }
  for (const template of PLAIN_TEMPLATES) {
    for (const text of fillings(template)) {
      yield { id: `adv-${++number}`, kind: "not at the start", prompt: text, expect: null };
    }
  }
}

/** One text per run of neighbours in the list of names; a template without names gives one per number. */
function* fillings(template: string): Generator<string> {
  const seen = new Set<string>();
  for (let turn = 0; turn < FILL.length; turn += 2) {
    const text = fill(template, turn);
    if (!seen.has(text)) yield text;
    seen.add(text);
  }
}

function fill(template: string, turn: number): string {
  const name = (offset: number) => FILL[(turn + offset) % FILL.length]!;
  return template
    .replaceAll("$a", name(0))
    .replaceAll("$b", name(1))
    .replaceAll("$c", name(2))
    .replaceAll("$n", String(turn % 8 + 1));
}

function behindSkill(text: string, number: number): string {
  const lead = LEADS[number % LEADS.length]!;
  const blank = LINE_STARTS.some((start) => text.startsWith(start)) ? "\n" : " ";
  const indent = number % 11 === 0 ? "  " : "";
  return `${indent}/${lead}${number % 5 === 0 ? "\n" : blank}${text}`;
}

/** Anything that reads a prompt against a set of registered names (empty default exits). */
export type Reader = (prompt: string, names: readonly string[]) => ReadChain | null;

/** What a reader found: the shape of the parser's answer. */
export interface ReadChain {
  readonly current: { readonly skill: string; readonly args: string };
  readonly continuation: readonly { readonly skill: string; readonly args: string }[];
}

/**
 * Runs a reader over the set.
 *
 * @returns The prompts it got wrong, each with its answer.
 */
export function adversarialFailures(
  read: Reader,
): { wrong: AdversarialPrompt; answer: ReadChain | null }[] {
  const failures: { wrong: AdversarialPrompt; answer: ReadChain | null }[] = [];
  for (const wrong of adversarialPrompts()) {
    const answer = read(wrong.prompt, adversarialNames);
    if (!isExpected(wrong, answer)) failures.push({ wrong, answer });
  }
  return failures;
}

function isExpected({ prompt, expect }: AdversarialPrompt, answer: ReadChain | null): boolean {
  if (expect === null) return answer === null;
  if (answer === null || answer.continuation.length > 0) return false;
  const [head] = prompt.trim().split(/\s/, 1);
  return head === `/${answer.current.skill}` &&
    prompt.trim().slice(head.length).trim() === answer.current.args;
}
