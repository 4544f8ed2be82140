/** A program of its own out of bundled scripts, with either engine. */
import { type BunCommand, findBun } from "./bun.ts";
import { inProject, run, runDeno } from "./project.ts";
import { seal } from "./seal.ts";

/** The JavaScript engine inside the binary. */
export type Engine = "deno" | "bun";

/** Deno's names of the platforms we can build for, and Bun's. */
const TARGETS: Readonly<Record<string, string>> = {
  "aarch64-apple-darwin": "bun-darwin-arm64",
  "aarch64-unknown-linux-gnu": "bun-linux-arm64",
  "x86_64-apple-darwin": "bun-darwin-x64",
  "x86_64-pc-windows-msvc": "bun-windows-x64",
  "x86_64-unknown-linux-gnu": "bun-linux-x64",
};

/** Without these a Bun binary reads files of the folder it runs in, which may be anybody's. */
const NO_AUTOLOAD = ["dotenv", "bunfig", "tsconfig", "package-json"]
  .map((name) => `--no-compile-autoload-${name}`);

/**
 * What makes a Bun binary start fast (docs/performance.md has the figures): the parser's work is done ahead, lazily
 * imported scripts stay apart but not in crumbs, and the JIT compiler waits ten times as long, because its threads cost
 * a short run more than they give.
 */
const START_FAST = [
  "--minify",
  "--bytecode",
  "--format=esm",
  "--splitting",
  "--min-chunk-size=65536",
  "--compile-jit-policy=10",
];

/** How long Deno may take, the fetching of its runtime base included, in milliseconds. */
const DENO_DEADLINE = 180_000;

/**
 * Compiles a script and those it imports.
 *
 * @param options The engine, by default Bun or, where that cannot be had, Deno's; the platform, by default this one, as
 * Deno calls it
 * @throws {Error} If the engine, or neither, can compile it
 */
export async function compile(
  script: string,
  output: string,
  options: { engine?: Engine; target?: string } = {},
): Promise<Engine> {
  const { engine, target } = options;
  if (target !== undefined && !Object.hasOwn(TARGETS, target)) {
    throw new TypeError(
      `Cannot build for "${target}": the targets are ${Object.keys(TARGETS).join(", ")}`,
    );
  }
  const complaints: string[] = [];
  for (const one of engine === undefined ? ["bun", "deno"] as const : [engine]) {
    const complaint = await COMPILERS[one](script, output, target);
    if (complaint === undefined) return one;
    complaints.push(`Cannot compile with ${one}: ${complaint}`);
    if (engine === undefined && one === "bun") {
      console.error(
        `${complaints[0]!.split("\n", 1)[0]}\nTrying Deno, which may fetch its runtime`,
      );
    }
  }
  throw new Error(complaints.join("\n"));
}

/** Each returns what went wrong, or nothing. */
const COMPILERS = { bun: compileWithBun, deno: compileWithDeno };

async function compileWithDeno(script: string, output: string, target?: string) {
  const platform = target === undefined ? [] : [`--target=${target}`];
  const flags = ["--no-config", "--no-check", "--allow-all", ...platform, `--output=${output}`];
  const finished = await runDeno(["compile", ...flags, script], { deadline: DENO_DEADLINE });
  return finished.ok ? undefined : withoutColour(finished.said).replace(/^[^]*?error: /, "");
}

async function compileWithBun(script: string, output: string, target?: string) {
  let bun: BunCommand;
  try {
    bun = await findBun();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const [program, ...args] = bun;
  const platform = target === undefined ? [] : [`--target=${TARGETS[target]}`];
  const flags = ["--compile", ...START_FAST, ...NO_AUTOLOAD, ...platform];
  const finished = await run(
    program,
    [...args, "build", ...flags, script, `--outfile=${output}`],
    { cwd: inProject(".build") },
  );
  if (finished === undefined) return `${program} is gone`;
  if (!finished.ok) return finished.said;
  if (!(target ?? Deno.build.target).includes("darwin")) await seal(output);
  return undefined;
}

function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}
