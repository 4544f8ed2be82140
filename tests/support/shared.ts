/** Reads the shared data folder beside the project; absent on a machine that has only the project. */

/** A case file: lists of cases whose fields the reading test knows. */
// deno-lint-ignore no-explicit-any
export type CaseFile = Record<string, any>;

const FOLDER = new URL("../../../shared/", import.meta.url);

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
    return Deno.readTextFileSync(new URL(path, FOLDER));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.warn(`notice: ../shared/${path} is not here: its tests are skipped`);
    return undefined;
  }
}
