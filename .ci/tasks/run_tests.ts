/** Runs `deno test` and counts, as it goes by, what it says. */
import { packageFlags } from "./map.ts";
import { inProject } from "./project.ts";

/** How many tests passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

// deno-lint-ignore no-control-regex
const COLOUR_REGEXP = /\x1b\[[0-9;]*m/g;
const SUMMARY_REGEXP = /^(?:ok|FAILED) \| (\d+) passed[^|]*\| (\d+) failed/;

/**
 * Runs the tests, with what they print going straight to the terminal.
 *
 * @param args Arguments for `deno test`
 * @returns The counts; one failure if the tests could not even start
 */
export async function runTests(args: readonly string[]): Promise<Counts> {
  const colour = Deno.stdout.isTerminal() && !Deno.noColor;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--quiet", "--allow-all", ...await packageFlags(), ...args],
    cwd: inProject("."),
    env: colour ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const [shown, read] = child.stdout.tee();
  const [counts, status] = await Promise.all([
    count(read),
    child.status,
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
  ]);
  if (status.success || (counts?.failed ?? 0) > 0) return counts ?? { passed: 0, failed: 0 };
  return { passed: counts?.passed ?? 0, failed: 1 };
}

/** Reads the summary line; `undefined` if there is none. */
async function count(stream: ReadableStream<Uint8Array>): Promise<Counts | undefined> {
  let rest = "";
  let counts: Counts | undefined;
  const text = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const match = SUMMARY_REGEXP.exec(line.replace(COLOUR_REGEXP, ""));
      if (match) counts = { passed: Number(match[1]), failed: Number(match[2]) };
    }
  }
  return counts;
}
