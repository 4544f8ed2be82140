/** Everything of one skill that a payload may hold: its text, its references, the names of its scripts. */
import { diagnose, type Diagnostic } from "../base/diagnostic.ts";
import { isInside, joinPath } from "../base/path.ts";
import { attempt, type Host, HostError } from "../host/host.ts";
import { readCompanion, readFile } from "../loader/skill_files.ts";
import { splitFrontmatter } from "../skill/frontmatter.ts";
import type { LocatedSkill } from "../skill/located_skill.ts";
import { stripHead } from "../skill/strip_head.ts";
import { splitTags } from "../skill/tags.ts";

export interface SkillPiece {
  readonly text: string;
  /** Whether its commands are meant to run: in the body of a companion they are instruction. */
  readonly hasCommands: boolean;
}

export interface SkillReference {
  readonly path: string;
  /** From the skill's directory: `references/api.md`. */
  readonly name: string;
}

export interface SkillBundle {
  /** The name that reaches it from anywhere. */
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string;
  /** Tokens that its own text may cost. */
  readonly tokenBudget: number | undefined;
  /** Values that it needs, as its manifest lists them. */
  readonly inputs?: readonly string[];
  readonly directory: string;
  readonly pluginRoot: string | undefined;
  /** The file its text comes from, and that file's whole text. */
  readonly path: string;
  readonly source: string;
  readonly pieces: readonly SkillPiece[];
  /** In name order. */
  readonly references: readonly SkillReference[];
  /** From the skill's directory. */
  readonly scripts: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a skill, or says why it is none. One that loads in two forms (`NAME-first-use`) is read in its
 * full form, because a subagent has seen nothing before. A manifest's `version` beats the frontmatter's.
 */
export function readSkillBundle(
  host: Host,
  skill: LocatedSkill,
  version?: string,
): SkillBundle | { readonly problem: string } {
  const { directory } = skill;
  try {
    const path = skill.textPath ?? joinPath(directory, "SKILL.md");
    const text = readPlain(host, path);
    const companion = readCompanion(host, skill);
    if (text === undefined && companion === undefined) {
      return described(host, skill) ?? { problem: `there is no "${path}"` };
    }
    const source = companion?.text ?? text!;
    if (source.trim() === "") return { problem: `"${companion?.path ?? path}" is empty` };
    const split = splitFrontmatter(text ?? source);
    const yaml = typeof split === "string" ? "" : split.yaml;
    const warnings: Diagnostic[] = [];
    if (split === "unclosed") {
      const message = 'The frontmatter has no closing "---" line';
      warnings.push(diagnose("frontmatter-unclosed", { path, line: 1 }, message, "Add it"));
    }
    const head = typeof split === "string" ? 0 : split.bodyOffset;
    return {
      name: skill.qualified,
      version: version ?? plainField(yaml, "version") ?? plainField(yaml, "version", "metadata"),
      description: plainField(yaml, "description") ?? "",
      tokenBudget: budgetIn(yaml),
      directory,
      pluginRoot: skill.pluginRoot,
      path: companion?.path ?? path,
      source,
      pieces: companion === undefined ? [{ text: source, hasCommands: true }] : [
        { text: withoutBom((text ?? source).slice(0, head)), hasCommands: false },
        ...companionPieces(companion.text),
      ],
      ...filesOf(host, skill, warnings),
      warnings,
    };
  } catch (error) {
    if (error instanceof HostError || error instanceof RangeError) {
      return { problem: error.message };
    }
    throw error;
  }
}

/** A SKILL.yaml without a text beside it: its description is all there is to hand on. */
function described(host: Host, skill: LocatedSkill): SkillBundle | undefined {
  const { qualified: name, directory, pluginRoot } = skill;
  const path = joinPath(directory, "SKILL.yaml");
  const yaml = readPlain(host, path);
  const description = plainField(yaml ?? "", "description") ?? "";
  if (yaml === undefined || description === "") return undefined;
  const warnings: Diagnostic[] = [];
  return {
    ...{ name, version: plainField(yaml, "version"), description, directory, pluginRoot, path },
    tokenBudget: budgetIn(yaml),
    source: description,
    pieces: [{ text: `${description}\n`, hasCommands: false }],
    ...filesOf(host, skill, warnings),
    warnings,
  };
}

function budgetIn(yaml: string | undefined): number | undefined {
  const written = plainField(yaml ?? "", "token_budget") ??
    plainField(yaml ?? "", "token_budget", "metadata") ?? "";
  return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined;
}

/** A skill in one file has no folder of its own to have files in. */
function filesOf(
  host: Host,
  { directory, skillsDir }: LocatedSkill,
  warnings: Diagnostic[],
): Pick<SkillBundle, "references" | "scripts"> {
  if (directory === skillsDir) return { references: [], scripts: [] };
  const references = walkFiles(host, directory, "references", warnings)
    .filter((name) => name.toLowerCase().endsWith(".md"))
    .map((name) => ({ name, path: joinPath(directory, name) }));
  return { references, scripts: walkFiles(host, directory, "scripts", warnings) };
}

/** In the body of a companion nothing runs; its output part is where commands stand. */
function companionPieces(text: string): SkillPiece[] {
  const { body } = stripHead(text);
  const tagged = splitTags(body);
  if (tagged === undefined) return [{ text: body, hasCommands: true }];
  const pieces = [{ text: tagged.body, hasCommands: false }];
  if (tagged.output !== undefined) pieces.push({ text: tagged.output, hasCommands: true });
  return pieces.filter((piece) => piece.text.trim() !== "");
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

/**
 * Paths, from the skill's directory, of the files below a folder in it, in name order. Bounded; hidden
 * files are left out, and so are links out of the skill's directory, with a warning.
 */
function walkFiles(
  host: Host,
  directory: string,
  folder: string,
  warnings: Diagnostic[],
): string[] {
  const names: string[] = [];
  let root: string | undefined;
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
    root ??= attempt(() => host.realPath(directory));
    const real = attempt(() => host.realPath(joinPath(directory, name)));
    if (root === undefined || real === undefined) return undefined;
    if (isInside(root, real, host.platform)) return attempt(() => host.stat(real))?.kind;
    const message = `Not read: it is a link that leaves the skill's directory, to "${real}"`;
    warnings.push(diagnose("link-leaves-project", joinPath(directory, name), message));
    return undefined;
  }
}

// One plain field of a frontmatter, without the YAML library: loading that costs more than everything
// else a payload needs from it, which is a version and a line of description.

/**
 * A field's value on one line, without quotes and comment; folded lines are joined. `undefined` when it
 * is absent or no plain text.
 *
 * @param parent The mapping it stands in; the top level unless told.
 */
function plainField(yaml: string, name: string, parent?: string): string | undefined {
  const lines = yaml.split("\n").map((line) => line.trimEnd());
  const first = parent === undefined ? 0 : lines.indexOf(`${parent}:`) + 1;
  if (parent !== undefined && first === 0) return undefined;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index]!;
    const isIndented = line.startsWith(" ");
    if (parent !== undefined && !isIndented && line !== "") return undefined;
    const text = line.trimStart();
    if (isIndented !== (parent !== undefined) || !text.startsWith(`${name}:`)) continue;
    const indent = line.length - text.length;
    const below = lines.slice(index + 1);
    const end = below.findIndex((next) => next !== "" && next.search(/\S/) <= indent);
    const more = below.slice(0, end < 0 ? undefined : end).filter((next) => next !== "");
    return plainValue(text.slice(name.length + 1).trim(), more.map((next) => next.trim()));
  }
  return undefined;
}

function plainValue(first: string, more: readonly string[]): string | undefined {
  const isBlock = /^[|>][-+0-9]*$/.test(first);
  const text = (isBlock ? more : [first, ...more]).join(" ");
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
