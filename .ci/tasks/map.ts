/**
 * Packages come from JSR, or, where only an npm registry is reachable, from npm through the adapters in
 * `.ci/npm`. Asks once whether JSR answers. `SKILLHOOK_PACKAGES=jsr` or `=npm` chooses without asking.
 */
import { inProject, runDeno } from "./project.ts";

const VARIABLE = "SKILLHOOK_PACKAGES";

/** How long JSR may take to answer, in milliseconds. */
const DEADLINE = 4_000;
/** For how long a missing answer is remembered, in milliseconds: networks come back. */
const MEMORY = 600_000;
const MEMORY_FILE = inProject(".build/no_jsr.json");

/** Where the packages come from. */
export type Packages = "jsr" | "npm";

/** That a JSR gave no answer. */
interface NoAnswer {
  /** Which one. */
  readonly jsr: string;
  readonly at: number;
}

/**
 * Finds out, once for this task and all that it starts, where the packages come from.
 *
 * @throws {TypeError} If the variable names another registry
 */
export async function choosePackages(): Promise<Packages> {
  const told = Deno.env.get(VARIABLE);
  if (told === "jsr" || told === "npm") return told;
  if (told) throw new TypeError(`Cannot use ${VARIABLE}: it must be jsr or npm: it is "${told}"`);
  const choice = await asksInVain() ? "npm" : "jsr";
  settlePackages(choice);
  console.error(`Packages: ${choice}${choice === "jsr" ? "" : " (JSR did not answer)"}`);
  return choice;
}

/** Says where the packages come from, for this task and all that it starts. */
export function settlePackages(packages: Packages): void {
  Deno.env.set(VARIABLE, packages);
}

/** The arguments with which Deno finds the packages. */
export async function packageFlags(): Promise<string[]> {
  if (await choosePackages() === "jsr") return [];
  return [`--import-map=${inProject(".ci/npm/import_map.json")}`];
}

/** Whether JSR does not answer, or did not a moment ago. An answer is in Deno's cache from then on. */
async function asksInVain(): Promise<boolean> {
  const jsr = Deno.env.get("JSR_URL") ?? "";
  const last = await recall();
  if (last?.jsr === jsr && Date.now() - last.at < MEMORY && last.at <= Date.now()) return true;
  const { ok } = await runDeno(["cache", "--quiet", await probe()], { deadline: DEADLINE });
  if (ok) return false;
  await Deno.mkdir(inProject(".build"), { recursive: true });
  await Deno.writeTextFile(MEMORY_FILE, JSON.stringify({ jsr, at: Date.now() } satisfies NoAnswer));
  return true;
}

async function recall(): Promise<NoAnswer | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(MEMORY_FILE));
  } catch (error) {
    // Cut short by a task that was stopped: as good as none.
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The smallest module we use, in exactly the version we use. */
async function probe(): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(inProject("deno.json")));
  return `${imports["@std/path"]}/posix/is-absolute`;
}
