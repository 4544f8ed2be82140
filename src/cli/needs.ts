/** `skillhook agent needs`: what a subagent's output asks for, and the call that brings it. */
import type { Host, Outcome } from "../host/host.ts";
import { type Needs, readNeeds } from "../payload/needs.ts";
import { fileOperand } from "./named_input.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** What the exit codes of a spawn mean for the next one. */
const MEANINGS: Readonly<Record<number, string>> = {
  4: "the task was not found: check its identifier and the file of tasks",
  6: "a skill or a value was missing: name another skill, or set the value with --set",
  10: "the payload was over budget: name fewer skills or a lower --strategy",
};

export async function needsVerb(options: Given<"agent needs">, host: Host): Promise<Outcome> {
  const text = await fileOperand(options, host);
  const found = readNeeds(text);
  const needs = { ...found, exitCode: options.count("exit-code") ?? found.exitCode };
  if (!options.flag("json")) return success(toText(needs));
  const { skills, references, values } = needs;
  return success(JSON.stringify({ skills, references, values, exit_code: needs.exitCode ?? null }));
}

function toText({ skills, references, values, exitCode = 0 }: Needs): string {
  const meaning = MEANINGS[exitCode] ??
    "the task failed: spawn it again with --strategy comprehensive";
  const lines = [
    ...skills.length === 0 ? [] : [`Skills: add ${skills.join(",")} to the next spawn`],
    ...references.map((name) => `Reference: @${name} is not there: --include ${name} brings it`),
    ...values.map((name) => `Value: --set ${name}=…`),
    ...exitCode === 0 ? [] : [`Exit code ${exitCode}: ${meaning}`],
  ];
  return lines.length === 0 ? "The output asks for nothing" : lines.join("\n");
}
