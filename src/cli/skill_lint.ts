/** `skillhook skill lint`: what is wrong with skills, for people who write them. */
import { counted } from "../base/counted.ts";
import { type Diagnostic, formatDiagnostic, wholeMessage } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { lintSkills } from "../index/lint.ts";
import { catalogQuery } from "./skill_roots_option.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** The findings; exit 1 when one of them is an error. */
export async function skillLintVerb(options: Given<"skill lint">, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const catalog = await loadWholeCatalog(host, query);
  const place = query.onlyAdded ? query.added?.[0]?.path : query.projectDir;
  const findings = await lintSkills(host, catalog, query.projectDir, place ?? "");
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const skills = catalog.skills.length;
  const counts = { skills, errors, warnings: findings.length - errors };
  const text = options.flag("json")
    ? JSON.stringify({ ...counts, findings: findings.map((one) => ({ rule: one.code, ...one })) })
    : toLines(findings, counts);
  return success(text, [], errors > 0 ? 1 : 0);
}

function toLines(
  findings: readonly Diagnostic[],
  { skills, errors, warnings }: Readonly<Record<"skills" | "errors" | "warnings", number>>,
): string {
  const lines = findings.map(({ remedy: _, ...flaw }, index) => {
    const message = `${flaw.severity}: ${wholeMessage(findings[index]!)} [${flaw.code}]`;
    return formatDiagnostic({ ...flaw, message });
  });
  const sum = `${counted(skills, "skill")}: ${counted(errors, "error")}, ${
    counted(warnings, "warning")
  }`;
  return [...lines, sum].join("\n");
}
