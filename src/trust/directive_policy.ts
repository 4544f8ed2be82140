/**
 * The author's choices about the commands of a skill text, in the frontmatter of the text, under one key
 * that a plain agent does not know and so ignores:
 *
 * ```yaml
 * skillhook:
 *   directives:
 *     on-failure: inline        # all commands: abort | inline | empty | last-good
 *     timeout: 10               # seconds
 *     inline: true              # in a sentence, one line of output stands there bare
 *     "gh pr view":             # one command: its whole text, or how it begins
 *       cache: 60               # seconds
 *       on-failure: last-good
 * ```
 *
 * A key whose value is a mapping names a command; the longest one that fits wins over the general
 * choices, choice by choice. `shell: powershell` is the agent's own top-level key.
 */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { scan } from "../skill/scan.ts";
import { headFields, stripHead } from "../skill/strip_head.ts";
import { splitTags } from "../skill/tags.ts";
import { makePlan, type Plan, type PlanStep } from "./plan.ts";

export type OnFailure = "abort" | "inline" | "empty" | "last-good";

export interface DirectiveChoices {
  /** `abort`: only the error; `inline`: the error in its place; `empty`: nothing; `last-good`: the last good output, dated. */
  readonly onFailure: OnFailure;
  readonly timeoutMs: number;
  /** Seconds an output may be used again; 0: never. */
  readonly cacheSeconds: number;
  /** Whether one line of output in the middle of a sentence stands there without tags. */
  readonly isInline: boolean;
}

export interface DirectivePolicy {
  readonly shell: "sh" | "powershell";
  readonly general: Partial<DirectiveChoices>;
  /** Command text or its beginning → choices. */
  readonly commands: Readonly<Record<string, Partial<DirectiveChoices>>>;
}

export const DEFAULT_CHOICES: DirectiveChoices = {
  onFailure: "inline",
  timeoutMs: 30_000,
  cacheSeconds: 0,
  isInline: false,
};

export const DEFAULT_POLICY: DirectivePolicy = { shell: "sh", general: {}, commands: {} };

const ON_FAILURE: readonly OnFailure[] = ["abort", "inline", "empty", "last-good"];
const MAX_TIMEOUT_SECONDS = 600;
const MAX_CACHE_SECONDS = 30 * 24 * 3600;

/** A choice that can be read, or what is wrong with it. */
type ReadChoice = (value: unknown) => Partial<DirectiveChoices> | string;

const CHOICES: Readonly<Record<string, ReadChoice>> = {
  "on-failure": (value) => {
    const onFailure = ON_FAILURE.find((known) => known === value);
    if (onFailure !== undefined) return { onFailure };
    const near = typeof value === "string" ? nearestWord(value, ON_FAILURE) : undefined;
    return `must be one of ${ON_FAILURE.join(", ")}: current value is ${JSON.stringify(value)}` +
      (near === undefined ? "" : ` (did you mean "${near}"?)`);
  },
  timeout: (value) =>
    isSeconds(value, MAX_TIMEOUT_SECONDS) && value > 0
      ? { timeoutMs: value * 1000 }
      : secondsProblem(value, MAX_TIMEOUT_SECONDS),
  inline: (value) =>
    typeof value === "boolean"
      ? { isInline: value }
      : `must be true or false: current value is ${JSON.stringify(value)}`,
  cache: (value) =>
    isSeconds(value, MAX_CACHE_SECONDS)
      ? { cacheSeconds: value }
      : secondsProblem(value, MAX_CACHE_SECONDS),
};

/** The choices in a whole skill file that can be read, and what is wrong with the others. */
export async function readPolicyOf(
  text: string,
  path: string,
): Promise<{ policy: DirectivePolicy; diagnostics: readonly Diagnostic[] }> {
  const { fields, diagnostics } = await headFields(text, path);
  const { policy, problems } = readDirectivePolicy(fields);
  return {
    policy,
    diagnostics: [
      ...diagnostics,
      ...problems.map((message) => diagnose("directive-policy", path, message)),
    ],
  };
}

