/** Everything of one skill that a payload may hold: its text, its references, the names of its scripts. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { isInside, joinPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { readCompanion, readFile } from "../loader/skill_files.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { stripHead } from "../skill/strip_head.ts";
import { splitTags } from "../skill/tags.ts";

export interface SkillBundle {
  /** The name that reaches it from anywhere. */
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string;
  readonly tokenBudget: number | undefined;
  readonly inputs?: readonly string[];
  readonly directory: string;
  readonly pluginRoot: string | undefined;
  /** The file its text comes from, and that file's whole text. */
  readonly path: string;
  readonly source: string;
  /** Commands are meant to run where they are no instruction, as they are in the body of a companion. */
  readonly pieces: readonly { readonly text: string; readonly hasCommands: boolean }[];
  /** In name order; names are from the skill's directory, such as `references/api.md`. */
  readonly references: readonly { readonly path: string; readonly name: string }[];
  readonly scripts: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** Reads a skill, in its full form: a subagent has seen nothing before. A manifest's `version` beats its own. */
export function readSkillBundle(
  host: Host,
  skill: LocatedSkill,
  version?: string,
): SkillBundle | { readonly problem: string } {
  const { qualified: name, directory, pluginRoot } = skill;
  const warnings: Diagnostic[] = [];
  try {
    const path = skill.textPath ?? joinPath(directory, "SKILL.md");
    const text = readPlain(host, path);
    const companion = readCompanion(host, skill);
    if (text === undefined && companion === undefined) {
      // A SKILL.yaml without a text beside it: its description is all there is to hand on.
      const manifest = joinPath(directory, "SKILL.yaml");
      const head = headOf(readPlain(host, manifest) ?? "");
      const source = head.description;
      if (source === "") return { problem: `there is no "${path}"` };
      const pieces = [{ text: `${source}\n`, hasCommands: false }];
      return { ...known(head), path: manifest, source, pieces };
    }
    const source = companion?.text ?? text!;
    if (source.trim() === "") return { problem: `"${companion?.path ?? path}" is empty` };
    const split = splitFrontmatter(text ?? source);
    if (split === "unclosed") {
      const message = 'The frontmatter has no closing "---" line';
      warnings.push(diagnose("frontmatter-unclosed", { path, line: 1 }, message, "Add it"));
    }
    const { yaml, bodyOffset } = typeof split === "string" ? { yaml: "", bodyOffset: 0 } : split;
    const pieces = companion === undefined ? [{ text: source, hasCommands: true }] : [
      { text: withoutBom((text ?? source).slice(0, bodyOffset)), hasCommands: false },
      ...companionPieces(companion.text),
    ];
    return { ...known(headOf(yaml)), path: companion?.path ?? path, source, pieces };
  } catch (error) {
    if (error instanceof HostError || error instanceof RangeError) {
      return { problem: error.message };
    }
    throw error;
  }

  function known(head: ReturnType<typeof headOf>) {
    const references = filesBelow(host, skill, "references", warnings)
      .filter((file) => file.toLowerCase().endsWith(".md"))
      .map((file) => ({ name: file, path: joinPath(directory, file) }));
    const scripts = filesBelow(host, skill, "scripts", warnings);
    const own = { name, ...head, version: version ?? head.version, directory, pluginRoot };
    return { ...own, references, scripts, warnings };
  }
}

/** In the body of a companion nothing runs; its output part is where commands stand. */
function companionPieces(text: string) {
  const { body } = stripHead(text);
  const tagged = splitTags(body);
  if (tagged === undefined) return [{ text: body, hasCommands: true }];
  return [
    { text: tagged.body, hasCommands: false },
    { text: tagged.output ?? "", hasCommands: true },
  ].filter((piece) => piece.text.trim() !== "");
}

function withoutBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Its text without a BOM; `undefined` when it is absent or no file. @throws {RangeError} {@linkcode HostError} */
export function readPlain(host: Host, path: string): string | undefined {
  const file = readFile(host, path);
  return file && withoutBom(file.text);
}

const MAX_DEPTH = 6;
const MAX_FILES = 500;

/** Files below a folder of the skill, but hidden ones and links out of its directory; none for a skill in one file. */
function filesBelow(
  host: Host,
  { directory, skillsDir }: LocatedSkill,
  folder: string,
  warnings: Diagnostic[],
): string[] {
  if (directory === skillsDir) return [];
  const names: string[] = [];
  const root = attempt(() => host.realPath(directory));
  // The folder itself may be a link to somewhere else.
  if (linkedKind(folder) === "directory") visit(folder, 0);
  return names.sort();

  function visit(name: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const entry of attempt(() => host.list(joinPath(directory, name))) ?? []) {
      if (entry.name.startsWith(".") || names.length >= MAX_FILES) continue;
      const below = `${name}/${entry.name}`;
      const kind = entry.kind === "link" ? linkedKind(below) : entry.kind;
      if (kind === "directory") visit(below, depth + 1);
      else if (kind === "file") names.push(below);
    }
  }

  function linkedKind(name: string) {
    const real = attempt(() => host.realPath(joinPath(directory, name)));
    if (root === undefined || real === undefined) return undefined;
    if (isInside(root, real, host.platform)) return attempt(() => host.stat(real))?.kind;
    const message = `Not read: it is a link that leaves the skill's directory, to "${real}"`;
    warnings.push(diagnose("link-leaves-project", joinPath(directory, name), message));
    return undefined;
  }
}

/** Read as plain text: loading the YAML library costs more than everything else. Some may stand below `metadata`. */
function headOf(yaml: string) {
  const lines = yaml.split("\n").map((line) => line.trimEnd());
  const [, ...below] = entryOf(lines, "metadata");
  const indent = below[0]?.search(/\S/);
  const metadata = below.map((line) => line.slice(indent));
  const field = (name: string) =>
    plainValue(entryOf(lines, name)) ?? plainValue(entryOf(metadata, name));
  const budget = field("token_budget") ?? "";
  return {
    version: field("version"),
    description: plainValue(entryOf(lines, "description")) ?? "",
    tokenBudget: /^[1-9]\d{0,8}$/.test(budget) ? Number(budget) : undefined,
  };
}

/** What stands behind a key that is not indented, and the lines below it that are; empty without the key. */
function entryOf(lines: readonly string[], name: string): string[] {
  const at = lines.findIndex((line) => line.startsWith(`${name}:`));
  if (at < 0) return [];
  const rest = lines.slice(at + 1).filter((line) => line !== "");
  const end = rest.findIndex((line) => !/^\s/.test(line));
  return [lines[at]!.slice(name.length + 1), ...rest.slice(0, end < 0 ? undefined : end)];
}

/** A value without quotes and comment, folded lines joined; `undefined` when it is no plain text. */
function plainValue(entry: readonly string[]): string | undefined {
  const [first = "", ...more] = entry.map((line) => line.trim());
  const isBlock = /^[|>][-+0-9]*$/.test(first);
  const text = (isBlock ? more : [first, ...more]).join(" ").trim();
  if (text === "" || "[{&*!".includes(text[0]!)) return undefined;
  if (isBlock) return text;
  const quote = text[0]!;
  if (quote === '"' || quote === "'") {
    const end = text.lastIndexOf(quote);
    return end > 0 ? text.slice(1, end) : text;
  }
  const comment = text.indexOf(" #");
  return comment < 0 ? text : text.slice(0, comment).trimEnd();
}
