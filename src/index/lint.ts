/** The linter for authors of skills: everything that is wrong, or costs more than it must. */
import type { Host } from "../host/host.ts";
import { loadYaml } from "../skill/yaml.ts";
import type { Catalog, CatalogSkill } from "./catalog.ts";
import type { Finding, Report } from "./finding.ts";
import { lintBody } from "./lint_body.ts";
import { lintFrontmatter } from "./lint_frontmatter.ts";

/** Characters of all descriptions together that the agent lists where it does not know its window. */
const LISTING_TOTAL = 8_000;

/**
 * Checks all skills of a catalog.
 *
 * @param host The machine.
 * @param catalog From `loadCatalog`.
 * @param projectDir Whose approvals count for commands in texts.
 * @param place What to call the whole.
 * @returns What was found, by path and line.
 */
export async function lintSkills(
  host: Host,
  catalog: Catalog,
  projectDir: string | undefined,
  place: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const parseYaml = await loadYaml();
  for (const skill of catalog.skills) {
    const report = reportFor(skill.path, findings);
    lintFrontmatter(skill, parseYaml, report);
    await lintBody(host, skill, projectDir, report);
    lintNames(skill, report);
  }
  const paths = new Set(catalog.skills.map(({ path }) => path));
  for (const { path, line, column, message } of catalog.diagnostics) {
    // What is wrong with a skill file is said above, by rule.
    const isOwn = message.startsWith("Cannot read skill:") || message.startsWith("Agents look for");
    if (paths.has(path) && !isOwn) continue;
    reportFor(path, findings)("warning", "discovery", message, { line, column });
  }
  lintTotal(catalog.skills, reportFor(place, findings));
  return findings.sort((a, b) => byText(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0));
}

function reportFor(path: string, findings: Finding[]): Report {
  return (severity, rule, message, { line, column } = {}) =>
    findings.push({
      ...{ severity, rule, path },
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      message,
    });
}

function lintNames({ shadowedBy, invoke, triggers }: CatalogSkill, report: Report): void {
  if (shadowedBy !== undefined) {
    report("warning", "shadowed", `"${invoke}" leads to another skill: "${shadowedBy}"`);
  }
  for (const { message } of triggers.diagnostics) {
    const isClash = message.includes("does not reach this skill");
    report(isClash ? "warning" : "error", isClash ? "trigger-clash" : "trigger", message);
  }
}

/** The agent shows bare names where all descriptions together are too long (protocol section 3.5). */
function lintTotal(skills: readonly CatalogSkill[], report: Report): void {
  const listed = skills.filter(({ shadowedBy, fields }) =>
    shadowedBy === undefined && fields["disable-model-invocation"] !== true
  );
  const total = listed.reduce((sum, { manifest }) => sum + manifest.description.length, 0);
  if (total <= LISTING_TOTAL) return;
  const message = `The descriptions of ${listed.length} skills have ${total} characters: over ` +
    `${LISTING_TOTAL} (or 1 % of the context window) the agent lists the least used by name alone`;
  report("warning", "listing-total", message);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
