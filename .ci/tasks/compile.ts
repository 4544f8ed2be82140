/** A program of its own out of bundled scripts, with either engine. */
import { findBun } from "./bun.ts";
import { inProject, run, runDeno } from "./project.ts";

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

/** How long Deno may take to fetch its runtime base, in milliseconds. */
const DENO_DEADLINE = 60_000;

/**
 * Compiles a script and those it imports.
 *
 * @param script The bundled script to start with
 * @param output The binary to write
 * @param options The engine, by default Deno's or, where that fails, Bun's; the platform, by
 * default this one, as Deno calls it
 * @returns The engine used
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
  if (engine !== "bun") {
    const complaint = await compileWithDeno(script, output, target);
    if (complaint === undefined) return "deno";
    if (engine === "deno") throw new Error(`Cannot compile with Deno: ${complaint}`);
    console.error(`Deno cannot compile here (${reason(complaint)}): using Bun`);
  }
  const complaint = await compileWithBun(script, output, target);
  if (complaint !== undefined) throw new Error(`Cannot compile with Bun: ${complaint}`);
  return "bun";
}

async function compileWithDeno(script: string, output: string, target?: string) {
  const platform = target === undefined ? [] : [`--target=${target}`];
  const flags = ["--no-config", "--no-check", "--allow-all", ...platform, `--output=${output}`];
  const finished = await runDeno(["compile", ...flags, script], DENO_DEADLINE);
  return finished.ok ? undefined : withoutColour(finished.said).replace(/^[^]*?error: /, "");
}

async function compileWithBun(script: string, output: string, target?: string) {
  const [program, ...args] = await findBun();
  const platform = target === undefined ? [] : [`--target=${TARGETS[target]}`];
  const flags = ["--compile", ...START_FAST, ...NO_AUTOLOAD, ...platform];
  const finished = await run(
    program,
    [...args, "build", ...flags, script, `--outfile=${output}`],
    { cwd: inProject(".build") },
  );
  if (finished === undefined) return `${program} is gone`;
  return finished.ok ? undefined : finished.said;
}

/** The first cause in Deno's account of a failure: one line. */
function reason(complaint: string): string {
  const cause = /^ *0: (.*?)\.?$/m.exec(complaint)?.[1];
  return cause ?? complaint.split("\n")[0] ?? "";
}

function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}
