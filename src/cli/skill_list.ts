/** `skillhook skill list` and `skill lint`: every skill with its source, and what is wrong with it. */
import { columns, counted, oneLine } from "../base/fitted_text.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { loadWholeCatalog, readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host, Outcome } from "../host/host.ts";
import { activationOf } from "../index/active_skills.ts";
import { lintSkills } from "../index/lint.ts";
import { ruleFlaws } from "../index/rule_flaws.ts";
import type { Activation } from "../state/activation.ts";
import { findingLine } from "./lint.ts";
import { catalogQuery } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

export async function skillListVerb(options: Given<"skill list">, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const catalog = await loadWholeCatalog(host, query);
  const activation = activationOf(host, host.env("CLAUDE_CODE_SESSION_ID"), query.projectDir);
  const text = options.flag("json")
    ? JSON.stringify(
      catalog.skills.map((skill) => toJson(skill, readBody(host, skill), activation)),
    )
    : toTable(catalog.skills, activation);
  const rules = catalog.skills.flatMap((skill) =>
    ruleFlaws(skill).filter(({ severity }) => severity !== "info")
  );
  return success(text, [...catalog.diagnostics, ...rules]);
}

function toJson(skill: WholeSkill, body: string, activation: Activation): unknown {
  const { manifest, invoke, aliases, source, plugin, path, form, agent, shadowedBy, exit } = skill;
  const { commands, clashes } = skill.triggers;
  const { name, version, description, types, triggers } = manifest;
  const flaws = ruleFlaws(skill);
  return {
    ...{ name, version, description, types, triggers },
    trigger: triggers.commands?.[0] ?? "",
    ...{ invoke, aliases, source, plugin: plugin ?? null, dir: directoryOf(skill), path, form },
    listed_by_agent: agent.listed,
    typed: agent.listed && agent.typed && !agent.waits,
    called_by_model: agent.listed && agent.called && !agent.waits,
    waits_for_files: agent.waits,
    forks: agent.forks,
    in_chains: exit !== undefined,
    shadowed_by: shadowedBy ?? null,
    active: shadowedBy === undefined ? activation.get(invoke) ?? null : null,
    commands: commands.map((command) => `/${command}`),
    clashes: clashes.map(({ command, holder }) => ({ command: `/${command}`, holder })),
    diagnostics: flaws.map(({ message }) => message),
    flaws,
    ...{ body, content: body },
  };
}

function toTable(skills: readonly WholeSkill[], activation: Activation): string {
  if (skills.length === 0) return "No skills";
  const rows = skills.map((skill) => [
    skill.invoke,
    skill.source,
    skill.manifest.version || "-",
    skill.triggers.commands.map((command) => `/${command}`).join(" ") || "-",
    directoryOf(skill),
    remarks(skill, activation),
  ]);
  const cells = [["SKILL", "SOURCE", "VERSION", "TRIGGER", "DIRECTORY", "REMARKS"], ...rows]
    .map((row) => row.map((cell) => oneLine(cell, 160)));
  return columns(cells);
}

function remarks(
  { invoke, shadowedBy, triggers, form, agent }: WholeSkill,
  activation: Activation,
): string {
  const remarks = triggers.clashes.map(({ command, holder }) =>
    `/${command} is taken by ${holder}`
  );
  if (shadowedBy !== undefined) remarks.unshift(`hidden by ${shadowedBy}`);
  else if (activation.has(invoke)) remarks.push(activation.get(invoke) ? "active" : "not active");
  if (form === "manifest") remarks.push("SKILL.yaml");
  if (agent.listed && !agent.typed) remarks.push("not typed");
  if (agent.listed && !agent.called) remarks.push("not called by the model");
  if (agent.forks) remarks.push("forks");
  return remarks.join("; ");
}

/** The findings, for people who write skills; exit 1 when one of them is an error. */
export async function skillLintVerb(options: Given<"skill lint">, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const catalog = await loadWholeCatalog(host, query);
  const place = query.onlyAdded ? query.added?.[0]?.path : query.projectDir;
  const findings = await lintSkills(host, catalog, query.projectDir, place ?? "");
  const skills = catalog.skills.length;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const code = errors > 0 ? 1 : 0;
  if (options.flag("json")) {
    const rows = findings.map((one) => ({ rule: one.code, ...one }));
    return success(JSON.stringify({ skills, errors, warnings, findings: rows }), [], code);
  }
  const found = [counted(errors, "error"), counted(warnings, "warning")].join(", ");
  return success(
    [...findings.map(findingLine), `${counted(skills, "skill")}: ${found}`].join("\n"),
    [],
    code,
  );
}
