/** A handler as an element of the plan: made by who shows it, and again by who runs it. */
import type { PlanStep } from "../trust/plan.ts";
import { type Handler, wholeActionText } from "./handler.ts";

type Fact = readonly [name: string, value: string];

/** What a step depends on: not where it is written, nor whether it is approved. */
export type StepSource = Pick<
  Handler,
  "event" | "action" | "matcher" | "condition" | "timeoutMs" | "isOnce" | "blocksOnFailure"
>;

export function handlerStep(handler: StepSource): PlanStep {
  const { action, event, matcher, condition, timeoutMs, isOnce, blocksOnFailure } = handler;
  const facts: Fact[] = [
    ["on", event],
    ...matcher === undefined ? [] : [["matcher", matcher.text] as const],
    ...condition === undefined ? [] : [["if", condition.text] as const],
    ...actionFacts(action),
    ["time limit", timeoutMs === undefined ? "the agent's" : `${timeoutMs / 1000} s`],
    ...isOnce ? [["once in a session", ""] as const] : [],
    ...blocksOnFailure ? [["blocks when it fails", ""] as const] : [],
  ];
  const kind = action.type === "command" ? "run" : action.type === "http" ? "send" : "ask";
  return { kind, text: wholeActionText(action), facts };
}

function actionFacts(action: Handler["action"]): Fact[] {
  switch (action.type) {
    case "command":
      return [
        action.args === undefined
          ? ["shell", action.shell ?? "sh"]
          : ["program with arguments", JSON.stringify([action.command, ...action.args])],
        ...action.isAsync ? [["goes on in the background", ""] as const] : [],
      ];
    case "http":
      return [
        ["sends the whole event", ""],
        ...Object.entries(action.headers).map(([name, value]) =>
          [`header ${name}`, value] as const
        ),
        ...action.allowedEnv.map((name) => ["sends the environment variable", name] as const),
      ];
    case "prompt":
    case "agent":
      return [["as", action.type]];
    case "mcp_tool":
      return [["server", action.server], ["tool", action.tool]];
    default:
      return action satisfies never;
  }
}