export function readDirectivePolicy(
  fields: Fields,
): { policy: DirectivePolicy; problems: string[] } {
  const problems: string[] = [];
  const shell = fields.shell === "powershell" ? "powershell" : "sh";
  const own = fields.skillhook;
  const written = isFields(own) ? own.directives : undefined;
  if (own !== undefined && !isFields(own)) problems.push(mapping("skillhook", own));
  if (written !== undefined && !isFields(written)) {
    problems.push(mapping("skillhook.directives", written));
  }
  if (!isFields(written)) return { policy: { ...DEFAULT_POLICY, shell }, problems };
  const entries = Object.entries(written);
  const commands = entries.flatMap(([key, value]) =>
    isFields(value) ? [[key.trim(), readChoices(Object.entries(value), key, problems)]] : []
  );
  const rest = entries.filter(([, value]) => !isFields(value));
  const general = readChoices(rest, undefined, problems);
  return { policy: { shell, general, commands: Object.fromEntries(commands) }, problems };
}

/** The general choices, overruled by those of the longest name that fits: a command, or its beginning up to a blank. */
export function choicesFor(policy: DirectivePolicy, command: string): DirectiveChoices {
  const text = command.trim();
  const [best = ""] = Object.keys(policy.commands)
    .filter((name) => text === name || text.startsWith(name) && /^\s/.test(text.slice(name.length)))
    .sort((a, b) => b.length - a.length);
  const special = best === "" ? {} : policy.commands[best];
  return { ...DEFAULT_CHOICES, ...policy.general, ...special };
}

function readChoices(
  entries: readonly [string, unknown][],
  command: string | undefined,
  problems: string[],
): Partial<DirectiveChoices> {
  const choices = {};
  for (const [key, value] of entries) {
    const read = Object.hasOwn(CHOICES, key) ? CHOICES[key] : undefined;
    const choice = read === undefined ? unknownChoice(key) : read(value);
    if (typeof choice !== "string") Object.assign(choices, choice);
    else {
      const place = ["skillhook.directives", ...(command === undefined ? [] : [command]), key];
      const shown = place.map((part) => part.slice(0, 80)).join(" → ");
      problems.push(`Ignored "${shown}": ${choice}`);
    }
  }
  return choices;
}

function unknownChoice(key: string): string {
  const near = nearestWord(key, Object.keys(CHOICES));
  return near === undefined ? "there is no such choice" : `did you mean "${near}"?`;
}

function isSeconds(value: unknown, max: number): value is number {
  return typeof value === "number" && value >= 0 && value <= max;
}

function secondsProblem(value: unknown, max: number): string {
  return `must be a number of seconds up to ${max}: current value is ${JSON.stringify(value)}`;
}

function mapping(place: string, value: unknown): string {
  return `Ignored "${place}": must be a mapping: current value is a ${jsonType(value)}`;
}

/** A command of a skill text as an element of the plan: made by who shows it, and again by who runs it. */
export function directiveStep(command: string, policy: DirectivePolicy): PlanStep {
  const { onFailure, timeoutMs, cacheSeconds } = choicesFor(policy, command);
  return {
    kind: "run",
    text: command,
    facts: [
      ["shell", policy.shell],
      ["time limit", `${timeoutMs / 1000} s`],
      ...(onFailure === DEFAULT_CHOICES.onFailure ? [] : [["on failure", onFailure]] as const),
      ...(cacheSeconds === 0 ? [] : [["output kept for", `${cacheSeconds} s`]] as const),
    ],
  };
}

const REMARK = "Commands run in the project, with a short list of environment variables " +
  "(docs/preprocessor.md), and may do whatever you may";

/** What a skill text would make us run: the commands of every part that a reader of it may cut out. */
export async function skillPlan(file: string, text: string): Promise<Plan> {
  const { policy } = await readPolicyOf(text, file);
  const steps = skillParts(text).flatMap(scan).flatMap((segment) =>
    segment.kind === "directive" ? directiveStep(segment.command, policy) : []
  );
  return makePlan({ file, pinned: text, steps, remark: REMARK });
}

/**
 * The same text holds other commands when it is cut in another way: what is a comment in the whole file may begin
 * inside a part of it. So each part is scanned for itself, with the functions that the loader cuts with.
 */
function skillParts(text: string): string[] {
  const { body } = stripHead(text);
  const output = splitTags(body)?.output;
  return [...new Set([text, body, ...output === undefined ? [] : [output]])];
}
