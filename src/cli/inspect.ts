/** `skillhook skill inspect`: one skill file, read strictly. */
import { counted } from "../base/fitted_text.ts";
import { lastSegment, parentPath } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { type ParsedSkill, parseSkill, type SkillForm } from "../skill/instruction_skill.ts";
import { loadYaml } from "../skill/yaml.ts";
import { loadCatalog } from "../catalog/load.ts";
import { look } from "../catalog/sources.ts";
import { absolutePath, fileOperand } from "./named_input.ts";
import { skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success } from "./verb.ts";

/** What the skill says; exit 1 with every broken rule on standard error. */
export async function inspectVerb(options: Given<"skill inspect">, host: Host): Promise<Outcome> {
  const [written = "-"] = options.operands;
  const path = await pathOf(written, host) ?? written;
  const text = await fileOperand({ operands: [path] }, host);
  const skill = parseSkill(text, path, formOf(path, host), await loadYaml());
  const isValid = skill.errors.length === 0;
  const shown = options.flag("json") ? toJson(skill) : isValid ? toLines(skill) : "";
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
function formOf(path: string, host: Host): SkillForm | undefined {
  if (path === "-") return undefined;
  const name = lastSegment(path, host.platform);
  if (name === "SKILL.yaml" || name === "SKILL.yml") return "manifest";
  if (name === "SKILL.md") return "instruction";
  const parent = lastSegment(parentPath(absolutePath(path, host)) ?? "", host.platform);
  return parent === "skills" && name.endsWith(".md") ? "flat" : undefined;
}

function toJson({ manifest, body, form, errors }: ParsedSkill): string {
  const { name, version, description, types, triggers } = manifest;
  const trigger = triggers.commands?.[0] ?? "";
  const places = errors.map(({ path: _, key: __, ...error }) => error);
  return JSON.stringify({
    ...{ name, version, description, types, triggers, trigger, body, content: body, form },
    errors: places,
  });
}

function toLines({ manifest, body, form }: ParsedSkill): string {
  const { name, version, description, types, triggers } = manifest;
  const rows = [
    ["name", name],
    ["version", version],
    ["description", description],
    ["types", types.join(", ")],
    ...Object.entries(triggers).map(([kind, list]) => [`triggers.${kind}`, list.join(", ")]),
    ["form", form],
    ["body", counted(body.length, "character")],
  ];
  return rows.filter(([, value]) => value !== "").map(([key = "", value]) =>
    `${`${key}:`.padEnd(19)} ${value}`
  ).join("\n");
}
