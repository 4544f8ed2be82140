/** A link of the project that leads out of it, as something to approve: reading what it leads to. */
import { makePlan, type Plan, type PlanStep } from "./plan.ts";
import type { TrustEntry } from "./trust_entry.ts";

const FACT = "texts are read through the link";

/**
 * @param link Path of the link, its directory without links.
 * @param target Where it leads: a real path.
 * @returns The step that an approval must hold.
 */
export function linkStep(link: string, target: string): PlanStep {
  return {
    kind: "grant",
    text: target,
    facts: [[FACT, link]],
  };
}

/** @returns The plan of one link. */
export function linkPlan(link: string, target: string): Plan {
  const remark = "A link leads out of the project: what is there may go to the model";
  const plan = makePlan({ file: link, pinned: target, steps: [linkStep(link, target)], remark });
  return { ...plan, isLink: true };
}

/** Whether an approval is about a link. */
export function isLinkEntry({ steps }: TrustEntry): boolean {
  return steps.some(({ kind, facts }) => kind === "grant" && facts[0]?.[0] === FACT);
}
