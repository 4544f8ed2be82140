/**
 * Which registry the packages come from. Deno itself is asked whether JSR answers; where it does
 * not, the same names come from npm. `SKILLHOOK_PACKAGES=jsr` or `=npm` chooses without asking.
 */
import { inProject, runDeno } from "./project.ts";

const VARIABLE = "SKILLHOOK_PACKAGES";

/** How long JSR may take to answer, in milliseconds. */
const DEADLINE = 4_000;

/** Where the packages come from. */
export type Packages = "jsr" | "npm";

/**
 * Finds out, once for this task and all that it starts, where the packages come from.
 *
 * @returns The registry
 * @throws {TypeError} If the variable names another one
 */
export async function choosePackages(): Promise<Packages> {
  const told = Deno.env.get(VARIABLE);
  if (told === "jsr" || told === "npm") return told;
  if (told) throw new TypeError(`Cannot use ${VARIABLE}: it must be jsr or npm: it is "${told}"`);
  const answered = (await runDeno(["cache", "--quiet", await probe()], DEADLINE)).ok;
  const choice = answered ? "jsr" : "npm";
  Deno.env.set(VARIABLE, choice);
  console.error(`Packages: ${choice}${answered ? "" : " (JSR did not answer)"}`);
  return choice;
}

/** The arguments with which Deno finds the packages. */
export async function packageFlags(): Promise<string[]> {
  if (await choosePackages() === "jsr") return [];
  return [`--import-map=${inProject(".ci/npm/import_map.json")}`];
}

/** The smallest module we use, in exactly the version we use. */
async function probe(): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(inProject("deno.json")));
  return `${imports["@std/cli"]}/parse-args`;
}
