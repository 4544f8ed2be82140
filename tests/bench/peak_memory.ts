/** Peak memory of a run, as the system counts it; Python asks for it, because Deno has no call for that. */
import type { Case } from "./measure.ts";

const SCRIPT = `import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak / (1024 if sys.platform != "darwin" else 1024 * 1024))`;

/**
 * Measures one run.
 *
 * @returns Megabytes; `undefined` where Python cannot tell (Windows)
 */
export async function peakMemory(
  python: string,
  { command, input, cwd, env }: Case,
): Promise<number | undefined> {
  const child = new Deno.Command(python, {
    args: ["-c", SCRIPT, ...command],
    cwd,
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => undefined);
  await writer.close().catch(() => undefined);
  const { code, stdout } = await child.output();
  return code === 0 ? Number(new TextDecoder().decode(stdout)) : undefined;
}
