/** JSON written by others → what the strategy rules look at. */
import { type Fields, isFields, jsonType } from "../base/json_type.ts";
import type { TaskProfile } from "./strategy.ts";

/**
 * Reads a task: figures and task fields side by side, or the task's own fields under `task`. Lists
 * (`skills`, `depends`) count by length; words are compared in lower case; a usage over 1 is percent.
 *
 * @param value What `JSON.parse` made.
 */
export function readTaskProfile(value: unknown): TaskProfile | { problem: string } {
  if (!isFields(value)) {
    return { problem: `Cannot read the task: expected an object: got ${jsonType(value)}` };
  }
  const fields: Fields = isFields(value.task) ? { ...value, ...value.task } : value;
  const problems: string[] = [];
  const reader = new FieldReader(fields, problems);
  const usage = reader.number("context_usage");
  const profile = {
    // What is left may be less than nothing.
    available: reader.number("available", -Infinity),
    protocolOverhead: reader.number("protocol_overhead"),
    taskContext: reader.number("task_context"),
    skills: reader.count("skills"),
    complexity: reader.word("complexity"),
    type: reader.word("type"),
    labels: reader.words("labels"),
    size: reader.word("size"),
    depends: reader.count("depends"),
    contextUsage: usage !== undefined && usage > 1 ? usage / 100 : usage,
  };
  const [problem] = problems;
  if (problem !== undefined) return { problem: `Cannot read the task: ${problem}` };
  const known = Object.entries(profile).filter(([, field]) => field !== undefined);
  return Object.fromEntries(known) as TaskProfile;
}

/** Takes fields by type; null counts as absent; a wrong type is a problem. */
class FieldReader {
  readonly #fields: Fields;
  readonly #problems: string[];

  constructor(fields: Fields, problems: string[]) {
    this.#fields = fields;
    this.#problems = problems;
  }

  number(name: string, min = 0): number | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === "number" && value >= min) return value;
    return this.#wrong(name, min < 0 ? "a number" : "a number, not negative", value);
  }

  count(name: string): number | undefined {
    const value = this.#fields[name];
    if (typeof value === "string") return wordsOf(value).length;
    return Array.isArray(value) ? value.length : this.number(name);
  }

  word(name: string): string | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) return undefined;
    return typeof value === "string" ? value.toLowerCase() : this.#wrong(name, "a string", value);
  }

  words(name: string): string[] | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === "string") return wordsOf(value);
    if (Array.isArray(value) && value.every((word) => typeof word === "string")) {
      return value.map((word: string) => word.toLowerCase());
    }
    return this.#wrong(name, "a list of strings", value);
  }

  #wrong(name: string, expected: string, value: unknown): undefined {
    const got = typeof value === "number" ? String(value) : jsonType(value);
    this.#problems.push(`"${name}" must be ${expected}: got ${got}`);
    return undefined;
  }
}

/** One text is a list with commas between its words. */
function wordsOf(text: string): string[] {
  return text.split(",").map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
}
