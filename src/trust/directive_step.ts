/** A command of a skill text as an element of the plan: made by who shows it, and again by who runs it. */
import { choicesFor, DEFAULT_CHOICES, type DirectivePolicy } from "./directive_policy.ts";
import type { PlanStep } from "./plan.ts";

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
