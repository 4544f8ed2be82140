import { inProject } from "../../.ci/tasks/project.ts";
/** Reads the shared data folder beside the project; absent on a machine that has only the project. */

/** A case file: lists of cases whose fields the reading test knows. */
// deno-lint-ignore no-explicit-any
export type CaseFile = Record<string, any>;

/** A file of the shared folder as a path of this machine. */
export function inShared(path: string): string {
  return `${inProject("../shared")}/${path}`;
}

/**
 * @param name A file in `../shared/cases`.
 * @returns Its content, or `undefined` with a printed notice when the folder is missing.
 */
export function sharedCases(name: string): CaseFile | undefined {
  const text = sharedText(`cases/${name}`);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * @param path Below `../shared`.
 * @returns The text, or `undefined` with a printed notice when it is missing.
 */
export function sharedText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(inShared(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.warn(`notice: ../shared/${path} is not here: its tests are skipped`);
    return undefined;
  }
}

/**
 * @param folder Below `../shared`.
 * @returns The texts of all such files at any depth; none, with a printed notice, when the folder is missing.
 */
export function sharedFiles(folder: string, ending: string): string[] {
  const texts: string[] = [];
  function visit(directory: string): void {
    for (const { name, isDirectory } of Deno.readDirSync(directory)) {
      const path = `${directory}/${name}`;
      if (isDirectory) visit(path);
      else if (name.endsWith(ending)) texts.push(Deno.readTextFileSync(path));
    }
  }
  try {
    visit(inShared(folder));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.warn(`notice: ../shared/${folder} is not here: it is not part of the test`);
  }
  return texts;
}
