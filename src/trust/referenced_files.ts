/**
 * Which files of a project a command reads: an approval covers their content too, or an edit of
 * `./scripts/report.sh` would run unasked. Read generously: a word that happens to be a file's name costs one
 * more question after an edit, a file missed would cost the protection. What cannot be followed is said.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { expandBraces } from "../base/glob.ts";
import { attempt, type Host } from "../host/host.ts";
import { commandWords, simpleCommands, unknownPrograms, unknownWords } from "./command_words.ts";
import { expandGlob } from "./expand_glob.ts";
import type { Plan } from "./plan.ts";
import { programRows } from "./programs.ts";
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

/** @returns For each step of a plan what it reads; only commands read anything. */
export function followPlan(host: Host, plan: Plan, project: ProjectBoundary): Followed[] {
  return plan.steps.map(({ kind, text }) =>
    kind === "run" ? followCommand(host, text, plan.file, project) : { paths: [], notes: [] }
  );
}

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
      for (const word of words) addBases(word);
    }
    const named = [...words].flatMap(take);
    if (depth > 0 && depth < MAX_DEPTH) {
      for (const path of new Set(named)) {
        if (RULES_REGEXP.test(path)) follow(rulesIn(path), depth + 1);
      }
    }
    const programs = simpleCommands(text).flatMap(programsIn);
    if (depth === 0) {
      for (const word of unknownWords(text)) notes.add(`what "${word}" stands for`);
      const isKnown = (name: string) => programRows(name).length > 0 || take(name).length > 0;
      for (const name of unknownPrograms(text, isKnown)) {
        notes.add(`what "${name}" reads by itself`);
      }
    }
    for (const { row, words: given } of programs) {
      if (depth === 0 && row.unseen !== undefined) notes.add(row.unseen);
      for (const name of row.means?.(given) ?? []) take(name);
      const read = (row.reads?.split(" ") ?? []).flatMap(take);
      if (row.follows !== true || depth >= MAX_DEPTH) continue;
      for (const path of read) followRules(path, depth);
    }
  }

  function addBases(word: string): void {
    for (const base of isAbsolutePath(word, host.platform) ? [""] : [...bases]) {
      const path = (base === "" ? word : joinPath(base, word)).replace(/\/\.?$/, "");
      if (bases.includes(path) || attempt(() => host.stat(path))?.kind !== "directory") continue;
      if (!project.holds(path)) continue;
      if (bases.length >= MAX_BASES) {
        notes.add(`files in directories beyond ${MAX_BASES}`);
        return;
      }
      bases.push(path);
    }
  }

  /** Each file once, and not without end: rules may name each other. */
  function followRules(path: string, depth: number): void {
    if (rules.has(path)) return;
    if (rules.size >= MAX_RULES) {
      notes.add(`rules and scripts beyond ${MAX_RULES} files`);
      return;
    }
    rules.add(path);
    follow(rulesIn(path), depth + 1);
  }

  /** Looks a word up wherever the command may run; what it finds there. */
  function take(written: string): string[] {
    const spelled = written.includes("{") ? expandBraces(written) ?? [written] : [written];
    return spelled.flatMap(takeOne);
  }

  function takeOne(word: string): string[] {
    const places = isAbsolutePath(word, host.platform) ? [""] : bases;
    return places.flatMap((base) => {
      if (PATTERN_REGEXP.test(word)) return matches(base, word);
      return fileAt(base === "" ? word : joinPath(base, word));
    });
  }

  function fileAt(path: string): string[] {
    if (attempt(() => host.stat(path))?.kind !== "file" || !project.holds(path)) return [];
    const real = realPathOf(host, path);
    if (real !== undefined) found.add(real);
    return real === undefined ? [] : [real];
  }

  function matches(base: string, pattern: string): string[] {
    const paths = expandGlob(host, base, pattern, (path) => project.holds(path), MAX_MATCHES + 1);
    if (paths.length > MAX_MATCHES) {
      notes.add(`"${pattern}" beyond the first ${MAX_MATCHES} files that it names`);
    }
    return paths.slice(0, MAX_MATCHES).flatMap(fileAt);
  }

  function rulesIn(path: string): string {
    const bytes = attempt(() => host.readBytes(path, 0, MAX_RULES_BYTES + 1));
    if (bytes !== undefined && bytes.length > MAX_RULES_BYTES) {
      notes.add(`"${path}" beyond its first ${MAX_RULES_BYTES / 1024} KB`);
    }
    return new TextDecoder().decode(bytes?.subarray(0, MAX_RULES_BYTES));
  }
}

function programsIn(words: readonly string[]) {
  return words.flatMap((word, index) =>
    programRows(word).map((row) => ({ row, words: words.slice(index + 1) }))
  );
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
