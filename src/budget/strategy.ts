/** How much of a skill a subagent is given. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";

/** From least to most: frontmatter and first lines, the whole file, the file and its references. */
export type Strategy = "minimal" | "standard" | "comprehensive";

/** What is known about a task; whatever is absent decides nothing. */
export interface TaskProfile {
  /** Tokens for the whole payload, of which protocol and task take theirs. */
  readonly available?: number;
  readonly protocolOverhead?: number;
  readonly taskContext?: number;
  readonly skills?: number;
  readonly complexity?: string;
  readonly type?: string;
  readonly labels?: readonly string[];
  readonly size?: string;
  readonly depends?: number;
  /** How full the context is, 0 to 1. */
  readonly contextUsage?: number;
}

/** Tokens of the protocol, and of the task, where nothing says. */
const OVERHEAD = 2000;
const MINIMAL_BELOW = 800;
const STANDARD_BELOW = 3000;
const MAX_USAGE = 0.7;
const MAX_DEPENDS = 3;

/** Chooses a strategy by the first row that holds; `because` is a part of a sentence. ADD A RULE: one row. */
export function selectStrategy(task: TaskProfile) {
  const { available, protocolOverhead = OVERHEAD, taskContext = OVERHEAD, skills = 1 } = task;
  const { complexity, type, labels = [], size, depends = 0, contextUsage = 0 } = task;
  const left = (available ?? Infinity) - protocolOverhead - taskContext;
  const share = left / Math.max(1, skills);
  const used = `${Math.round(contextUsage * 1000) / 10} % of the context is used`;
  const under = `${Math.floor(share * 10) / 10} tokens per skill are under`;
  const rules: readonly [rule: number, Strategy, holds: boolean, because: string][] = [
    [1, "minimal", contextUsage > MAX_USAGE, used],
    [2, "minimal", share < MINIMAL_BELOW, `${under} ${MINIMAL_BELOW}`],
    [3, "minimal", labels.includes("simple"), 'the task is labelled "simple"'],
    [3, "minimal", size === "small", `the task's size is "small"`],
    [4, "standard", share < STANDARD_BELOW, `${under} ${STANDARD_BELOW}`],
    [5, "comprehensive", complexity === "high", `the task's complexity is "high"`],
    [5, "comprehensive", type === "epic", `the task's type is "epic"`],
    [5, "comprehensive", depends > MAX_DEPENDS, `the task depends on ${depends} others`],
    [6, "standard", true, "nothing asks for more or less"],
  ];
  const [rule, strategy, , because] = rules.find(([, , holds]) => holds)!;
  return { strategy, rule, because };
}

/** A field of the profile, its name in JSON, and what reads it: `undefined` for a wrong type. */
type Row = readonly [keyof TaskProfile, name: string, expected: string, (got: unknown) => unknown];

const ROWS: readonly Row[] = [
  // What is left may be less than nothing.
  ["available", "available", "a number", (got) => typeof got === "number" ? got : undefined],
  ["protocolOverhead", "protocol_overhead", "a number, not negative", amount],
  ["taskContext", "task_context", "a number, not negative", amount],
  ["skills", "skills", "a number, not negative", count],
  ["complexity", "complexity", "a string", word],
  ["type", "type", "a string", word],
  ["labels", "labels", "a list of strings", words],
  ["size", "size", "a string", word],
  ["depends", "depends", "a number, not negative", count],
  ["contextUsage", "context_usage", "a number, not negative", usage],
];

/**
 * Reads a task out of JSON: figures and task fields side by side, or the task's own fields under `task`. Lists
 * (`skills`, `depends`) count by length; a usage over 1 is percent; null counts as absent.
 */
export function readTaskProfile(value: unknown): TaskProfile | { problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the task: expected an object: got ${jsonType(value)}` };
  }
  const fields: Fields = isFields(value.task) ? { ...value, ...value.task } : value;
  const profile: Record<string, unknown> = {};
  for (const [key, name, expected, read] of ROWS) {
    const got = fields[name] ?? undefined;
    if (got === undefined) continue;
    profile[key] = read(got);
    if (profile[key] !== undefined) continue;
    const shown = typeof got === "number" ? got : jsonType(got);
    return { problem: `Cannot read the task: "${name}" must be ${expected}: got ${shown}` };
  }
  return profile;
}

function amount(got: unknown): number | undefined {
  return typeof got === "number" && got >= 0 ? got : undefined;
}

function usage(got: unknown): number | undefined {
  const share = amount(got);
  return share !== undefined && share > 1 ? share / 100 : share;
}

function count(got: unknown): number | undefined {
  if (Array.isArray(got)) return got.length;
  return typeof got === "string" ? words(got)?.length : amount(got);
}

function word(got: unknown): string | undefined {
  return typeof got === "string" ? got.toLowerCase() : undefined;
}

/** One text is a list with commas between its words. */
function words(got: unknown): string[] | undefined {
  if (typeof got === "string") {
    return got.split(",").map((one) => one.trim().toLowerCase()).filter((one) => one !== "");
  }
  const isList = Array.isArray(got) && got.every((one) => typeof one === "string");
  return isList ? got.map((one: string) => one.toLowerCase()) : undefined;
}
