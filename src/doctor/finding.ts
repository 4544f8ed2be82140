/** What an examination finds: diagnostics by topic. A flaw says what to do about it; `info` means looked at, works. */
import { diagnose, type Diagnostic, type FlawPlace } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";

/** One finding. */
export interface Finding extends Diagnostic {
  readonly topic: "hooks" | "commands" | "skills" | "settings" | "places" | "trust" | "plugins";
}

/** Where a finding is. */
export type FindingPlace = Pick<FlawPlace, "path" | "line">;

/** Makes a finding as bad as its code says. */
export function finding(
  topic: Finding["topic"],
  code: DiagnosticCode,
  at: FlawPlace,
  message: string,
  remedy?: string,
): Finding {
  return { topic, ...diagnose(code, at, message, remedy) };
}

/** One finding for each flaw, without repetitions. */
export function fromDiagnostics(
  topic: Finding["topic"],
  diagnostics: readonly Diagnostic[],
): Finding[] {
  const seen = new Set<string>();
  return diagnostics.flatMap((diagnostic) => {
    const { path, message, remedy = "Correct what the line says" } = diagnostic;
    const key = `${path}\n${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ topic, ...diagnostic, remedy }];
  });
}
