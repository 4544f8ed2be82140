/**
 * The author's choices about the commands of a skill text (docs/preprocessor.md): the key `skillhook.directives` of its
 * frontmatter, which a plain agent ignores. A key whose value is a mapping names a command.
 */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import { nearestWord } from "../base/nearest.ts";
import { diagnose } from "../base/diagnostic.ts";
import { scan } from "../skill/scan.ts";
import { headFields, stripHead } from "../skill/strip_head.ts";
import { splitTags } from "../skill/tags.ts";
import { makePlan, type Plan, type PlanStep } from "./plan.ts";

const ON_FAILURE = ["abort", "inline", "empty", "last-good"] as const;

export interface DirectiveChoices {
  /** `abort`: only the error; `inline`: the error in its place; `empty`: nothing; `last-good`: the last good output, dated. */
  readonly onFailure: typeof ON_FAILURE[number];
  readonly timeoutMs: number;
  readonly cacheSeconds: number;
  /** Whether one line of output in the middle of a sentence stands there without tags. */
  readonly isInline: boolean;
}

export interface DirectivePolicy {
  readonly shell: "sh" | "powershell";
  readonly general: Partial<DirectiveChoices>;
  readonly commands: Readonly<Record<string, Partial<DirectiveChoices>>>;
}

export const DEFAULT_CHOICES: DirectiveChoices = {
  onFailure: "inline",
  timeoutMs: 30_000,
  cacheSeconds: 0,
  isInline: false,
};

const MAX_TIMEOUT_SECONDS = 600;
const MAX_CACHE_SECONDS = 30 * 24 * 3600;

interface ChoiceRow {
  readonly must: string;
  readonly words?: readonly string[];
  /** Nothing when the value is not what it must be. */
  readonly read: (value: unknown) => Partial<DirectiveChoices> | false | undefined;
}

const CHOICES: Readonly<Record<string, ChoiceRow>> = {
  "on-failure": {
    must: `be one of ${ON_FAILURE.join(", ")}`,
    words: ON_FAILURE,
    read(value) {
      const onFailure = ON_FAILURE.find((known) => known === value);
      return onFailure && { onFailure };
    },
  },
  timeout: {
    must: `be a number of seconds up to ${MAX_TIMEOUT_SECONDS}`,
    read: (value) =>
      isSeconds(value, MAX_TIMEOUT_SECONDS) && value > 0 && { timeoutMs: value * 1000 },
  },
  inline: {
    must: "be true or false",
    read: (value) => typeof value === "boolean" && { isInline: value },
  },
  cache: {
    must: `be a number of seconds up to ${MAX_CACHE_SECONDS}`,
    read: (value) => isSeconds(value, MAX_CACHE_SECONDS) && { cacheSeconds: value },
  },
};

function isSeconds(value: unknown, max: number): value is number {
  return typeof value === "number" && value >= 0 && value <= max;
}

export async function readPolicyOf(text: string, path: string) {
  const { fields, diagnostics } = await headFields(text, path);
  const { policy, problems } = readDirectivePolicy(fields);
  const flaws = problems.map((message) => diagnose("directive-policy", path, message));
  return { policy, diagnostics: [...diagnostics, ...flaws] };
}

export function readDirectivePolicy(fields: Fields) {
  const problems: string[] = [];
  const { directives } = mapping(fields.skillhook, "skillhook");
  const entries = Object.entries(mapping(directives, "skillhook.directives"));
  const commands = entries.flatMap(([key, value]) =>
    isFields(value) ? [[key.trim(), choicesIn(Object.entries(value), key)]] : []
  );
  const general = choicesIn(entries.filter(([, value]) => !isFields(value)));
  const shell = fields.shell === "powershell" ? "powershell" : "sh";
  const policy: DirectivePolicy = { shell, general, commands: Object.fromEntries(commands) };
  return { policy, problems };

  function mapping(value: unknown, place: string): Fields {
    if (value === undefined || isFields(value)) return value ?? {};
    problems.push(`Ignored "${place}": must be a mapping: current value is a ${jsonType(value)}`);
    return {};
  }

  function choicesIn(written: readonly [string, unknown][], ...command: string[]) {
    const choices: Partial<DirectiveChoices> = {};
    for (const [key, value] of written) {
      const row = Object.hasOwn(CHOICES, key) ? CHOICES[key] : undefined;
      const choice = row?.read(value);
      if (choice) {
        Object.assign(choices, choice);
        continue;
      }
      const place = ["skillhook.directives", ...command, key].map((part) => part.slice(0, 80));
      const near = row === undefined
        ? nearestWord(key, Object.keys(CHOICES))
        : typeof value === "string" && row.words && nearestWord(value, row.words);
      const hint = near ? `did you mean "${near}"?` : "";
      const why = row === undefined
        ? hint || "there is no such choice"
        : `must ${row.must}: current value is ${JSON.stringify(value)}${hint && ` (${hint})`}`;
      problems.push(`Ignored "${place.join(" → ")}": ${why}`);
    }
    return choices;
  }
}

/** The longest name that fits wins, choice by choice: a command, or its beginning up to a blank. */
export function choicesFor(policy: DirectivePolicy, command: string): DirectiveChoices {
  const text = command.trim();
  const [best] = Object.keys(policy.commands)
    .filter((name) => text === name || text.startsWith(name) && /^\s/.test(text.slice(name.length)))
    .sort((a, b) => b.length - a.length);
  return { ...DEFAULT_CHOICES, ...policy.general, ...best && policy.commands[best] };
}

/** Made to show a command, and again before it runs. */
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

/**
 * What a skill text would make us run. What is a comment in the whole file may begin inside a part of it, so each part is
 * scanned for itself, with the functions that the loader cuts with.
 */
export async function skillPlan(file: string, text: string): Promise<Plan> {
  const { policy } = await readPolicyOf(text, file);
  const { body } = stripHead(text);
  const parts = new Set([text, body, splitTags(body)?.output ?? body]);
  const steps = [...parts].flatMap(scan).filter((segment) => segment.kind === "directive")
    .map(({ command }) => directiveStep(command, policy));
  return makePlan({ file, pinned: text, steps, remark: REMARK });
}
