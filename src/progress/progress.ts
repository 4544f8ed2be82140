/** Lines of a chain's record → how far it has come. Pure: what the hooks, the shortcuts and the verbs say is made of this. */
import type { Invocation } from "../continuation/chain.ts";
import type { Line } from "./record.ts";

/** A step, and what became of it. */
export interface Step extends Invocation {
  readonly state: "open" | "begun" | "done" | "skipped";
  /** How often the model was reminded of it. */
  readonly nudges: number;
}

/** How far a chain has come. */
export interface Progress {
  readonly steps: readonly Step[];
  readonly state: "running" | "waiting" | "suspended" | "finished" | "cancelled" | "moved";
  /** The step that was begun last. */
  readonly current: number;
  /** The first open step after it; `steps.length` when there is none. */
  readonly next: number;
  /** The first step that waits for the user's word, and is not begun; `steps.length` when there is none. */
  readonly until: number;
  /** The project's directory; empty when there is none. */
  readonly project: string;
  /** Another agent than Claude Code, which runs it. */
  readonly agent: string | undefined;
  /** The prompt whose turn runs the chain, if the agent names prompts. */
  readonly prompt: string | undefined;
  /** Milliseconds since 1970 of the last line. */
  readonly at: number;
}

/** The latest chain of the lines. */
export function progressOf(lines: readonly Line[]): Progress | undefined {
  const start = lines.findLastIndex(({ is }) => is === "planned");
  const plan = lines[start];
  if (plan?.is !== "planned" || plan.steps.length === 0) return undefined;
  const steps = plan.steps.map((step, index) => ({
    ...step,
    state: (index === 0 ? "begun" : "open") as Step["state"],
    nudges: 0,
  }));
  let state: Progress["state"] = "running";
  let { prompt } = plan;
  let isReleased = false;
  for (const line of lines.slice(start + 1)) {
    switch (line.is) {
      case "begun":
      case "done":
      case "skipped": {
        const step = steps[line.step];
        if (line.is === "begun") {
          // Back at a step that was passed over, what follows is to be done after it, again.
          const again = step?.state === "skipped" ? steps.slice(line.step) : [];
          for (const later of again) later.state = "open";
          isReleased ||= step?.waits === true;
          prompt = line.prompt ?? prompt;
        }
        if (step !== undefined) step.state = line.is;
        state = "running";
        break;
      }
      case "nudged":
        if (line.step in steps) steps[line.step]!.nudges++;
        break;
      case "waiting":
      case "resumed":
        state = line.is === "waiting" ? "waiting" : "running";
        isReleased ||= line.is === "resumed" && line.byUser === true;
        prompt = line.prompt ?? prompt;
        break;
      case "suspended":
      case "finished":
      case "cancelled":
      case "moved":
        state = line.is;
    }
  }
  const orEnd = (index: number) => index < 0 ? steps.length : index;
  const current = steps.findLastIndex((step) => step.state === "begun" || step.state === "done");
  const next = steps.findIndex((step, index) => index > current && step.state === "open");
  const until = isReleased ? -1 : steps.findIndex(({ waits }) => waits);
  const { project, agent } = plan;
  const at = lines.at(-1)!.at;
  return {
    steps,
    state,
    current,
    next: orEnd(next),
    until: orEnd(until),
    project,
    agent,
    prompt,
    at,
  };
}

/** The user's word was given for all of it. */
export function released(progress: Progress): Progress {
  const steps = progress.steps.map(({ waits: _, ...step }) => step);
  return { ...progress, steps, until: steps.length };
}

/** Whether something of it is still to be done. */
export function isUnfinished(progress: Progress | undefined): progress is Progress {
  return progress !== undefined && !["finished", "cancelled", "moved"].includes(progress.state);
}

/** `2/4`: the step that is being done, counted from 1. */
export function positionText({ current, steps }: Progress): string {
  return `${current + 1}/${steps.length}`;
}
