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
import { headFields } from "../skill/strip_head.ts";
import type { PlanStep } from "./plan.ts";

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

/** Reads one choice; returns a problem, or nothing when it went into `into`. */
type ReadChoice = (
  value: unknown,
  into: { -readonly [Key in keyof DirectiveChoices]?: DirectiveChoices[Key] },
) => string | undefined;

const CHOICES: Readonly<Record<string, ReadChoice>> = {
  "on-failure": (value, into) => {
    const word = ON_FAILURE.find((known) => known === value);
    if (word !== undefined) into.onFailure = word;
    const near = typeof value === "string" ? nearestWord(value, ON_FAILURE) : undefined;
    if (word !== undefined) return undefined;
    return `must be one of ${ON_FAILURE.join(", ")}: current value is ${JSON.stringify(value)}` +
      (near === undefined ? "" : ` (did you mean "${near}"?)`);
  },
  timeout: (value, into) => {
    const seconds = secondsOf(value, MAX_TIMEOUT_SECONDS);
    if (seconds === undefined || seconds === 0) return secondsProblem(value, MAX_TIMEOUT_SECONDS);
    into.timeoutMs = seconds * 1000;
    return undefined;
  },
  inline: (value, into) => {
    if (typeof value !== "boolean") {
      return `must be true or false: current value is ${JSON.stringify(value)}`;
    }
    into.isInline = value;
    return undefined;
  },
  cache: (value, into) => {
    const seconds = secondsOf(value, MAX_CACHE_SECONDS);
    if (seconds === undefined) return secondsProblem(value, MAX_CACHE_SECONDS);
    into.cacheSeconds = seconds;
    return undefined;
  },
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
  const shell = Object.hasOwn(fields, "shell") && fields.shell === "powershell"
    ? "powershell"
    : "sh";
  const own = Object.hasOwn(fields, "skillhook") ? fields.skillhook : undefined;
  const written = isFields(own) && Object.hasOwn(own, "directives") ? own.directives : undefined;
  if (own !== undefined && !isFields(own)) problems.push(mapping("skillhook", own));
  if (written !== undefined && !isFields(written)) {
    problems.push(mapping("skillhook.directives", written));
  }
  if (!isFields(written)) return { policy: { ...DEFAULT_POLICY, shell }, problems };
  const commands: [string, Partial<DirectiveChoices>][] = [];
  const general: [string, unknown][] = [];
  for (const [key, value] of Object.entries(written)) {
    if (isFields(value)) {
      commands.push([key.trim(), readChoices(Object.entries(value), key, problems)]);
    } else general.push([key, value]);
  }
  const policy = {
    shell,
    general: readChoices(general, undefined, problems),
    commands: Object.fromEntries(commands),
  } as const;
  return { policy, problems };
}

/** The general choices, overruled by those of the longest name that fits: a command, or its beginning up to a blank. */
export function choicesFor(policy: DirectivePolicy, command: string): DirectiveChoices {
  const text = command.trim();
  let best: string | undefined;
  for (const name of Object.keys(policy.commands)) {
    const fits = text === name || (text.startsWith(name) && /\s/.test(text[name.length] ?? ""));
    if (fits && name !== "" && name.length > (best?.length ?? -1)) best = name;
  }
  const special = best === undefined ? {} : policy.commands[best];
  return { ...DEFAULT_CHOICES, ...policy.general, ...special };
}

function readChoices(
  entries: readonly [string, unknown][],
  command: string | undefined,
  problems: string[],
): Partial<DirectiveChoices> {
  const choices = {};
  for (const [key, value] of entries) {
    const place = ["skillhook.directives", ...(command === undefined ? [] : [command]), key];
    const shown = place.map((part) => part.slice(0, 80)).join(" → ");
    const read = Object.hasOwn(CHOICES, key) ? CHOICES[key] : undefined;
    const problem = read === undefined ? unknownChoice(key) : read(value, choices);
    if (problem !== undefined) problems.push(`Ignored "${shown}": ${problem}`);
  }
  return choices;
}

function unknownChoice(key: string): string {
  const near = nearestWord(key, Object.keys(CHOICES));
  return near === undefined ? "there is no such choice" : `did you mean "${near}"?`;
}

function secondsOf(value: unknown, max: number): number | undefined {
  return typeof value === "number" && value >= 0 && value <= max ? value : undefined;
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
