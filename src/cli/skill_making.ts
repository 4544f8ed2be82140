/** `skillhook skill new` and `test`: a skill to begin with, that passes the linter, and the scenarios that lie beside one. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { joinPath, parentPath } from "../base/path.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { loadCatalog } from "../catalog/load.ts";
import { configDirectory, projectConfigDirectory } from "../catalog/places.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import type { Host, Outcome } from "../host/host.ts";
import { lintSkills } from "../index/lint.ts";
import { reachable } from "../index/listing.ts";
import { type NewSkill, newSkillFiles } from "../skill/new_skill.ts";
import { findingLine } from "./lint.ts";
import { leavingFlaw } from "../trust/guarded_host.ts";
import { projectBoundary } from "../trust/project_boundary.ts";
import { askText, orEnd, projectOption, writeNamed } from "./named_input.ts";
import { readOptions } from "./options.ts";
import { namedSkill, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

type NewOptions = Given<"skill new">;

export async function newSkillVerb(options: NewOptions, host: Host): Promise<Outcome> {
  const name = options.operand("NAME");
  const cannot = `Cannot make skill "${name.slice(0, 80)}"`;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    const rule = "lower-case words of letters and digits, joined by hyphens, at most 64 characters";
    throw options.misuse(`${cannot}: a name is ${rule}`);
  }
  const projectDir = projectOption(options, host);
  const config = options.flag("user") ? configDirectory(host) : projectConfigDirectory(projectDir);
  if (!config) throw new VerbError(`${cannot}: nothing says where your home is: set HOME`);
  const skillsDir = joinPath(config, "skills");
  const taken = [name, `${name}-first-use`].map((one) => joinPath(skillsDir, one))
    .find((path) => host.linkStat(path) !== undefined);
  if (taken !== undefined) throw new VerbError(`${cannot}: there is "${taken}" already`);
  const boundary = projectBoundary(host, projectDir);
  for (const directory of [config, skillsDir]) {
    const flaw = leavingFlaw(host, boundary, directory);
    if (flaw !== undefined) throw new VerbError(`${cannot}: ${formatDiagnostic(flaw)}`);
  }
  const { shippedSkills } = await import("../install/shipped_skills.ts");
  const [, protocol = ""] = shippedSkills("skillhook")["commit/SKILL.md"]!
    .split(/^(?=## Continuation)/m);
  const files = newSkillFiles(await wanted(name, options, host), protocol);
  const paths = Object.entries(files).map(([file, text]) => {
    const path = joinPath(skillsDir, file);
    orEnd(cannot, 1, () => host.makeDirectory(parentPath(path)!));
    writeNamed(host, path, text);
    return path;
  });
  const catalog = await loadWholeCatalog(host, { projectDir });
  const findings = (await lintSkills(host, catalog, projectDir, skillsDir))
    .filter(({ path }) => paths.includes(path ?? ""));
  const lines = [...paths.map((path) => `Wrote ${path}`), ...findings.map(findingLine)];
  const code = findings.some(({ severity }) => severity === "error") ? 1 : 0;
  return success(lines.join("\n"), [], code);
}

/** What the flags say; with a name alone, and on a terminal, what you answer. */
async function wanted(name: string, options: NewOptions, host: Host): Promise<NewSkill> {
  const given = {
    isChained: options.flag("chain") || options.list("exit").length > 0,
    exits: options.list("exit"),
    hasCompanion: options.flag("companion"),
    directive: options.text("directive")?.trim() ?? "",
    files: options.list("file"),
    languages: options.list("language"),
    commands: options.list("command"),
  };
  const said = options.text("description")?.trim();
  const isAlone = Object.values(given).flat().every((one) => one === false || one === "");
  const ask = async (question: string) => await askText(`${question} `, host) ?? "";
  const description = said || await ask(`What does ${name} do, and when should the model use it?`);
  if (description === "") {
    throw options.misuse('Missing option "--description": what it does, and when to use it');
  }
  if (said || !isAlone) return { name, description, ...given };
  const words = async (question: string) =>
    (await ask(`${question} (nothing: none)`)).split(",").map((one) => one.trim())
      .filter((one) => one !== "");
  const isYes = async (question: string) => /^y/i.test(await ask(`${question} [y/N]`));
  const isChained = await isYes("May it be a step of a chain?");
  return {
    name,
    description,
    isChained,
    exits: isChained ? await words("What follows when a chain ends with it, such as /commit?") : [],
    hasCompanion: await isYes("Is its text long, so that it should come once in a conversation?"),
    directive: await ask("Which command's output does it need, such as git log? (nothing: none)"),
    files: await words("Which files bring it to mind, such as *.tsx?"),
    languages: await words("Which languages, such as python?"),
    commands: await words("A command of its own besides its name, such as /jot?"),
  };
}

export async function testSkillVerb(options: Given<"skill test">, host: Host): Promise<Outcome> {
  const name = options.operand("SKILL");
  const projectDir = projectOption(options, host);
  const { skills } = await loadCatalog(host, skillContext(projectDir, host));
  const scenarios = joinPath(directoryOf(namedSkill(reachable(skills), name)), "scenarios");
  if (host.stat(scenarios) === undefined) {
    throw new VerbError(`Skill "${name}" has no scenarios: put some into "${scenarios}"`);
  }
  const { VERBS: { play } } = await import("./play_verbs.ts");
  const { testScenarios } = await import("./play.ts");
  const given = readOptions(["--test", scenarios, "--project", projectDir], "play", play);
  // You name a skill without having looked into its scenarios.
  return await testScenarios(given, scenarios, host, false);
}
