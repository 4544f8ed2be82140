/** The text a chain puts into the model's context. Its wording is a contract (docs/continuation-passing.md). */
import { byteLength, cutWhole } from "../base/fitted_text.ts";
import type { AgentWays } from "../host/host.ts";
import { CAP_TARGET } from "../protocol/decision.ts";
import type { Chain, Invocation } from "./chain.ts";
import { printArgs, printCall, printEntries, slashText } from "./chain.ts";

/** UTF-16 units of arguments printed per invocation, tried in turn until the text fits. */
const ARGS_LIMITS = [Infinity, 1_500, 700, 300, 100, 20];
/** Entries beyond these cannot fit, however short they are. */
const MAX_ENTRIES = 1_000;

const LAST_WORDS = "Do NOT include continuation metadata in Task tool prompts.";
const OTHER_LAST_WORDS = "Do NOT include continuation metadata in prompts for subagents.";
const ALL_LOADED =
  "\n\nThe texts of all skills of the chain may be in the prompt already. Follow the current one only; the others wait for their turn.";

/** Under the agent's cap: long arguments are cut, then the chain; the model has all of it in the user's prompt. */
export function contextText(chain: Chain, ways?: AgentWays): string {
  const { unknown = [], current, continuation } = chain;
  const runs = Math.min(unknown[0]?.at ?? Infinity, continuation.length);
  let entries = Math.min(runs, MAX_ENTRIES);
  for (let tries = 0;; tries++) {
    const isLast = tries >= ARGS_LIMITS.length;
    if (isLast) entries = Math.floor(entries / 2);
    const limit = ARGS_LIMITS[tries] ?? ARGS_LIMITS.at(-1)!;
    const cut = (step: Invocation) => ({ ...step, args: cutArgs(step.args, limit) });
    const shown = continuation.slice(0, entries).map(cut);
    const waiting = continuation.slice(runs, runs + MAX_ENTRIES).map(cut);
    const missing = runs - entries;
    const text = wordChain({ ...chain, current: cut(current), continuation: shown }, ways) +
      wordWaiting(unknown, waiting) + (missing === 0 ? "" : `

[skillhook: ${missing} more entries do not fit here: they are in the user's prompt, to be run after these]`);
    const size = ways?.countsBytes ? byteLength(text) : text.length;
    if (size <= CAP_TARGET || isLast && entries <= 1) return text;
  }
}

function wordChain({ current, continuation, isNotStarted }: Chain, ways?: AgentWays): string {
  const head = `[CONTINUATION-PASSING]\nCurrent: ${oneLine(slashText(current))}\nContinuation: `;
  const [next, ...rest] = continuation;
  const files = filesToRead([current, ...continuation], ways);
  const tool = ways === undefined ? " via Skill tool" : "";
  let call: string;
  if (isNotStarted === true && current.file === undefined) {
    call = `The agent has not started the current skill. Invoke it first${tool}:\n  ${
      printCall(current, continuation, ways)
    }`;
  } else if (next === undefined) {
    return `${head}(empty)\n\nSkill is terminal. No tail-call needed.${files}`;
  } else if (next.file === undefined) {
    call = `After completing the current skill, invoke the NEXT continuation entry${tool}:\n  ${
      printCall(next, rest, ways)
    }`;
  } else {
    const args = printArgs(next.args, rest);
    const how = ways !== undefined && args === ""
      ? "without arguments"
      : `with these arguments:\n  ${JSON.stringify(args)}`;
    call =
      `After completing the current skill, read the NEXT continuation entry's file and follow it as that skill, ${how}`;
  }
  return `${head}${printEntries(continuation) || "(empty)"}

${call}${files}${ways?.loadsAll ? ALL_LOADED : ""}

${ways === undefined ? LAST_WORDS : OTHER_LAST_WORDS}`;
}

/** What stands behind a name that leads nowhere may rest on it: it runs when the user has been asked. */
function wordWaiting(unknown: readonly { name: string }[], waiting: readonly Invocation[]): string {
  if (unknown.length === 0 || waiting.length === 0) return "";
  const names = [...new Set(unknown.map(({ name }) => `"/${name}"`))].slice(0, 5).join(", ");
  return `

Waiting for the user's word: ${printEntries(waiting)}
The prompt asks for ${names}, which cannot be a step of a chain. When the skills above have finished, say so and ask the user whether these shall run; invoke none of them unasked.`;
}

function filesToRead(chain: readonly Invocation[], ways?: AgentWays): string {
  const read = chain.filter(({ file }) => file !== undefined);
  const lines = new Set(read.map(({ skill, file }) => `\n  /${skill}: ${oneLine(file!)}`));
  if (lines.size === 0) return "";
  const why = ways === undefined
    ? "The Skill tool does not run these; read the file and follow it instead"
    : "The files of these skills, each to be read when its turn comes";
  return `\n\n${why}:${[...lines].join("")}`;
}

/** A pasted line break must not start a line of ours. */
function oneLine(text: string): string {
  return text.replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}

function cutArgs(args: string, limit: number): string {
  if (args.length <= limit) return args;
  const kept = cutWhole(args, limit);
  return `${kept}… (${args.length - kept.length} more characters: they are in the user's prompt)`;
}
