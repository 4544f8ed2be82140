/** Fires events in this process, with real shells: hooks and event stated as literals. */
import { denoHost } from "../../src/host/deno.ts";
import type { Host, Outcome } from "../../src/host/host.ts";
import { newFolder } from "../support/folder.ts";
import { verb } from "../support/verb.ts";

const fireVerb = verb("hooks fire");

/** A place of its own for a test: nothing of this machine's settings counts. */
export interface FirePlace extends AsyncDisposable {
  readonly directory: string;
  /** Writes a file below the directory; its parents are made. */
  write(path: string, text: string, mode?: number): string;
  read(path: string): string | undefined;
  fire(event: string, input: unknown, options?: FireOptions): Promise<Fired>;
}

/** How one event is fired. */
export interface FireOptions {
  /** The `hooks` object; absent: the default places, with the directory's `home` as home. */
  readonly hooks?: unknown;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface Fired extends Outcome {
  /** The report of `--json`, when it was asked for. */
  // deno-lint-ignore no-explicit-any
  readonly json: any;
}

/** @returns A new directory; removed at the end. */
export async function firePlace(): Promise<FirePlace> {
  const directory = newFolder();
  const base = {
    HOME: `${directory}/home`,
    XDG_STATE_HOME: `${directory}/state`,
    TMPDIR: `${directory}/tmp`,
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
  };
  for (const name of ["home", "project", "tmp"]) {
    await Deno.mkdir(`${directory}/${name}`, { mode: 0o755 });
  }
  let number = 0;

  function write(path: string, text: string, mode = 0o644): string {
    const full = `${directory}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text, { mode });
    return full;
  }

  async function fire(event: string, input: unknown, options: FireOptions = {}): Promise<Fired> {
    const { hooks, args = ["--json"], env = {} } = options;
    const named = hooks === undefined
      ? []
      : ["--settings", write(`settings-${number++}.json`, JSON.stringify({ hooks }))];
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const host = hostWith({ ...base, ...env }, text, `${directory}/project`);
    const outcome = await fireVerb([event, ...named, ...args], host);
    return { ...outcome, json: args.includes("--json") ? parse(outcome.stdout) : undefined };
  }

  return {
    directory,
    write,
    read(path) {
      try {
        return Deno.readTextFileSync(`${directory}/${path}`);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    fire,
    async [Symbol.asyncDispose]() {
      await Deno.remove(directory, { recursive: true });
    },
  };
}

function hostWith(env: Readonly<Record<string, string>>, stdin: string, cwd: string): Host {
  return {
    ...denoHost(),
    env: (name) => env[name] || undefined,
    environment: () => ({ ...env }),
    cwd: () => cwd,
    isTerminal: () => false,
    readStdin: (_limits, isComplete) => {
      const bytes = new TextEncoder().encode(stdin);
      return Promise.resolve({ bytes, end: isComplete(bytes) ? "complete" : "eof" });
    },
  };
}

function parse(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text);
}
