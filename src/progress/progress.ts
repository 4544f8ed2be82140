/** How far a session's chain has come: appended lines of JSON, which outlive a compaction, a crash and a model that forgets. */
import { diagnose } from "../base/diagnostic.ts";
import { type Fields, isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import type { Invocation } from "../continuation/chain.ts";
import type { Host } from "../host/host.ts";
import { appendLines, readLines } from "../state/line_file.ts";
import { fileName } from "../state/state_tree.ts";
import { sharedStatePath } from "../state/state_directory.ts";

/** What happened to a chain; `step` counts from 0. */
export type Happening =
  | {
    readonly is: "planned";
    readonly steps: readonly Invocation[];
    /** The project's directory; empty when there is none. */
    readonly project: string;
    readonly prompt?: string | undefined;
    /** Another agent than Claude Code, in whose words the calls are. */
    readonly agent?: string | undefined;
  }
  | { readonly is: "begun"; readonly step: number; readonly prompt?: string | undefined }
  | { readonly is: "done" | "skipped"; readonly step: number }
  /** `by` tells reminders apart that are kept at the same time. */
  | { readonly is: "nudged"; readonly step: number; readonly by?: string }
  /** The turn ended with a question, or with work in the background: what comes next belongs to the chain. */
  | { readonly is: "waiting"; readonly prompt?: string | undefined }
  /** `byUser`: with the user's word for all that follows. */
  | { readonly is: "resumed"; readonly prompt?: string | undefined; readonly byUser?: true }
  /** `moved`: another session of the project has taken it up. */
  | { readonly is: "suspended" | "finished" | "cancelled" | "moved" }
  /** The session is a fork, and may have brought a chain along: its transcript says so later. */
  | { readonly is: "forked" };

/** One line: when, in milliseconds since 1970, and what. */
export type Line = Happening & { readonly at: number };

/** Bytes after which a new chain begins a new file: the old lines say nothing about it. */
const MAX_BYTES = 64 * 1024;
/** UTF-16 units of a chain that is kept with its arguments. */
const MAX_CHAIN = 200_000;

export function recordsDirectory(host: Host): string | undefined {
  return sharedStatePath(host, "chains");
}

/** A session's file; `undefined` when nothing says where, or whose. */
export async function recordPath(host: Host, session = ""): Promise<string | undefined> {
  const directory = recordsDirectory(host);
  if (directory === undefined || session.trim() === "") return undefined;
  return joinPath(directory, await fileName(host, session));
}

/** The lines of the latest chain, oldest first; a half-written or foreign line is left out. */
export function readRecord(host: Host, path: string | undefined): Line[] {
  const written = (path && host.glance(path) || "").split("\n");
  const lines: Line[] = [];
  // From its end: only the latest chain counts, and the record grows to 64 KB.
  for (let at = written.length - 1; at >= 0 && lines[0]?.is !== "planned"; at--) {
    lines.unshift(...readLines(written[at]).filter(isLine));
  }
  return lines;
}

function isLine(line: Fields): line is Fields & Line {
  const { is, at, step, steps } = line;
  if (typeof at !== "number") return false;
  if (is === "planned") {
    const isInvocation = (one: unknown) =>
      isFields(one) && typeof one.skill === "string" && typeof one.args === "string";
    return Array.isArray(steps) && steps.every(isInvocation);
  }
  const isStep = is === "begun" || is === "done" || is === "skipped" || is === "nudged";
  return isStep ? Number.isInteger(step) : typeof is === "string";
}

/** Appends what happened, in one write; gives what could not be kept. Without a path there is nothing to keep. */
export function keep(host: Host, path: string | undefined, happenings: readonly Happening[]) {
  if (path === undefined || happenings.length === 0) return [];
  const at = host.now();
  const lines = happenings.map((one) => ({ at, ...withinBounds(one) }));
  const maxBytes = happenings[0]!.is === "planned" ? MAX_BYTES : Infinity;
  const problem = appendLines(host, path, lines, maxBytes);
  if (problem === undefined) return [];
  const message = `Cannot keep how far the chain has come: ${problem}`;
  return [diagnose("state-unwritable", path, message)];
}

/** A pasted log as an argument is in the user's prompt, and would be read again at every step. */
function withinBounds(one: Happening): Happening {
  if (one.is !== "planned") return one;
  const size = one.steps.reduce((sum, { args }) => sum + args.length, 0);
  if (size <= MAX_CHAIN) return one;
  return { ...one, steps: one.steps.map((step) => ({ ...step, args: "", isCut: true })) };
}

export interface Step extends Invocation {
  readonly state: "open" | "begun" | "done" | "skipped";
  readonly nudges: number;
}

export interface Progress {
  readonly steps: readonly Step[];
  readonly state: "running" | "waiting" | "suspended" | "finished" | "cancelled" | "moved";
  readonly current: number;
  /** The first open step after it; `steps.length` when there is none. */
  readonly next: number;
  /** The first step that waits for the user's word, and is not begun; `steps.length` when there is none. */
  readonly until: number;
  readonly project: string;
  readonly agent: string | undefined;
  /** The prompt whose turn runs the chain, if the agent names prompts. */
  readonly prompt: string | undefined;
  readonly at: number;
}

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
  const firstOr = (is: (step: Step, index: number) => boolean | undefined) => {
    const index = steps.findIndex(is);
    return index < 0 ? steps.length : index;
  };
  const current = steps.findLastIndex((step) => step.state === "begun" || step.state === "done");
  const next = firstOr((step, index) => index > current && step.state === "open");
  const until = firstOr(({ waits }) => waits && !isReleased);
  const { project, agent } = plan;
  return { steps, state, current, next, until, project, agent, prompt, at: lines.at(-1)!.at };
}

export function released(progress: Progress): Progress {
  const steps = progress.steps.map(({ waits: _, ...step }) => step);
  return { ...progress, steps, until: steps.length };
}

export function isUnfinished(progress: Progress | undefined): progress is Progress {
  return progress !== undefined && !["finished", "cancelled", "moved"].includes(progress.state);
}

/** `2/4`: the step that is being done, counted from 1. */
export function positionText({ current, steps }: Progress): string {
  return `${current + 1}/${steps.length}`;
}
