/**
 * How far the estimates are from real tokenizers, by kind of text. Run by hand, never in the gate:
 *
 *   deno run -A tests/bench/tokenizer.ts [FOLDER OF SKILL.md FILES]
 *
 * The tokenizer of today's Claude models is not public. Two stand-ins: the one its maker published
 * for Claude 2 (`@anthropic-ai/tokenizer`), and `o200k_base` of another maker (`gpt-tokenizer`).
 */
import { ESTIMATES, estimateTokens } from "../../src/budget/estimate.ts";
import { SAMPLES } from "./tokenizer_samples.ts";
import { inShared } from "../support/shared.ts";

type Count = (text: string) => number;

/** Not literals, so that checking this project never asks for these packages. */
const PACKAGES = {
  claude2: "npm:@anthropic-ai/tokenizer@0.0.4",
  o200k: "npm:gpt-tokenizer@4.0.0/encoding/o200k_base",
};
/** Shorter pieces say more about rounding than about text. */
const MIN_LENGTH = 200;
/** Every fifth file: the others were looked at when the better estimate's figures were chosen. */
const STRIDE = 5;

const { countTokens } = await import(PACKAGES.claude2);
const { encode } = await import(PACKAGES.o200k);
const TOKENIZERS: Readonly<Record<string, Count>> = {
  "Claude 2": (text) => countTokens(text),
  o200k: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

const kinds = new Map<string, string[]>();
function add(kind: string, text: string): void {
  if (text.length >= MIN_LENGTH) kinds.set(kind, [...kinds.get(kind) ?? [], text]);
}

const folder = Deno.args[0] ?? inShared("corpus/skills");
for (const [index, path] of (await files(folder)).entries()) {
  if (index % STRIDE !== 0) continue;
  const text = Deno.readTextFileSync(path);
  add("whole SKILL.md", text);
  for (const [kind, part] of Object.entries(parts(text))) add(kind, part);
}
for (const [kind, samples] of Object.entries(SAMPLES)) {
  for (const text of samples) addSample(kind, text);
}

function addSample(kind: string, text: string): void {
  kinds.set(kind, [...kinds.get(kind) ?? [], text]);
}

/** English prose, code and tables of one file, each put together. */
function parts(text: string): Record<string, string> {
  const found = { "English prose": "", "code": "", "tables": "" };
  let inCode = false;
  for (const line of text.split("\n")) {
    if (line.trimStart().startsWith("```")) inCode = !inCode;
    else if (inCode) found.code += `${line}\n`;
    else if (line.startsWith("|")) found.tables += `${line}\n`;
    else found["English prose"] += `${line}\n`;
  }
  return found;
}

async function files(root: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(root)) {
    const path = `${root}/${entry.name}`;
    if (entry.isDirectory) found.push(...await files(path));
    else if (entry.name.endsWith(".md")) found.push(path);
  }
  return found.sort();
}

const percent = (share: number) => `${share > 0 ? "+" : ""}${Math.round(share * 100)} %`;
for (const [name, count] of Object.entries(TOKENIZERS)) {
  console.log(`\nAgainst ${name}:\n`);
  console.log(
    "| kind of text | samples | tokens | " +
      ESTIMATES.map(({ name }) => `\`${name}\`: sum | 10 %…90 %`).join(" | ") + " |",
  );
  console.log(`| - | -: | -: |${" -: | -: |".repeat(ESTIMATES.length)}`);
  for (const [kind, texts] of kinds) {
    const real = texts.map(count);
    const total = real.reduce((a, b) => a + b, 0);
    const cells = ESTIMATES.map((estimate) => {
      const guess = texts.map((text) => estimateTokens(text, estimate));
      const sum = guess.reduce((a, b) => a + b, 0);
      const errors = guess.map((one, index) => one / real[index]! - 1).sort((a, b) => a - b);
      const at = (share: number) => percent(errors[Math.round((errors.length - 1) * share)]!);
      return `${percent(sum / total - 1)} | ${at(0.1)}…${at(0.9)}`;
    });
    console.log(`| ${kind} | ${texts.length} | ${total} | ${cells.join(" | ")} |`);
  }
}
