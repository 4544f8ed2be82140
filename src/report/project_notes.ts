/** The files that the shipped skills share: plans below `plans/`, tasks in `session.md`. */
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { oneLine } from "../base/fitted_text.ts";

interface Plan {
  readonly name: string;
  /** Which of its files there are: design, plan, progress. */
  readonly parts: readonly string[];
  /** Tasks that are done and all tasks, of its progress or plan. */
  readonly done: number;
  readonly tasks: number;
}

export interface SessionNotes {
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
}

const PARTS = ["design", "plan", "progress"] as const;
const MAX_BYTES = 128 * 1024;
const MAX_PLANS = 12;

/** The plans by name, and how many were not opened. */
export function readPlans(host: Host, projectDir: string): { plans: Plan[]; more: number } {
  const directory = joinPath(projectDir, "plans");
  const names = (attempt(() => host.list(directory)) ?? [])
    .filter(({ kind, name }) => kind === "directory" && !name.startsWith("."))
    .map(({ name }) => name).sort();
  const plans = names.slice(0, MAX_PLANS).map((name) =>
    readPlan(host, joinPath(directory, name), name)
  );
  return { plans, more: Math.max(0, names.length - MAX_PLANS) };
}

function readPlan(host: Host, directory: string, name: string): Plan {
  const texts = PARTS.map((part) =>
    [part, readSome(host, joinPath(directory, `${part}.md`))] as const
  )
    .filter(([, text]) => text !== undefined);
  const { plan, progress } = Object.fromEntries(texts);
  const marks = (progress ?? plan ?? "").split("\n")
    .map((line) => /^\s*[-*] \[([ xX])\]/.exec(line)?.[1]).filter((mark) => mark !== undefined);
  const done = marks.filter((mark) => mark !== " ").length;
  return { name: oneLine(name, 60), parts: texts.map(([part]) => part), done, tasks: marks.length };
}

/** The open tasks of `session.md`; `undefined` without the file. */
export function readSessionNotes(host: Host, projectDir: string): SessionNotes | undefined {
  const text = readSome(host, joinPath(projectDir, "session.md"));
  if (text === undefined) return undefined;
  return { inProgress: tasksIn(text, "in progress"), pending: tasksIn(text, "pending") };
}

function tasksIn(text: string, title: string): string[] {
  const tasks: string[] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) isInside = line.slice(3).trim().toLowerCase() === title;
    else if (isInside && line.startsWith("- [ ] ")) tasks.push(oneLine(line.slice(6)));
  }
  return tasks;
}

function readSome(host: Host, path: string): string | undefined {
  return attempt(() => {
    if (host.stat(path)?.kind !== "file") return undefined;
    const bytes = host.readBytes(path, 0, MAX_BYTES);
    return bytes && new TextDecoder().decode(bytes);
  });
}
