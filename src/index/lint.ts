/** The linter for authors of skills. */
import { type Diagnostic, reportTo } from "../base/diagnostic.ts";
import type { DiagnosticCode } from "../base/diagnostic_codes.ts";
import { joinPath } from "../base/path.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { exitFlaws } from "../catalog/registry.ts";
import { readBody, type WholeCatalog } from "../catalog/whole_catalog.ts";
import { attempt, type Host } from "../host/host.ts";
import { readSkillHead } from "../skill/parse_frontmatter.ts";
import { loadYaml } from "../skill/yaml.ts";
import { lintBody } from "./lint_body.ts";
import { lintFrontmatter } from "./lint_frontmatter.ts";

/** Characters of all descriptions together; over it the agent lists bare names (docs/protocol.md). */
const LISTING_TOTAL = 8_000;
/** Flaws of a skill's file that no rule about its content names. */
const OF_DISCOVERY: readonly DiagnosticCode[] = ["skill-unreadable", "skill-file-name"];
/** Those about triggers are found by the catalog alone. */
const OF_TRIGGERS: readonly DiagnosticCode[] = ["trigger", "trigger-clash", "chain-tools"];

/** @param place What to call the whole. */
export async function lintSkills(
  host: Host,
  { skills, diagnostics }: WholeCatalog,
  projectDir: string | undefined,
  place: string,
): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const parseYaml = await loadYaml();
  for (const whole of skills) {
    const { path, form, shadowedBy, invoke } = whole;
    const text = attempt(() => host.readText(path)) ?? "";
    const { fields } = readSkillHead(host, path, form, undefined, parseYaml);
    const skill = { ...whole, dir: directoryOf(whole), fields, text, body: readBody(host, whole) };
    const report = reportTo(findings, path);
    lintFrontmatter(skill, parseYaml, report);
    await lintBody(host, skill, projectDir, report);
    // Two plugins of one collection have each a namespace of its own.
    const plugin = pluginOf(host, path);
    const isApart = plugin !== undefined && plugin !== pluginOf(host, shadowedBy ?? "");
    if (shadowedBy !== undefined && !isApart) {
      report("shadowed", `"${invoke}" leads to another skill: "${shadowedBy}"`);
    }
  }
  const paths = new Set(skills.map(({ path }) => path));
  for (const flaw of diagnostics) {
    // What is wrong with a skill file is said above, by rule; what is wrong around it is no fault of its text.
    if (OF_TRIGGERS.includes(flaw.code)) findings.push(flaw);
    else if (!paths.has(flaw.path ?? "") || OF_DISCOVERY.includes(flaw.code)) {
      findings.push({ ...flaw, severity: "warning" });
    }
  }
  findings.push(...exitFlaws(skills));
  const listed = skills.filter(({ agent }) => agent.listed && agent.called);
  const total = listed.reduce((sum, { manifest }) => sum + manifest.description.length, 0);
  if (total > LISTING_TOTAL) {
    const message = `The descriptions of ${listed.length} skills have ${total} characters: over ` +
      `${LISTING_TOTAL} (or 1 % of the context window) the agent lists the least used by name alone`;
    reportTo(findings, place)("listing-total", message);
  }
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
