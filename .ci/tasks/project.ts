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

/** How to run a program. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** After how many milliseconds to give up; ten minutes unless told. */
  readonly deadline?: number;
}

/**
 * Runs a program silently to its end, or to the deadline: what the program itself started may go on holding its pipes,
 * so that end is not waited for.
 *
 * @returns What it left behind; `undefined` if there is no such program
 */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished | undefined> {
  const { cwd = inProject("."), env = {}, deadline = 600_000 } = options;
  const child = start(program, args, { cwd, env: { ...env } });
  if (child === undefined) return undefined;
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), deadline);
  const output = child.output();
  try {
    const finished = await Promise.race([output, late.promise]);
    if (finished === undefined) {
      child.kill("SIGKILL");
      return { ok: false, stdout: "", said: `${program} did not end within ${deadline / 1000} s` };
    }
    const decoder = new TextDecoder();
    const stdout = decoder.decode(finished.stdout);
    return {
      ok: finished.success,
      stdout,
      said: `${decoder.decode(finished.stderr)}${stdout}`.trim(),
    };
  } finally {
    clearTimeout(timer);
  }
}

function start(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Deno.ChildProcess | undefined {
  try {
    return new Deno.Command(program, {
      ...options,
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Runs this same Deno silently to its end: `deno` need not be on PATH. */
export async function runDeno(args: readonly string[], options?: RunOptions): Promise<Finished> {
  const finished = await run(Deno.execPath(), args, options);
  if (finished === undefined) throw new Error(`Cannot start Deno: ${Deno.execPath()} is gone`);
  return finished;
}
