/**
 * Which files of a project a command reads: an approval covers their content too, or an edit of
 * `./scripts/report.sh` would run unasked. Read generously: a word that happens to be a file's name costs one
 * more question after an edit, a file missed would cost the protection. What cannot be followed is said.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { expandBraces } from "../base/glob.ts";
import { attempt, type Host } from "../host/host.ts";
import { commandWords, simpleCommands, unknownPrograms, unknownWords } from "./command_words.ts";
import { expandGlob } from "./find_files.ts";
import { type ProgramRow, programRows } from "./programs.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { substituteVariables } from "../base/variables.ts";

const MAX_BASES = 8;
const MAX_MATCHES = 500;
/** How far rules that name files with rules are followed, how many, and how much of one is read. */
const MAX_DEPTH = 3;
const MAX_RULES = 32;
const MAX_RULES_BYTES = 64 * 1024;
/** What rules include, or start, and is made of rules or commands itself. */
const RULES_REGEXP = /\.(?:mk|make|mak|just|sh|bash|ya?ml)$/;
const PATTERN_REGEXP = /[*?[]/;

export interface Followed {
  /** Real paths of regular files of the project, sorted, each once. */
  readonly paths: readonly string[];
  /** What could not be followed, for people. */
  readonly notes: readonly string[];
}

/** @param cwd Another directory than the project's start in which the command runs. */
export function followCommand(
  host: Host,
  command: string,
  file: string,
  project: ProjectBoundary,
  cwd?: string,
): Followed {
  const { root, start } = project;
  if (root === undefined || start === undefined) return { paths: [], notes: [] };
  const variables = placeVariables(file, start);
  const found = new Set<string>();
  const notes = new Set<string>();
  const rules = new Set<string>();
  const bases = [...new Set([start, root, variables.CLAUDE_SKILL_DIR!, cwd ?? start])];
  follow(substituteVariables(braced(command), variables), 0);
  return { paths: [...found].sort(), notes: [...notes] };

  function follow(text: string, depth: number): void {
    const { words, isCut } = commandWords(text);
    if (isCut) notes.add("words that are too long, or too many");
    for (let known = 0; known < bases.length;) {
      // `cd a && cd b`: each directory may hold the next.
      known = bases.length;
      words.forEach(addBases);
    }
    const named = new Set([...words].flatMap(take));
    if (depth === 0) {
      const isKnown = (name: string) => programRows(name).length > 0 || take(name).length > 0;
      for (const word of unknownWords(text)) notes.add(`what "${word}" stands for`);
      for (const name of unknownPrograms(text, isKnown)) {
        notes.add(`what "${name}" reads by itself`);
      }
    } else if (depth < MAX_DEPTH) {
      for (const path of named) if (RULES_REGEXP.test(path)) follow(rulesIn(path), depth + 1);
    }
    for (const given of simpleCommands(text)) {
      given.forEach((word, index) => {
        for (const row of programRows(word)) readByProgram(row, given.slice(index + 1), depth);
      });
    }
  }

  function readByProgram(row: ProgramRow, given: readonly string[], depth: number): void {
    if (depth === 0 && row.unseen !== undefined) notes.add(row.unseen);
    row.means?.(given).forEach(take);
    row.reads?.split(" ").forEach(take);
    for (const path of row.rules?.split(" ").flatMap(take) ?? []) {
      // Each file once, and not without end: rules may name each other.
      if (depth >= MAX_DEPTH || rules.has(path)) continue;
      if (rules.size >= MAX_RULES) notes.add(`rules and scripts beyond ${MAX_RULES} files`);
      else {
        rules.add(path);
        follow(rulesIn(path), depth + 1);
      }
    }
  }

  function addBases(word: string): void {
    for (const base of isAbsolutePath(word, host.platform) ? [""] : [...bases]) {
      const path = (base === "" ? word : joinPath(base, word)).replace(/\/\.?$/, "");
      if (bases.includes(path) || attempt(() => host.stat(path))?.kind !== "directory") continue;
      if (!project.holds(path)) continue;
      if (bases.length >= MAX_BASES) notes.add(`files in directories beyond ${MAX_BASES}`);
      else bases.push(path);
    }
  }

  /** Looks a word up wherever the command may run; real paths of what it finds there. */
  function take(written: string): string[] {
    const words = written.includes("{") ? expandBraces(written) ?? [written] : [written];
    return words.flatMap((word) =>
      (isAbsolutePath(word, host.platform) ? [""] : bases).flatMap((base) =>
        PATTERN_REGEXP.test(word)
          ? matches(base, word)
          : fileAt(base === "" ? word : joinPath(base, word))
      )
    );
  }

  function matches(base: string, pattern: string): string[] {
    const paths = expandGlob(host, base, pattern, project.holds, MAX_MATCHES + 1);
    if (paths.length > MAX_MATCHES) {
      notes.add(`"${pattern}" beyond the first ${MAX_MATCHES} files that it names`);
    }
    return paths.slice(0, MAX_MATCHES).flatMap(fileAt);
  }

  function fileAt(path: string): string[] {
    if (attempt(() => host.stat(path))?.kind !== "file" || !project.holds(path)) return [];
    const real = realPathOf(host, path);
    if (real === undefined) return [];
    found.add(real);
    return [real];
  }

  function rulesIn(path: string): string {
    const bytes = attempt(() => host.readBytes(path, 0, MAX_RULES_BYTES + 1));
    if (bytes !== undefined && bytes.length > MAX_RULES_BYTES) {
      notes.add(`"${path}" beyond its first ${MAX_RULES_BYTES / 1024} KB`);
    }
    return new TextDecoder().decode(bytes?.subarray(0, MAX_RULES_BYTES));
  }
}

/** The variables whose values are places, from the file's own place: the same whoever asks. */
export function placeVariables(file: string, project: string): Record<string, string> {
  const directory = parentPath(file) ?? project;
  const skills = directory.replaceAll("\\", "/").lastIndexOf("/skills/");
  return {
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_SKILL_DIR: directory,
    CLAUDE_PLUGIN_ROOT: skills > 0 ? directory.slice(0, skills) : directory,
  };
}

/** The same with the agent's variables in braces, so that `$CLAUDE_PROJECT_DIR/x` is filled in, too. */
export function braced(command: string): string {
  return command.replaceAll(/\$(CLAUDE_[A-Z_]+)/g, "${$1}");
}
