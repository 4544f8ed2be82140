/** What an examination finds: always with what to do about it. */
import type { Diagnostic } from "../base/diagnostic.ts";

/** One finding. */
export interface Finding {
  /** `problem`: something does not work. `advice`: it works, and could be better. `fine`: looked at, works. */
  readonly level: "problem" | "advice" | "fine";
  readonly topic: "hooks" | "commands" | "skills" | "settings" | "places" | "trust";
  readonly message: string;
  /** What to do; empty when nothing is to be done. */
  readonly remedy: string;
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
}

/** Where a finding is. */
export type FindingPlace = Pick<Finding, "path" | "line">;

/**
 * @param topic What was looked at.
 * @param diagnostics Flaws of files.
 * @param remedy What to do about a flaw.
 * @param level How bad.
 * @returns One finding for each, without repetitions.
 */
export function fromDiagnostics(
  topic: Finding["topic"],
  diagnostics: readonly Diagnostic[],
  remedy: (diagnostic: Diagnostic) => string,
  level: Finding["level"] = "problem",
): Finding[] {
  const seen = new Set<string>();
  return diagnostics.flatMap((diagnostic) => {
    const { path, line, message } = diagnostic;
    const key = `${path}\n${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const place = line === undefined ? { path } : { path, line };
    return [{ level, topic, message, remedy: remedy(diagnostic), ...place }];
  });
}
