/** One script out of `main.ts` and all it imports: the same text for either engine. */
import { packageFlags } from "./map.ts";
import { inProject, runDeno } from "./project.ts";

/**
 * Bundles a program.
 *
 * @param entry The program, a path in the project
 * @param output Where to write the script
 * @throws {Error} If Deno cannot bundle it, with what Deno says
 */
export async function bundle(entry: string, output: string): Promise<void> {
  const flags = [...await packageFlags(), "--platform=deno", "--minify", `--output=${output}`];
  const finished = await runDeno(["bundle", ...flags, inProject(entry)]);
  if (!finished.ok) throw new Error(`Cannot bundle ${entry}: ${finished.said}`);
}
