/**
 * One folder of scripts out of `main.ts` and all it imports: the same text for either engine.
 *
 * Split where the source imports lazily: in a single script the bundler wraps every module that is imported lazily,
 * and everything such a module needs, in a function of its own; a silent prompt then pays for modules it never uses.
 */
import { packageFlags } from "./map.ts";
import { inProject, runDeno } from "./project.ts";

/**
 * Bundles a program.
 *
 * @param folder Where to write the scripts
 * @throws {Error} If Deno cannot bundle it, with what Deno says
 */
export async function bundle(entry: string, folder: string): Promise<string> {
  const flags = ["--platform=deno", "--minify", "--code-splitting", `--outdir=${folder}`];
  const finished = await runDeno(["bundle", ...await packageFlags(), ...flags, inProject(entry)]);
  if (!finished.ok) throw new Error(`Cannot bundle ${entry}: ${finished.said}`);
  return `${folder}/${entry.replace(/^.*\/|\.ts$/g, "")}.js`;
}
