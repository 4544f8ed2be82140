/** What a benchmark ran on, in a line that tells nobody whose machine it is. */

/** @returns Processor, cores, memory, system, date. */
export function machine(): string {
  const memory = (Deno.systemMemoryInfo().total / 2 ** 30).toFixed(0);
  const day = new Date().toISOString().slice(0, 10);
  const parts = [
    processor(),
    `${navigator.hardwareConcurrency} cores`,
    `${memory} GiB`,
    `${Deno.build.os} ${Deno.osRelease()}`,
    day,
  ];
  return `Machine: ${parts.join(", ")}.`;
}

/** Linux says it in a file; elsewhere the architecture has to do. */
function processor(): string {
  try {
    const text = Deno.readTextFileSync("/proc/cpuinfo");
    return /^model name\s*: (.*)$/m.exec(text)?.[1] ?? Deno.build.arch;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return Deno.build.arch;
    throw error;
  }
}
