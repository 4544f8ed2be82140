/**
 * Which packages this test run is made of, so that every program it starts is made of the same. The one place that
 * decides it, whoever started the tests: a task, or plain `deno test`.
 */
import { packageFlags, type Packages, settlePackages } from "../../.ci/tasks/map.ts";
import { inProject, runDeno } from "../../.ci/tasks/project.ts";

/** Our stand-ins are files of the project; the genuine packages are not. */
export const PACKAGES: Packages = import.meta.resolve("@std/assert").startsWith("file:")
  ? "npm"
  : "jsr";

settlePackages(PACKAGES);

const MAIN = inProject("main.ts");

let fetched: Promise<void> | undefined;

/** The words that start the program from its sources, in any directory. */
export async function sourceCommand(): Promise<[string, ...string[]]> {
  const flags = [`--config=${inProject("deno.json")}`, ...await packageFlags()];
  await (fetched ??= fetchPackages(flags));
  return [Deno.execPath(), "run", "-A", "--no-check", "--quiet", ...flags, MAIN];
}

/** Once and ahead: programs that a test starts at the same moment must not all ask the registry. */
async function fetchPackages(flags: readonly string[]): Promise<void> {
  const { ok, said } = await runDeno(["cache", "--no-check", "--quiet", ...flags, MAIN]);
  if (!ok) throw new Error(`Cannot fetch the packages of ${MAIN}: ${said}`);
}

let cache: Promise<string> | undefined;

/** The variables with which a program of another HOME finds the packages that are here already. */
export async function packageEnvironment(): Promise<Record<string, string>> {
  const variables = ["JSR_URL", "NPM_CONFIG_REGISTRY"].map((name) => [name, Deno.env.get(name)]);
  return {
    ...Object.fromEntries(variables.filter(([, value]) => value !== undefined)),
    DENO_DIR: await (cache ??= findCache()),
  };
}

async function findCache(): Promise<string> {
  return JSON.parse((await runDeno(["info", "--json"])).stdout).denoDir;
}
