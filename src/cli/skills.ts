/** `skillhook skills`: every skill with its source, and what is wrong with it. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { oneLine } from "../base/one_line.ts";
import type { Host, Outcome } from "../host/host.ts";
import { type Catalog, type CatalogSkill, loadCatalog } from "../index/catalog.ts";
import { ruleFlaws } from "../index/rule_flaws.ts";
import { readOptions } from "./options.ts";
import { catalogQuery, ROOT_LISTS, ROOT_STRINGS } from "./skill_roots_option.ts";
import { success } from "./verb.ts";

/**
 * @param args Arguments after the verb; see the verb table.
 * @param host The machine.
 * @returns A table or JSON, with flaws on standard error; with `--check`, the linter's report.
 */
export async function skillsVerb(args: readonly string[], host: Host): Promise<Outcome> {
  const options = readOptions(args, {
    verb: "skills",
    strings: ROOT_STRINGS,
    lists: ROOT_LISTS,
    flags: ["json", "check"],
  });
  if ("error" in options) return options.error;
  const query = catalogQuery("skills", options, host);
  if ("error" in query) return query.error;
  const catalog = await loadCatalog(host, query);
  if (options.flag("check")) {
    const { checkReport } = await import("./skills_check.ts");
    return await checkReport(catalog, query, options.flag("json"), host);
  }
  const text = options.flag("json") ? JSON.stringify(catalog.skills.map(toJson)) : toTable(catalog);
  const rules = catalog.skills.flatMap((skill) =>
    ruleFlaws(skill).filter(({ severity }) => severity !== "info")
  );
  const flaws = [...catalog.diagnostics, ...rules];
  const lines = flaws.map((flaw) => `skillhook: ${formatDiagnostic(flaw)}\n`);
  return { ...success(text), stderr: lines.join("") };
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
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()
  ).join("\n");
}

function remarks({ shadowedBy, triggers, form }: CatalogSkill): string {
  const remarks = triggers.clashes.map(({ command, holder }) =>
    `/${command} is taken by ${holder}`
  );
  if (shadowedBy !== undefined) remarks.unshift(`hidden by ${shadowedBy}`);
  if (form === "manifest") remarks.push("SKILL.yaml");
  return remarks.join("; ");
}
