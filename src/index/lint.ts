/** The linter for authors of skills: everything that is wrong, or costs more than it must. */
import { type Diagnostic, type Report, reportTo } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { joinPath } from "../base/path.ts";
import { attempt, type Host } from "../host/host.ts";
import { loadYaml } from "../skill/yaml.ts";
import type { WholeCatalog, WholeSkill } from "../catalog/whole_catalog.ts";
import { exitFlaws } from "../catalog/default_exit.ts";
import { lintBody } from "./lint_body.ts";
import { lintFrontmatter } from "./lint_frontmatter.ts";
import { withText } from "./rule_flaws.ts";

/** Characters of all descriptions together that the agent lists where it does not know its window. */
const LISTING_TOTAL = 8_000;
/** Flaws of a skill's file that no rule about its content names. */
const OF_DISCOVERY: readonly DiagnosticCode[] = ["skill-unreadable", "skill-file-name"];
/** Those about triggers are found by the catalog alone. */
const OF_TRIGGERS: readonly DiagnosticCode[] = [
  "trigger",
  "trigger-clash",
  "chain-tools",
];

/** @param place What to call the whole. */
export async function lintSkills(
  host: Host,
  catalog: WholeCatalog,
  projectDir: string | undefined,
  place: string,
): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const parseYaml = await loadYaml();
  for (const whole of catalog.skills) {
    const skill = withText(host, whole, parseYaml);
    const report = reportTo(findings, skill.path);
    lintFrontmatter(skill, parseYaml, report);
    await lintBody(host, skill, projectDir, report);
    const { shadowedBy, invoke } = skill;
    // Two plugins of one collection have each a namespace of its own.
    const plugin = pluginOf(host, skill.path);
    const isApart = plugin !== undefined && plugin !== pluginOf(host, shadowedBy ?? "");
    if (shadowedBy !== undefined && !isApart) {
      report("shadowed", `"${invoke}" leads to another skill: "${shadowedBy}"`);
    }
  }
  const paths = new Set(catalog.skills.map(({ path }) => path));
  for (const flaw of catalog.diagnostics) {
    // What is wrong with a skill file is said above, by rule; what is wrong around it is no fault of its text.
    if (OF_TRIGGERS.includes(flaw.code)) findings.push(flaw);
    else if (!paths.has(flaw.path ?? "") || OF_DISCOVERY.includes(flaw.code)) {
      findings.push({ ...flaw, severity: "warning" });
    }
  }
  findings.push(...exitFlaws(catalog.skills));
  lintTotal(catalog.skills, reportTo(findings, place));
  return findings.sort(({ path: a = "", line: one = 0 }, { path: b = "", line: other = 0 }) =>
    a === b ? one - other : a < b ? -1 : 1
  );
}

/** The plugin whose skill it is by its place, with a manifest there. */
function pluginOf(host: Host, path: string): string | undefined {
  const root = path.slice(0, Math.max(0, path.lastIndexOf("/skills/")));
  const manifest = joinPath(root, ".claude-plugin/plugin.json");
  return attempt(() => host.stat(manifest)) === undefined ? undefined : root;
}

/** The agent shows bare names where all descriptions together are too long (docs/protocol.md). */
function lintTotal(skills: readonly WholeSkill[], report: Report): void {
  const listed = skills.filter(({ agent }) => agent.listed && agent.called);
  const total = listed.reduce((sum, { manifest }) => sum + manifest.description.length, 0);
  if (total <= LISTING_TOTAL) return;
  const message = `The descriptions of ${listed.length} skills have ${total} characters: over ` +
    `${LISTING_TOTAL} (or 1 % of the context window) the agent lists the least used by name alone`;
  report("listing-total", message);
}
