/** `skillhook skill prompt`: the section of skill texts for a host that builds its own system prompt. */
import { diagnose } from "../base/diagnostic.ts";
import type { Host, Outcome } from "../host/host.ts";
import { activeSection } from "../index/active_section.ts";
import { loadWholeCatalog, readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import { leadsTo } from "../catalog/catalog_skill.ts";
import { reachable } from "../index/listing.ts";
import { nearHint } from "../base/nearest.ts";
import { budgetInput } from "./budget_input.ts";
import { absolutePath } from "./project_option.ts";
import { catalogQuery } from "./skill_roots_option.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** The section; nothing without skills. */
export async function promptVerb(options: Given<"skill prompt">, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const input = await budgetInput(options, host);
  const cwd = options.text("cwd");
  const projectDir = cwd === undefined ? query.projectDir : absolutePath(cwd, host);
  const catalog = await loadWholeCatalog(host, { ...query, projectDir });
  const skills = chosen(reachable(catalog.skills), options.operands);
  const { budget: configured, estimate } = input.settings;
  const budget = { ...configured, total: options.count("budget") ?? configured.total };
  const out = skills.filter(({ manifest }) => !manifest.types.includes("prompt"))
    .map(({ path }) => diagnose("skill-not-prompt", path, 'Left out: its types hold no "prompt"'));
  const notes = [...input.flaws, ...catalog.diagnostics, ...out];
  const texts = skills.map((skill) => ({ ...skill, body: readBody(host, skill) }));
  return success(activeSection(texts, { budget, estimate }), notes);
}

/** Those that were named, in that order; all of them when none was. */
function chosen(skills: readonly WholeSkill[], names: readonly string[]): WholeSkill[] {
  if (names.length === 0) return [...skills];
  return names.map((name) => {
    const skill = skills.find((skill) => leadsTo(skill, name));
    if (skill !== undefined) return skill;
    const hint = nearHint(name, skills.map(({ invoke }) => invoke));
    throw new VerbError(`There is no skill "${name}"${hint}`);
  });
}
