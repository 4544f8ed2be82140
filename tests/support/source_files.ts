/** The project's own sources, for tests that hold them against a rule. */
import { inProject } from "../../.ci/tasks/project.ts";

/** Paths of all files of a kind below a folder, from the project's root. */
export function* sourceFiles(folder: string, ending = ".ts"): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(inProject(folder))) {
    if (isDirectory) yield* sourceFiles(`${folder}/${name}`, ending);
    else if (name.endsWith(ending)) yield `${folder}/${name}`;
  }
}

/** A source without comments, so that prose may name what code may not. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
