/** The program as Deno runs it: the scripts that go into the binary, behind a file that can be started like the binary. */
import { bundle } from "./bundle.ts";
import { inProject, runDeno } from "./project.ts";

const FOLDER = inProject(".build/deno_program");

/**
 * Makes it.
 *
 * @throws {Error} On Windows, where a script cannot stand for a program
 */
export async function denoProgram(): Promise<string> {
  if (Deno.build.os === "windows") throw new Error("Cannot start a script as a program on Windows");
  await Deno.remove(FOLDER, { recursive: true }).catch(ignoreAbsent);
  await Deno.mkdir(`${FOLDER}/bin`, { recursive: true });
  // As in the checkout, and in an installed plugin: the program finds the skills we ship beside its own folder.
  for (const name of ["skills", ".claude-plugin"]) {
    await Deno.symlink(inProject(name), `${FOLDER}/${name}`);
  }
  const script = await bundle("main.ts", `${FOLDER}/scripts`);
  const { denoDir } = JSON.parse((await runDeno(["info", "--json"])).stdout);
  const words = [Deno.execPath(), "run", "--allow-all", "--no-config", "--no-lock", "--quiet"];
  const launcher = `${FOLDER}/bin/skillhook`;
  // The caller's environment may be empty, and Deno would then put its cache into a folder of its own choice.
  const text = `#!/bin/sh\nexec env DENO_DIR=${quoted(denoDir)} ${
    [...words, script].map(quoted).join(" ")
  } "$@"\n`;
  await Deno.writeTextFile(launcher, text, { mode: 0o755 });
  return launcher;
}

function ignoreAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
