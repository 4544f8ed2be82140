/** `skillhook skill list`: every skill with its source, and what is wrong with it. */
import { columns } from "../base/columns.ts";
import { oneLine } from "../base/one_line.ts";
import type { Host, Outcome } from "../host/host.ts";
import { type Catalog, type CatalogSkill, loadCatalog } from "../catalog/whole_catalog.ts";
import { ruleFlaws } from "../index/rule_flaws.ts";
import { catalogQuery } from "./skill_roots_option.ts";
import type { SKILL_VERBS } from "./skill_verbs.ts";
import { type Options, success } from "./verb.ts";

/** A table or JSON, with flaws on standard error. */
export async function skillListVerb(
  options: Options<typeof SKILL_VERBS["skill list"]>,
  host: Host,
): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const catalog = await loadCatalog(host, query);
  const text = options.flag("json") ? JSON.stringify(catalog.skills.map(toJson)) : toTable(catalog);
  const rules = catalog.skills.flatMap((skill) =>
    ruleFlaws(skill).filter(({ severity }) => severity !== "info")
  );
  return success(text, [...catalog.diagnostics, ...rules]);
}

function toJson(skill: CatalogSkill): unknown {
  const { manifest, invoke, source, plugin, path, dir, form, isListed, shadowedBy, body } = skill;
  const { skill: { commands }, clashes } = skill.triggers;
  const { name, version, description, types, triggers } = manifest;
  return {
    ...{ name, version, description, types, triggers },
    trigger: triggers.commands?.[0] ?? "",
    ...{ invoke, source, plugin: plugin ?? null, dir, path, form },
    listed_by_agent: isListed,
    shadowed_by: shadowedBy ?? null,
    commands: commands.map((command) => `/${command}`),
    clashes: clashes.map(({ command, holder }) => ({ command: `/${command}`, holder })),
    diagnostics: ruleFlaws(skill).map(({ message }) => message),
    ...{ body, content: body },
  };
}

function toTable({ skills }: Catalog): string {
  if (skills.length === 0) return "No skills";
  const rows = skills.map((skill) => [
    skill.invoke,
    skill.source,
    skill.manifest.version || "-",
    skill.triggers.skill.commands.map((command) => `/${command}`).join(" ") || "-",
    skill.dir,
    remarks(skill),
  ]);
  const cells = [["SKILL", "SOURCE", "VERSION", "TRIGGER", "DIRECTORY", "REMARKS"], ...rows]
    .map((row) => row.map((cell) => oneLine(cell, 160)));
  return columns(cells);
}

function remarks({ shadowedBy, triggers, form }: CatalogSkill): string {
  const remarks = triggers.clashes.map(({ command, holder }) =>
    `/${command} is taken by ${holder}`
  );
  if (shadowedBy !== undefined) remarks.unshift(`hidden by ${shadowedBy}`);
  if (form === "manifest") remarks.push("SKILL.yaml");
  return remarks.join("; ");
}
