/** How much of a skill a subagent is given. ADD A RULE: one row, in the order of decision. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";

/** From least to most: frontmatter and first lines, the whole file, the file and its references. */
export type Strategy = "minimal" | "standard" | "comprehensive";

/** What is known about a task; whatever is absent decides nothing. */
export interface TaskProfile {
  /** Tokens for the whole payload. */
  readonly available?: number;
  /** Tokens for the protocol; 2,000 unless told. */
  readonly protocolOverhead?: number;
  /** Tokens for the task itself; 2,000 unless told. */
  readonly taskContext?: number;
  /** How many skills share the rest; 1 unless told. */
  readonly skills?: number;
  readonly complexity?: string;
  readonly type?: string;
  readonly labels?: readonly string[];
  readonly size?: string;
  readonly depends?: number;
  /** How full the context is, 0 to 1. */
  readonly contextUsage?: number;
}

const OVERHEAD = 2000;
const MINIMAL_BELOW = 800;
const STANDARD_BELOW = 3000;
const MAX_USAGE = 0.7;
const MAX_DEPENDS = 3;

interface Rule {
  readonly strategy: Strategy;
  /** The reason when the rule decides, else `undefined`. */
  readonly because: (task: TaskProfile, perSkill: number) => string | undefined;
}

const RULES: readonly Rule[] = [
  {
    strategy: "minimal",
    because: ({ contextUsage = 0 }) =>
      contextUsage > MAX_USAGE ? `${percent(contextUsage)} of the context is used` : undefined,
  },
  { strategy: "minimal", because: (_, perSkill) => under(perSkill, MINIMAL_BELOW) },
  {
    strategy: "minimal",
    because: ({ labels = [], size }) =>
      labels.includes("simple")
        ? `the task is labelled "simple"`
        : size === "small"
        ? `the task's size is "small"`
        : undefined,
  },
  { strategy: "standard", because: (_, perSkill) => under(perSkill, STANDARD_BELOW) },
  {
    strategy: "comprehensive",
    because: ({ complexity, type, depends = 0 }) =>
      complexity === "high"
        ? `the task's complexity is "high"`
        : type === "epic"
        ? `the task's type is "epic"`
        : depends > MAX_DEPENDS
        ? `the task depends on ${depends} others`
        : undefined,
  },
  { strategy: "standard", because: () => "nothing asks for more or less" },
];

/** Chooses a strategy by the first rule, counted from 1, that has a reason: a part of a sentence. */
export function selectStrategy(task: TaskProfile) {
  const perSkill = budgetPerSkill(task);
  for (const [index, { strategy, because }] of RULES.entries()) {
    const reason = because(task, perSkill);
    if (reason !== undefined) return { strategy, rule: index + 1, because: reason };
  }
  throw new RangeError("Cannot select a strategy: no rule decides");
}

/** Tokens each skill may cost; `Infinity` when nobody said how many are available. */
function budgetPerSkill(task: TaskProfile): number {
  const { available, protocolOverhead = OVERHEAD, taskContext = OVERHEAD, skills = 1 } = task;
  if (available === undefined) return Infinity;
  return (available - protocolOverhead - taskContext) / Math.max(1, skills);
}

function under(perSkill: number, limit: number): string | undefined {
  if (perSkill >= limit) return undefined;
  return `${Math.floor(perSkill * 10) / 10} tokens per skill are under ${limit}`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/**
 * Reads a task out of JSON: figures and task fields side by side, or the task's own fields under `task`.
 * Lists (`skills`, `depends`) count by length; words are compared in lower case; a usage over 1 is percent;
 * null counts as absent.
 */
export function readTaskProfile(value: unknown): TaskProfile | { problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the task: expected an object: got ${jsonType(value)}` };
  }
  const fields: Fields = isFields(value.task) ? { ...value, ...value.task } : value;
  const problems: string[] = [];
  const usage = number("context_usage");
  const profile = {
    // What is left may be less than nothing.
    available: field("available", "a number", (got) => typeof got === "number" ? got : undefined),
    protocolOverhead: number("protocol_overhead"),
    taskContext: number("task_context"),
    skills: count("skills"),
    complexity: word("complexity"),
    type: word("type"),
    labels: field("labels", "a list of strings", (got) => {
      if (typeof got === "string") return wordsOf(got);
      const isList = Array.isArray(got) && got.every((one) => typeof one === "string");
      return isList ? got.map((one: string) => one.toLowerCase()) : undefined;
    }),
    size: word("size"),
    depends: count("depends"),
    contextUsage: usage !== undefined && usage > 1 ? usage / 100 : usage,
  };
  const [problem] = problems;
  if (problem !== undefined) return { problem: `Cannot read the task: ${problem}` };
  const known = Object.entries(profile).filter(([, known]) => known !== undefined);
  return Object.fromEntries(known) as TaskProfile;

  /** `read` gives `undefined` for a wrong type. */
  function field<Type>(
    name: string,
    expected: string,
    read: (got: unknown) => Type | undefined,
  ): Type | undefined {
    const got = fields[name] ?? undefined;
    if (got === undefined) return undefined;
    const result = read(got);
    if (result === undefined) {
      const shown = typeof got === "number" ? got : jsonType(got);
      problems.push(`"${name}" must be ${expected}: got ${shown}`);
    }
    return result;
  }

  function number(name: string): number | undefined {
    const isRight = (got: unknown) => typeof got === "number" && got >= 0;
    return field(name, "a number, not negative", (got) => isRight(got) ? got as number : undefined);
  }

  function count(name: string): number | undefined {
    const list = fields[name];
    if (typeof list === "string") return wordsOf(list).length;
    return Array.isArray(list) ? list.length : number(name);
  }

  function word(name: string): string | undefined {
    const lower = (got: unknown) => typeof got === "string" ? got.toLowerCase() : undefined;
    return field(name, "a string", lower);
  }
}

/** One text is a list with commas between its words. */
function wordsOf(text: string): string[] {
  return text.split(",").map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
}
