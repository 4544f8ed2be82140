/** Where things are in this checkout, and how a task starts another program. */

/** The project's folder, without a slash at the end. */
export const ROOT = new URL("../..", import.meta.url);

/** A file of the project as a path of this machine. */
export function inProject(path: string): string {
  const url = decodeURIComponent(new URL(path, ROOT).pathname);
  return Deno.build.os === "windows" ? url.slice(1).replaceAll("/", "\\") : url;
}

/** The binary `deno task build` makes. */
export const BINARY = inProject(`bin/skillhook${Deno.build.os === "windows" ? ".exe" : ""}`);

/** What a program left behind. */
export interface Finished {
  readonly ok: boolean;
  readonly stdout: string;
  /** Both streams, standard error first: what to show when it failed. */
  readonly said: string;
}

/**
 * Runs a program silently to its end.
 *
 * @param program Its name or path
 * @param args Its arguments
 * @param options `cwd`, and after how many milliseconds to give up
 * @returns What it left behind; `undefined` if there is no such program
 */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; deadline?: number } = {},
): Promise<Finished | undefined> {
  try {
    const output = await new Deno.Command(program, {
      args: [...args],
      cwd: options.cwd ?? inProject("."),
      stdin: "null",
      signal: AbortSignal.timeout(options.deadline ?? 600_000),
    }).output();
    const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) =>
      new TextDecoder().decode(bytes)
    ) as [string, string];
    return { ok: output.success, stdout, said: `${stderr}${stdout}`.trim() };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Runs this same Deno silently to its end: `deno` need not be on PATH. */
export async function runDeno(args: readonly string[], deadline?: number): Promise<Finished> {
  const options = deadline === undefined ? {} : { deadline };
  const finished = await run(Deno.execPath(), args, options);
  if (finished === undefined) throw new Error(`Cannot start Deno: ${Deno.execPath()} is gone`);
  return finished;
}
