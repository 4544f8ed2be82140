/** The built program as a process, in a world of its own. */
import { ensureBuilt } from "../../.ci/tasks/build.ts";
import { BINARY, inProject } from "../../.ci/tasks/project.ts";
import { newFolder } from "./folder.ts";
// For its effect too: the program is built from the packages that this test run is made of.
import "./packages.ts";

/** Another program to test in the binary's place (`.ci/tasks/test_task.ts`); it is not built here. */
const OTHER = Deno.env.get("SKILLHOOK_PROGRAM");

/**
 * The program, where it is a script that starts an engine: `install` cannot find out by itself what to write into
 * somebody's settings then, and has to be told with `--binary`.
 */
export const LAUNCHER: string | undefined = findLauncher();

/** How to call it. */
export interface Call {
  readonly args?: readonly string[];
  readonly stdin?: string;
  readonly cwd?: string;
  /** The whole environment, but for what the system needs to start a program. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What it said. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let built: Promise<unknown> | undefined;
let temporary: string | undefined;

/** The path of the program under test; the binary is built first when it is missing or made from other sources. */
export async function builtBinary(): Promise<string> {
  if (OTHER !== undefined) return inProject(OTHER);
  await (built ??= ensureBuilt());
  return BINARY;
}

/** Runs the program, built if need be. */
export async function runBinary(call: Call): Promise<Answer> {
  const child = new Deno.Command(await builtBinary(), {
    args: [...call.args ?? []],
    cwd: call.cwd ?? Deno.cwd(),
    clearEnv: true,
    env: { ...systemEnvironment(), TMPDIR: temporary ??= scratchFolder(), ...call.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  // A program that answers before it has read everything closes its end: that is its right.
  await writer.write(new TextEncoder().encode(call.stdin ?? "")).catch(ignoreClosedPipe);
  await writer.close().catch(ignoreClosedPipe);
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The machine's own is full of other programs' caches, and would be of ours. */
function scratchFolder(): string {
  const folder = newFolder();
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return folder;
}

/** Windows programs do not start without it; PATH lets `sh` be found. */
function systemEnvironment(): Record<string, string> {
  const names = ["SYSTEMROOT", "PATH"];
  const entries = names.map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Deno.errors.BrokenPipe) && !(error instanceof TypeError)) throw error;
}

function findLauncher(): string | undefined {
  if (OTHER === undefined) return undefined;
  using file = Deno.openSync(inProject(OTHER));
  const start = new Uint8Array(2);
  file.readSync(start);
  return new TextDecoder().decode(start) === "#!" ? inProject(OTHER) : undefined;
}
