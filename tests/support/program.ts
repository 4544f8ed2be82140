/** The program as a process, in a directory and an environment of its own. */
import { packageEnvironment, sourceCommand } from "./packages.ts";
import { newFolder } from "./folder.ts";

/** How a run ended. */
export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs the program; a test may also write files into its directory. */
export interface Program extends AsyncDisposable {
  (args: readonly string[], options?: RunOptions): Promise<Run>;
  /** A new directory, removed at the end; `home` and `state` in it are the program's. */
  readonly directory: string;
  /** Writes a file below the directory; its parents are made. */
  write(path: string, text: string, mode?: number): void;
}

/** What a single run differs in. */
export interface RunOptions {
  readonly stdin?: string;
  /** Added to the environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/** Makes a directory and a way to run the program there. */
export async function program(): Promise<Program> {
  const directory = newFolder();
  const base: Record<string, string | undefined> = {
    HOME: `${directory}/home`,
    XDG_STATE_HOME: `${directory}/state`,
    TMPDIR: `${directory}/tmp`,
    PATH: Deno.env.get("PATH"),
    ...await packageEnvironment(),
    NO_COLOR: "1",
  };
  const [deno, ...start] = await sourceCommand();
  for (const name of ["home", "tmp"]) await Deno.mkdir(`${directory}/${name}`, { mode: 0o755 });

  async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const env = Object.entries({ ...base, ...options.env })
      .filter((pair): pair is [string, string] => pair[1] !== undefined);
    const child = new Deno.Command(deno, {
      args: [...start, ...args],
      cwd: options.cwd ?? directory,
      env: Object.fromEntries(env),
      clearEnv: true,
      stdin: options.stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    if (options.stdin !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(options.stdin));
      await writer.close();
    }
    const { stdout, stderr, code } = await child.output();
    const decoder = new TextDecoder();
    return { stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), code };
  }

  return Object.assign(run, {
    directory,
    write(path: string, text: string, mode = 0o644): void {
      const full = `${directory}/${path}`;
      Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(full, text, { mode });
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Deno.remove(directory, { recursive: true });
    },
  });
}
