/** `skillhook agent needs`, `manifest` and `resolve`: what a subagent missed, the list of skills for tasks, and a text filled in. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { columns, counted } from "../base/fitted_text.ts";
import { parentPath } from "../base/path.ts";
import { loadConfig } from "../config/config_file.ts";
import type { Host, Outcome } from "../host/host.ts";
import { realRoots } from "../payload/include.ts";
import { commandValues, KNOWN_VALUES } from "../payload/known_values.ts";
import { makeManifest, manifestDrift, manifestPath } from "../payload/make_manifest.ts";
import { loadManifest } from "../payload/manifest.ts";
import { type Needs, readNeeds } from "../payload/needs.ts";
import { resolveText } from "../payload/resolve_text.ts";
import { absolutePath, fileOperand, projectOption, writeNamed } from "./named_input.ts";
import { commandContext } from "./preprocess.ts";
import { givenValues } from "./spawn_input.ts";
import type { Given } from "./table.ts";
import { EX_INVALID, filtered, success, VerbError } from "./verb.ts";

/** What the exit code of a spawn means for the next one. */
const MEANINGS: Readonly<Record<number, string>> = {
  4: "the task was not found: check its identifier and the file of tasks",
  6: "a skill or a value was missing: name another skill, or set the value with --set",
  10: "the payload was over budget: name fewer skills or a lower --strategy",
};

export async function needsVerb(options: Given<"agent needs">, host: Host): Promise<Outcome> {
  const found = readNeeds(await fileOperand(options, host));
  const needs = { ...found, exitCode: options.count("exit-code") ?? found.exitCode };
  if (!options.flag("json")) return success(toText(needs));
  const { exitCode = null, ...asked } = needs;
  return success(JSON.stringify({ ...asked, exit_code: exitCode }));
}

function toText({ skills, references, values, exitCode = 0 }: Needs): string {
  const meaning = MEANINGS[exitCode] ??
    "the task failed: spawn it again with --strategy comprehensive";
  const lines = [
    ...skills.length === 0 ? [] : [`Skills: add ${skills.join(",")} to the next spawn`],
    ...references.map((name) => `Reference: @${name} is not there: --include ${name} brings it`),
    ...values.map((name) => `Value: --set ${name}=…`),
    ...exitCode === 0 ? [] : [`Exit code ${exitCode}: ${meaning}`],
  ];
  return lines.join("\n") || "The output asks for nothing";
}

export async function manifestVerb(options: Given<"agent manifest">, host: Host) {
  const projectDir = projectOption(options, host);
  const old = loadManifest(host, projectDir);
  const path = old?.path ?? manifestPath(host, projectDir);
  if (path === undefined) {
    const places = `"${projectDir}/skills" or "${projectDir}/.claude/skills"`;
    const remedy = "write one there, or name another --project";
    throw new VerbError(`There are no skills in ${places}: ${remedy}`);
  }
  const made = await makeManifest(host, path, old);
  const flaws = (old?.diagnostics ?? []).map(formatDiagnostic);
  const skills = counted(made.skills.length, "skill");
  if (options.flag("check")) {
    if (!old) throw new VerbError(`There is no manifest "${path}": make one with --write`);
    const lines = [...flaws, ...manifestDrift(old, made)];
    if (lines.length > 0) throw new VerbError(lines);
    return success(`${path} is up to date: ${skills}`);
  }
  const text = `${JSON.stringify({ skills: made.skills }, undefined, 2)}\n`;
  const notes = [...flaws, ...made.problems];
  if (!options.flag("write")) return success(text, notes);
  // What cannot be read cannot be kept: writing over it would lose what was written by hand.
  if (flaws.length > 0) {
    throw new VerbError([...flaws, `Did not write "${path}": correct it first`]);
  }
  writeNamed(host, path, text);
  return success(`Wrote ${path}: ${skills}`, notes);
}

/** Nothing on standard output unless the text is whole: exit 6 for a circle of references, and with `--strict` for anything left unresolved. */
export async function resolveVerb(options: Given<"agent resolve">, host: Host): Promise<Outcome> {
  const given = givenValues(options, host).values;
  const config = await loadConfig(host, projectOption(options, host));
  const commands = commandValues(config.settings);
  if (options.flag("list")) return success(valueList(commands), config.diagnostics);
  const text = await fileOperand(options, host);
  const { context, diagnostics } = await commandContext("agent resolve", text, options, host);
  const { path, policy } = context;
  const general = { ...options.flag("inline") && { isInline: true }, ...policy.general };
  const asked = { ...context, policy: { ...policy, general } };
  const isInput = (options.operands[0] ?? "-") === "-";
  const own = isInput ? host.cwd() : parentPath(path) ?? host.cwd();
  const named = options.list("root").map((root) => absolutePath(root, host));
  const places = named.length > 0 ? named : [context.cwd, own];
  const { text: resolved, left, warnings, failures } = await resolveText(text, {
    path,
    file: isInput ? undefined : host.realPath(path),
    bases: realRoots(host, [own, ...places]),
    roots: realRoots(host, places),
    values: new Map([...commands, ...given]),
    variables: { CLAUDE_PROJECT_DIR: context.cwd },
    environment: { byUser: options.list("env") },
    commands: { context: () => Promise.resolve(asked), outputs: new Map() },
  }, host);
  const flaws = [...config.diagnostics, ...diagnostics, ...failures, ...warnings];
  const notes = flaws.map(formatDiagnostic);
  if (failures.length > 0) throw new VerbError(notes, EX_INVALID);
  if (left.length === 0 || !options.flag("strict")) return filtered(resolved, notes, host);
  const names = left.map(({ kind, name, raw }) => kind === "variable" ? name : raw);
  const unresolved = [...new Set(names)].sort().join(", ");
  throw new VerbError([...notes, `Unresolved tokens: ${unresolved}`], EX_INVALID);
}

function valueList(commands: ReadonlyMap<string, string>): string {
  const known = Object.entries(KNOWN_VALUES)
    .map(([name, { isRequired, says }]) => [name, isRequired ? "required" : "-", says]);
  const own = [...commands].map(([name, command]) => [name, "-", `In the settings: ${command}`]);
  return columns([["NAME", "NEEDED", "IS"], ...known, ...own]);
}
