/** The task as a part of a payload. Its texts come from a file of somebody's: they are data, nothing in them is resolved. */
import { withClosedFence } from "../budget/cut.ts";
import type { Task } from "./task.ts";
import { withoutChain } from "./without_chain.ts";

/** The section. */
export interface TaskSection {
  readonly text: string;
  /** How many continuation chains were taken out of it. */
  readonly removedChains: number;
}

/**
 * @param task The task.
 * @param id Its identifier, as the values have it.
 * @returns Heading, facts, description and acceptance criteria; what is absent is left out.
 */
export function taskSection(task: Task, id: string): TaskSection {
  const title = [id, task.title].filter((part) => part !== "").join(": ");
  const facts = [
    ["Type", task.type],
    ["Epic", task.parent],
    ["Labels", task.labels.join(", ")],
    ["Depends on", task.depends.join(", ")],
  ].filter(([, value]) => value !== "").map(([name, value]) => `- ${name}: ${value}`).join("\n");
  const acceptance = task.acceptance.map((one) => `- ${one.trim()}`).join("\n");
  const parts = [
    `## Task`,
    `**${title.split("\n").join(" ")}**`,
    facts,
    withClosedFence(task.description),
    acceptance === "" ? "" : `### Acceptance Criteria\n\n${withClosedFence(acceptance)}`,
  ].filter((part) => part !== "");
  const clean = withoutChain(parts.join("\n\n"));
  return { text: clean.text.trimEnd(), removedChains: clean.removed };
}
