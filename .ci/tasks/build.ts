/**
 * `deno task build`: scripts first, then one program, `bin/skillhook`.
 *
 *   --engine deno|bun   which JavaScript engine goes into it (default: Bun, where npm reaches it, else Deno)
 *   --target PLATFORM   for another platform, as Deno calls it (needs --output)
 *   --output FILE       where to write it (default: bin/skillhook)
 */
import { parseArgs } from "node:util";
import { bundle } from "./bundle.ts";
import { compile, type Engine } from "./compile.ts";
import { currentEngine, digestInputs, recordInputs } from "./inputs.ts";
import { BINARY, inProject } from "./project.ts";

/** What to build. */
export interface BuildOptions {
  readonly engine?: Engine;
  readonly target?: string;
  /** A path in the project. */
  readonly output?: string;
}

/** Builds the program. The old binary stays in place until the new one is whole. */
export async function build(options: BuildOptions = {}): Promise<Engine> {
  const inputs = await digestInputs();
  const output = options.output === undefined ? BINARY : inProject(options.output);
  await Deno.mkdir(inProject(".build"), { recursive: true });
  await Deno.mkdir(inProject("bin"), { recursive: true });
  const scratch = await Deno.makeTempDir({ dir: inProject(".build") });
  try {
    const script = await bundle("main.ts", `${scratch}/scripts`);
    const made = `${scratch}/made${output.endsWith(".exe") ? ".exe" : ""}`;
    const engine = await compile(script, made, options);
    await Deno.rename(made, output);
    if (output === BINARY) await recordInputs(inputs, engine);
    const size = ((await Deno.stat(output)).size / 1e6).toFixed(0);
    console.error(`Built ${output} with ${engine}: ${size} MB`);
    return engine;
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/**
 * Builds the program unless the one that is there was made from these very files. Whoever asks while
 * it is being built waits for that build: test files in threads of their own, tasks in two terminals.
 */
export async function ensureBuilt(): Promise<Engine> {
  const inputs = await digestInputs();
  const current = () => currentEngine(inputs) as Promise<Engine | undefined>;
  const engine = await current();
  if (engine !== undefined) return engine;
  await Deno.mkdir(inProject(".build"), { recursive: true });
  using turn = await Deno.open(inProject(".build/turn"), { write: true, create: true });
  await turn.lock(true);
  return await current() ?? await build();
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      engine: { type: "string" },
      target: { type: "string" },
      output: { type: "string" },
    },
  });
  const { engine } = values;
  if (engine !== undefined && engine !== "deno" && engine !== "bun") {
    console.error(`Cannot build: --engine must be deno or bun: it is "${engine}"`);
    Deno.exit(64);
  }
  try {
    await build(values as BuildOptions);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}
