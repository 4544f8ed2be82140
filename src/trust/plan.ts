/**
 * What a file of a project would make us do, as a list. `skillhook trust allow` prints it, the approval keeps it, and
 * what is about to run must be an element of it: there is no second way to find out what runs.
 */
import { shellQuote } from "../base/fitted_text.ts";

/** `run`: a command; `send`: a request; `ask`: a prompt for a model; `grant`: something that others may then do. */
export const STEP_KINDS = ["run", "send", "ask", "grant"] as const;

/** A step that differs in anything is another step. */
export interface PlanStep {
  readonly kind: typeof STEP_KINDS[number];
  readonly text: string;
  /** In the order they are shown: `["time limit", "30 s"]`; a bare remark has an empty value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export interface Plan {
  readonly file: string;
  /** What must not change as long as an approval is to hold. */
  readonly pinned: string;
  readonly steps: readonly PlanStep[];
  /** One line for people about all of its steps. */
  readonly remark: string;
  /** The file is a link, and the approval is about the link itself. */
  readonly isLink?: true;
  permits(step: PlanStep): boolean;
}

export function makePlan(written: Omit<Plan, "permits">): Plan {
  const byKey = new Map(written.steps.map((step) => [stepKey(step), step]));
  const steps = [...byKey.values()];
  return { ...written, steps, permits: (step) => byKey.has(stepKey(step)) };
}

export function stepKey({ kind, text, facts }: PlanStep): string {
  return JSON.stringify([kind, text, facts]);
}

/** To paste into a shell. */
export function allowHint(path: string, projectDir: string | undefined): string {
  const project = projectDir === undefined ? "" : ` --project ${shellQuote(projectDir)}`;
  return `skillhook trust allow ${shellQuote(path)}${project}`;
}

const LINK_FACT = "texts are read through the link";

/** A link out of the project; its directory is without links, its target a real path. */
export function linkStep(link: string, target: string): PlanStep {
  return { kind: "grant", text: target, facts: [[LINK_FACT, link]] };
}

export function linkPlan(link: string, target: string): Plan {
  const remark = "A link leads out of the project: what is there may go to the model";
  const steps = [linkStep(link, target)];
  return makePlan({ file: link, pinned: target, steps, remark, isLink: true });
}

export function isLinkEntry({ steps }: Pick<Plan, "steps">): boolean {
  return steps.some(({ kind, facts }) => kind === "grant" && facts[0]?.[0] === LINK_FACT);
}
