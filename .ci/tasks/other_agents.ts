/** Other agents' programs for `deno task test:agent NAME`: from npm, each in a folder of its own below `.build`. */
import { PROGRAMS } from "../../tests/agent/others/programs.ts";
import { isAgentName } from "../../src/agents/table.ts";
import { inProject, run } from "./project.ts";

/** @returns Where its packages are, or why they cannot be had here. */
export async function installOther(
  name: string,
): Promise<{ readonly installed: string } | { readonly reason: string }> {
  const program = isAgentName(name) ? PROGRAMS[name] : undefined;
  if (program === undefined) {
    return {
      reason: `there is no way to run "${name}" here: try ${Object.keys(PROGRAMS).join(", ")}`,
    };
  }
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    return {
      reason: `its package is known for Linux on x64 only, and this is ${Deno.build.target}`,
    };
  }
  const folder = inProject(`.build/agents/${name}`);
  const installed = `${folder}/node_modules`;
  const missing = program.packages.filter((one) => !isThere(installed, one));
  if (missing.length === 0) return { installed };
  const quiet = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel=error"];
  await Deno.mkdir(folder, { recursive: true });
  const npm = await run("npm", ["install", ...quiet, "--prefix", folder, ...program.packages]);
  if (npm === undefined) return { reason: "npm is not installed" };
  return npm.ok ? { installed } : { reason: `npm cannot install it: ${npm.said}` };
}

function isThere(installed: string, wanted: string): boolean {
  const at = wanted.lastIndexOf("@");
  const [name, version] = [wanted.slice(0, at), wanted.slice(at + 1)];
  try {
    const found = JSON.parse(Deno.readTextFileSync(`${installed}/${name}/package.json`)).version;
    return found === version || String(found).startsWith(`${version}.`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
