/** `skillhook skill list`, `lint` and `inspect`: every skill with its source, what is wrong with it, and one file alone. */
import { columns, counted, oneLine } from "../base/fitted_text.ts";
import { lastSegment, parentPath } from "../base/path.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { loadCatalog } from "../catalog/load.ts";
import { look } from "../catalog/sources.ts";
import { loadWholeCatalog, readBody, type WholeSkill } from "../catalog/whole_catalog.ts";
import type { Host, Outcome } from "../host/host.ts";
import { activationOf } from "../index/active_skills.ts";
import { lintSkills } from "../index/lint.ts";
import { ruleFlaws } from "../index/lint_frontmatter.ts";
import { type ParsedSkill, parseSkill } from "../skill/instruction_skill.ts";
import { loadYaml } from "../skill/yaml.ts";
import type { Activation } from "../state/activation.ts";
import { findingLine } from "./lint.ts";
import { absolutePath, fileOperand } from "./named_input.ts";
import { catalogQuery, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

export async function skillListVerb(options: Given<"skill list">, host: Host): Promise<Outcome> {
  const query = catalogQuery(options, host);
  const { skills, diagnostics } = await loadWholeCatalog(host, query);
  const activation = activationOf(host, host.env("CLAUDE_CODE_SESSION_ID"), query.projectDir);
  const text = options.flag("json")
    ? JSON.stringify(skills.map((skill) => toJson(skill, readBody(host, skill), activation)))
    : toTable(skills, activation);
  const rules = skills.flatMap(ruleFlaws).filter(({ severity }) => severity !== "info");
  return success(text, [...diagnostics, ...rules]);
}

function toJson(skill: WholeSkill, body: string, activation: Activation): unknown {
  const { manifest, invoke, aliases, source, plugin, path, form, agent, shadowedBy, exit } = skill;
  const { commands, clashes } = skill.triggers;
  const { name, ...facts } = manifest;
  const flaws = ruleFlaws(skill);
  return {
    name,
    ...facts,
    trigger: facts.triggers.commands?.[0] ?? "",
    invoke,
    aliases,
    source,
    plugin: plugin ?? null,
    dir: directoryOf(skill),
    path,
    form,
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
    body,
    content: body,
  };
}

function toTable(skills: readonly WholeSkill[], activation: Activation): string {
  if (skills.length === 0) return "No skills";
  const rows = skills.map((skill) => {
    const { invoke, source, manifest, triggers } = skill;
    const commands = triggers.commands.map((command) => `/${command}`).join(" ") || "-";
    const [version, dir] = [manifest.version || "-", directoryOf(skill)];
    return [invoke, source, version, commands, dir, remarks(skill, activation)];
  });
  const head = ["SKILL", "SOURCE", "VERSION", "TRIGGER", "DIRECTORY", "REMARKS"];
  return columns([head, ...rows].map((row) => row.map((cell) => oneLine(cell, 160))));
}

function remarks(skill: WholeSkill, activation: Activation): string {
  const { invoke, shadowedBy, triggers: { clashes }, form, agent } = skill;
  const remarks = clashes.map(({ command, holder }) => `/${command} is taken by ${holder}`);
  if (shadowedBy !== undefined) remarks.unshift(`hidden by ${shadowedBy}`);
  else if (activation.has(invoke)) remarks.push(activation.get(invoke) ? "active" : "not active");
  if (form === "manifest") remarks.push("SKILL.yaml");
  if (agent.listed && !agent.typed) remarks.push("not typed");
  if (agent.listed && !agent.called) remarks.push("not called by the model");
  if (agent.forks) remarks.push("forks");
  return remarks.join("; ");
}

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
  const found = `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  const lines = [...findings.map(findingLine), `${counted(skills, "skill")}: ${found}`];
  return success(lines.join("\n"), [], code);
}

export async function inspectVerb(options: Given<"skill inspect">, host: Host): Promise<Outcome> {
  const [written = "-"] = options.operands;
  const path = await pathOf(written, host) ?? written;
  const text = await fileOperand({ operands: [path] }, host);
  const skill = parseSkill(text, path, formOf(path, host), await loadYaml());
  const isValid = skill.errors.length === 0;
  const shown = options.flag("json") ? asJson(skill) : isValid ? asLines(skill) : "";
  return success(shown, skill.errors, isValid ? 0 : 1);
}

/** A file that is there is meant before a skill of its name. */
async function pathOf(written: string, host: Host): Promise<string | undefined> {
  const isFile = written === "-" || look(host, absolutePath(written, host))?.kind === "file";
  if (isFile || /[/\\]|\.(?:md|ya?ml)$/.test(written.slice(written.indexOf(":") + 1))) {
    return undefined;
  }
  const projectDir = host.env("CLAUDE_PROJECT_DIR") ?? host.cwd();
  const catalog = await loadCatalog(host, skillContext(projectDir, host));
  return catalog.find(written.replace(/^\//, ""))?.path;
}

/** A Markdown file right in a `skills` directory is a flat one; standard input shows it by its keys. */
function formOf(path: string, host: Host) {
  if (path === "-") return undefined;
  const name = lastSegment(path, host.platform);
  if (name === "SKILL.yaml" || name === "SKILL.yml") return "manifest";
  if (name === "SKILL.md") return "instruction";
  const parent = lastSegment(parentPath(absolutePath(path, host)) ?? "", host.platform);
  return parent === "skills" && name.endsWith(".md") ? "flat" : undefined;
}

function asJson({ manifest, body, form, errors }: ParsedSkill): string {
  const trigger = manifest.triggers.commands?.[0] ?? "";
  const places = errors.map(({ path: _, key: __, ...error }) => error);
  return JSON.stringify({ ...manifest, trigger, body, content: body, form, errors: places });
}

function asLines({ manifest: { types, triggers, ...texts }, body, form }: ParsedSkill): string {
  const shown = [
    ...Object.entries({ ...texts, types: types.join(", ") }),
    ...Object.entries(triggers).map(([kind, list]) => [`triggers.${kind}`, list.join(", ")]),
    ...Object.entries({ form, body: counted(body.length, "character") }),
  ];
  return shown.filter(([, value]) => value !== "")
    .map(([key = "", value]) => `${`${key}:`.padEnd(19)} ${value}`).join("\n");
}
