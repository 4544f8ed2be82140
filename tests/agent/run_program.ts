/** Runs a program with nothing in its environment but what it is given, and a deadline. */

/** What it left behind. */
export interface Finished {
  /** Its exit code; 137 when it was too slow and was killed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How it is started. */
export interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until it is killed. */
  readonly limit: number;
  readonly input?: string;
  /** Lines for standard input, each after the one before was answered. */
  readonly lines?: readonly string[];
  /** Whether a line of its standard output is the answer to a line of its input. */
  readonly answered?: (line: string) => boolean;
}

/**
 * Runs a program to its end.
 *
 * @throws {Deno.errors.NotFound} There is no such program.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<Finished> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd,
    env: { ...options.env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), options.limit);
  const input = child.stdin.getWriter();
  const waiting = [...options.lines ?? []];
  const encoder = new TextEncoder();
  async function type(): Promise<void> {
    const line = waiting.shift();
    if (line === undefined) return await input.close();
    await input.write(encoder.encode(`${line}\n`));
  }
  const reading = readLines(child.stdout, async (line) => {
    if (options.answered?.(line) === true) await ignoreGone(type());
  });
  if (options.input !== undefined) await ignoreGone(input.write(encoder.encode(options.input)));
  await ignoreGone(type());
  const [stdout, stderr, { code }] = await Promise.all([
    reading,
    new Response(child.stderr).text(),
    child.status,
  ]);
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** It may end without having read its input: that is its own affair. */
async function ignoreGone(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const gone = error instanceof Deno.errors.BrokenPipe || error instanceof TypeError;
    if (!gone) throw error;
  }
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  seen: (line: string) => Promise<void>,
): Promise<string> {
  let [all, rest] = ["", ""];
  const text = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const chunk of text) {
    all += chunk;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) await seen(line);
  }
  return all;
}
