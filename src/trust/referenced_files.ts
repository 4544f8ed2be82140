/**
 * Which files of a project the commands of a skill name: an approval covers their content too, or an edit
 * of `./scripts/report.sh` would run unasked. Read generously: a word that happens to be a file's name
 * costs one more question after an edit, a file missed would cost the protection.
 */
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import { attempt, type FileStat, type Host } from "../host/host.ts";
import type { Plan } from "./plan.ts";
import { type ProjectBoundary, realPathOf } from "./project_boundary.ts";
import { substituteVariables } from "../base/variables.ts";

/** What looking for files asks of the machine. */
export type ReferenceHost = Pick<Host, "env" | "platform" | "realPath" | "stat">;

/** How many words, and how many directories they are looked up in. */
const MAX_WORDS = 2000;
const MAX_BASES = 8;
const MAX_WORD = 1024;

/** Files that programs read without being told. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  make: ["Makefile", "makefile", "GNUmakefile"],
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  bun: ["package.json"],
  deno: ["deno.json", "deno.jsonc"],
  just: ["justfile", "Justfile", ".justfile"],
};

/** What a command reads, as far as can be told from its text. */
export interface Followed {
  /** Real paths of regular files of the project, sorted, each once. */
  readonly paths: readonly string[];
  /** What could not be followed, for people. */
  readonly notes: readonly string[];
}

/**
 * @param host The machine.
 * @param plan The plan.
 * @param project The project.
 * @returns For each step what it reads.
 */
export function followPlan(host: ReferenceHost, plan: Plan, project: ProjectBoundary): Followed[] {
  return plan.steps.map(({ kind, text }) => {
    const paths = kind === "run" ? referencedFiles(host, [text], plan.file, project) : [];
    return { paths, notes: [] };
  });
}

/**
 * @param host The machine.
 * @param commands Commands as written.
 * @param file The skill file.
 * @param project The project.
 * @returns Real paths of the regular files in the project that the commands name, sorted, each once.
 */
export function referencedFiles(
  host: ReferenceHost,
  commands: readonly string[],
  file: string,
  project: ProjectBoundary,
): string[] {
  const { root, start } = project;
  if (root === undefined || start === undefined) return [];
  const variables = placeVariables(file, start);
  const words = wordsOf(commands.map((command) => substituteVariables(braced(command), variables)));
  const bases = [...new Set([start, root, variables.CLAUDE_SKILL_DIR!])];
  for (const word of words) {
    if (bases.length >= MAX_BASES) break;
    const path = isAbsolutePath(word, host.platform) ? word : joinPath(start, word);
    if (statOf(host, path)?.kind === "directory") bases.push(path);
  }
  const found = new Set<string>();
  for (const word of words) {
    for (const base of isAbsolutePath(word, host.platform) ? [""] : bases) {
      const path = base === "" ? word : joinPath(base, word);
      if (statOf(host, path)?.kind !== "file" || !project.holds(path)) continue;
      const real = realPathOf(host, path);
      if (real !== undefined) found.add(real);
    }
  }
  return [...found].sort();
}

/**
 * @param file The skill file.
 * @param project Real path of the project.
 * @returns The variables whose values are places, from the file's own place: the same whoever asks.
 */
export function placeVariables(file: string, project: string): Record<string, string> {
  const directory = parentPath(file) ?? project;
  const skills = directory.replaceAll("\\", "/").lastIndexOf("/skills/");
  return {
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_SKILL_DIR: directory,
    CLAUDE_PLUGIN_ROOT: skills > 0 ? directory.slice(0, skills) : directory,
  };
}

/**
 * @param command A command.
 * @returns The same with the agent's variables in braces, so that `$CLAUDE_PROJECT_DIR/x` is filled in, too.
 */
export function braced(command: string): string {
  return command.replaceAll(/\$(CLAUDE_[A-Z_]+)/g, "${$1}");
}

/** Words as a shell would cut them, and words as cut at everything that is no part of a plain path. */
function wordsOf(commands: readonly string[]): Set<string> {
  const words = new Set<string>();
  function add(word: string): void {
    const plain = word.startsWith("./") ? word.slice(2) : word;
    if (plain === "" || plain.length > MAX_WORD || words.size >= MAX_WORDS) return;
    words.add(plain);
    if (Object.hasOwn(IMPLIED, plain)) { for (const file of IMPLIED[plain]!) words.add(file); }
  }
  for (const command of commands) {
    for (const part of command.split(/[\s;|&()<>{}'"`=,$:]/)) add(part);
    // What stands in quotes may hold blanks; a backslash may protect one.
    for (const quote of ['"', "'"]) command.split(quote).forEach(add);
    for (const part of command.replaceAll("\\ ", "\0").split(/[\s;|&()<>'"]/)) {
      if (part.includes("\0")) add(part.replaceAll("\0", " "));
    }
    const plain = command.replaceAll(/["']/g, "");
    plain.split(/\s/).forEach(add);
    // `$root/x` and `$(git rev-parse --show-toplevel)/x`: what a directory that is not known holds.
    plain.replaceAll(/(?:\$\{?\w{1,64}\}?|[)`])\//g, " ").split(/[\s;|&()<>=,]/).forEach(add);
  }
  return words;
}

function statOf(host: ReferenceHost, path: string): FileStat | undefined {
  return path.includes("\0") ? undefined : attempt(() => host.stat(path));
}
