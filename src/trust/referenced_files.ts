/**
 * Which files of a project a command reads: an approval covers their content too, or an edit of
 * `./scripts/report.sh` would run unasked. Read generously: a word that happens to be a file's name costs one
 * more question after an edit, a missed file would cost the protection. What cannot be followed is said.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { expandBraces } from "../base/glob.ts";
import { attempt, type Host } from "../host/host.ts";
import { commandWords, simpleCommands, unknownPrograms, unknownWords } from "./command_words.ts";
import { expandGlob } from "./find_files.ts";
import { programRows } from "./programs.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { substituteVariables } from "../base/variables.ts";

const MAX_BASES = 8;
const MAX_MATCHES = 500;
/** How far rules and scripts that name each other are followed, how many, and how much of one is read. */
const MAX_DEPTH = 3;
const MAX_RULES = 32;
const MAX_RULES_BYTES = 64 * 1024;
const RULES_REGEXP = /\.(?:mk|make|mak|just|sh|bash|ya?ml)$/;

export interface Followed {
  /** Real paths of regular files of the project, sorted, each once. */
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

/** @param cwd Where the command runs, if not in the project's start. */
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
  /** Rules and scripts that were read, and how deep. */
  const depths = new Map<string, number>();
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
      unknownWords(text).forEach((word) => notes.add(`what "${word}" stands for`));
      unknownPrograms(text, isKnown).forEach((name) => notes.add(`what "${name}" reads by itself`));
    } else {
      for (const path of named) if (RULES_REGEXP.test(path)) followFile(path, depth + 1);
    }
    for (const given of simpleCommands(text)) {
      given.forEach((word, index) => {
        for (const { unseen, means, reads, rules } of programRows(word)) {
          if (depth === 0 && unseen !== undefined) notes.add(unseen);
          means?.(given.slice(index + 1)).forEach(take);
          reads?.split(" ").forEach(take);
          rules?.split(" ").flatMap(take).forEach((path) => followFile(path, depth + 1));
        }
      });
    }
  }

  /** Not without end: files may name each other. One that was met deep down is read again where more depth is left. */
  function followFile(path: string, depth: number): void {
    if (Math.min(MAX_DEPTH, (depths.get(path) ?? Infinity) - 1) < depth) return;
    if (depths.size >= MAX_RULES && !depths.has(path)) {
      notes.add(`rules and scripts beyond ${MAX_RULES} files`);
      return;
    }
    depths.set(path, depth);
    const bytes = attempt(() => host.readBytes(path, 0, MAX_RULES_BYTES + 1));
    if (bytes !== undefined && bytes.length > MAX_RULES_BYTES) {
      notes.add(`"${path}" beyond its first ${MAX_RULES_BYTES / 1024} KB`);
    }
    follow(new TextDecoder().decode(bytes?.subarray(0, MAX_RULES_BYTES)), depth);
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
        /[*?[]/.test(word) ? matches(base, word) : fileAt(base === "" ? word : joinPath(base, word))
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
}

/** The variables whose values are places, from the file's own place. */
export function placeVariables(file: string, project: string): Record<string, string> {
  const directory = parentPath(file) ?? project;
  const skills = directory.replaceAll("\\", "/").lastIndexOf("/skills/");
  return {
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_SKILL_DIR: directory,
    CLAUDE_PLUGIN_ROOT: skills > 0 ? directory.slice(0, skills) : directory,
  };
}

/** Puts the agent's variables in braces, so that `$CLAUDE_PROJECT_DIR/x` is filled in, too. */
export function braced(command: string): string {
  return command.replaceAll(/\$(CLAUDE_[A-Z_]+)/g, "${$1}");
}
