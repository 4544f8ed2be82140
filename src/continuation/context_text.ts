/** The text a chain puts into the model's context. Its wording is a contract (docs/continuation-passing.md). */
import { cutWhole } from "../base/fitted_text.ts";
import { byteLength } from "../base/utf8.ts";
import type { AgentWays } from "../host/host.ts";
import { CAP_TARGET } from "../protocol/cap.ts";
import { type Chain, type Invocation, slashText, type UnknownStep } from "./chain.ts";
import { printArgs, printCall, printEntries } from "./suffix.ts";

/** UTF-16 units of arguments printed per invocation, tried in turn until the text fits. */
const ARGS_LIMITS = [Infinity, 1_500, 700, 300, 100, 20];
/** Entries beyond these cannot fit, however short they are. */
const MAX_ENTRIES = 1_000;

const LAST_WORDS = "Do NOT include continuation metadata in Task tool prompts.";
const OTHER_LAST_WORDS = "Do NOT include continuation metadata in prompts for subagents.";
const ALL_LOADED =
  "\n\nThe texts of all skills of the chain may be in the prompt already. Follow the current one only; the others wait for their turn.";

/**
 * Words a chain, under the agent's cap: too long arguments are cut with a notice, and then the chain: the model has all of
 * it in the user's prompt anyway.
 */
export function contextText(chain: Chain, ways?: AgentWays): string {
  const fits = (text: string) => (ways?.countsBytes ? byteLength(text) : text.length) <= CAP_TARGET;
  const runs = Math.min(chain.unknown?.[0]?.at ?? Infinity, chain.continuation.length);
  let entries = Math.min(runs, MAX_ENTRIES);
  for (const limit of ARGS_LIMITS) {
    const text = wordPart(chain, runs, entries, limit, ways);
    if (fits(text)) return text;
  }
  for (;;) {
    entries = Math.floor(entries / 2);
    const text = wordPart(chain, runs, entries, ARGS_LIMITS.at(-1)!, ways);
    if (fits(text) || entries <= 1) return text;
  }
}

/** Words the chain up to a number of entries of those that run unasked, each with arguments up to a limit. */
function wordPart(
  chain: Chain,
  runs: number,
  entries: number,
  limit: number,
  ways: AgentWays | undefined,
): string {
  const cut = (invocation: Invocation) => ({
    ...invocation,
    args: cutArgs(invocation.args, limit),
  });
  const continuation = chain.continuation.slice(0, entries).map(cut);
  const waiting = chain.continuation.slice(runs, runs + MAX_ENTRIES).map(cut);
  const text = wordChain({ ...chain, current: cut(chain.current), continuation }, ways) +
    wordWaiting(chain.unknown ?? [], waiting);
  const missing = runs - entries;
  if (missing === 0) return text;
  return `${text}

[skillhook: ${missing} more entries do not fit here: they are in the user's prompt, to be run after these]`;
}

function wordChain({ current, continuation, isNotStarted }: Chain, ways?: AgentWays): string {
  const head = `[CONTINUATION-PASSING]\nCurrent: ${oneLine(slashText(current))}\n`;
  const [next, ...rest] = continuation;
  const files = filesToRead([current, ...continuation], ways);
  const tool = ways === undefined ? " via Skill tool" : "";
  const isCalled = isNotStarted === true && current.file === undefined;
  if (next === undefined && !isCalled) {
    return `${head}Continuation: (empty)\n\nSkill is terminal. No tail-call needed.${files}`;
  }
  const call = isCalled
    ? `The agent has not started the current skill. Invoke it first${tool}:\n  ${
      printCall(current, continuation, ways)
    }`
    : next?.file === undefined
    ? `After completing the current skill, invoke the NEXT continuation entry${tool}:\n  ${
      printCall(next!, rest, ways)
    }`
    : `After completing the current skill, read the NEXT continuation entry's file and follow it as that skill, ` +
      withArgs(printArgs(next.args, rest), ways);
  return `${head}Continuation: ${next === undefined ? "(empty)" : printEntries(continuation)}

${call}${files}${ways?.loadsAll ? ALL_LOADED : ""}

${ways === undefined ? LAST_WORDS : OTHER_LAST_WORDS}`;
}

function withArgs(args: string, ways: AgentWays | undefined): string {
  if (ways !== undefined && args === "") return "without arguments";
  return `with these arguments:\n  ${JSON.stringify(args)}`;
}

/** What stands behind a name that leads nowhere may rest on it: it runs when the user has been asked. */
function wordWaiting(unknown: readonly UnknownStep[], waiting: readonly Invocation[]): string {
  if (unknown.length === 0 || waiting.length === 0) return "";
  const names = [...new Set(unknown.map(({ name }) => `"/${name}"`))].slice(0, 5).join(", ");
  return `

Waiting for the user's word: ${printEntries(waiting)}
The prompt asks for ${names}, which cannot be a step of a chain. When the skills above have finished, say so and ask the user whether these shall run; invoke none of them unasked.`;
}

/** Skills that the agent does not run by their name, each once. */
function filesToRead(chain: readonly Invocation[], ways?: AgentWays): string {
  const lines = new Set(
    chain.flatMap(({ skill, file }) =>
      file === undefined ? [] : [`\n  /${skill}: ${oneLine(file)}`]
    ),
  );
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
