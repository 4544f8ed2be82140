/** An approval as it is kept: one JSON file, or an item of the list that older versions kept. */
import { type Fields, isFields, parseJson } from "../base/json_type.ts";
import type { PlanStep } from "./plan.ts";

/** A file of the project that a command names. */
export interface TrustedFile {
  readonly path: string;
  /** SHA-256 of its content. */
  readonly digest: string;
  /** Its text when it was allowed, for a diff; left out when it is long. */
  readonly text?: string;
}

export interface TrustEntry {
  /** Real path of the file it is about. */
  readonly path: string;
  /** Real path of the project; empty without one. */
  readonly project: string;
  /** SHA-256 of what must not change in the file. */
  readonly digest: string;
  readonly steps: readonly PlanStep[];
  /** The commands, as older versions kept them, in place of the plan. */
  readonly commands?: readonly string[];
  readonly files: readonly TrustedFile[];
  /** Milliseconds since 1970. */
  readonly allowedAt: number;
}

const KINDS: readonly unknown[] = ["run", "send", "ask", "grant"] satisfies PlanStep["kind"][];

/** The approval; `undefined` for anything of another shape: what cannot be read allows nothing. */
export function readEntry(text: string): TrustEntry | undefined {
  const value = parseJson(text);
  return isEntry(value) && areSteps(value.steps) ? value : undefined;
}

/** Its approvals, each with the commands that were shown; `undefined` when it is not JSON. */
export function readOldList(text: string): TrustEntry[] | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  if (!isFields(value) || value.version !== 1 || !Array.isArray(value.entries)) return [];
  return value.entries.map((entry) => isFields(entry) ? { ...entry, steps: [] } : entry)
    .filter(isEntry).filter(({ commands }) => commands !== undefined);
}

function isEntry(value: unknown): value is TrustEntry {
  return isFields(value) && areStrings(value, ["path", "project", "digest"]) &&
    typeof value.allowedAt === "number" && Array.isArray(value.steps) &&
    (value.commands === undefined || isListOf(value.commands, "string")) &&
    Array.isArray(value.files) &&
    value.files.every((file) => isFields(file) && areStrings(file, ["path", "digest"]));
}

function areSteps(steps: readonly unknown[]): boolean {
  return steps.every((step) =>
    isFields(step) && KINDS.includes(step.kind) && typeof step.text === "string" &&
    Array.isArray(step.facts) && step.facts.every((fact) => isListOf(fact, "string"))
  );
}

function areStrings(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof fields[name] === "string");
}

function isListOf(value: unknown, type: string): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}
