/** How much of a skill a subagent is given (design document 003, section 3). ADD A RULE: one row, in the order of decision. */

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
  /** How many tasks this one depends on. */
  readonly depends?: number;
  /** How full the context is, 0 to 1. */
  readonly contextUsage?: number;
}

/** The decision. */
export interface StrategyChoice {
  readonly strategy: Strategy;
  /** 1-based number of the rule that decided. */
  readonly rule: number;
  /** Why, as a sentence without its period. */
  readonly because: string;
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

/** Chooses a strategy by the first rule that has a reason. */
export function selectStrategy(task: TaskProfile): StrategyChoice {
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
