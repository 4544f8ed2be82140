/**
 * `deno task bench`: how long the hook takes on a prompt it has nothing to say to, against an empty
 * program built with the same engine. Start-up is the product: the ratio has to stay under 1.5.
 */
import { ensureBuilt } from "./build.ts";
import { compile } from "./compile.ts";
import { BINARY, inProject } from "./project.ts";

const RUNS = 60;
const LIMIT = 1.5;

const EVENT = JSON.stringify({
  session_id: "bench",
  cwd: "/",
  hook_event_name: "UserPromptSubmit",
  prompt: "What does the parser do with an empty list?",
});

/** Milliseconds from start to exit. */
async function time(program: string, input: string): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(program, { stdin: "piped", stdout: "null" }).spawn();
  const writer = child.stdin.getWriter();
  // The empty program may be gone before it is written to.
  await writer.write(new TextEncoder().encode(input)).catch(() => undefined);
  await writer.close().catch(() => undefined);
  await child.status;
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const engine = await ensureBuilt();
const scratch = await Deno.makeTempDir({ dir: inProject(".build") });
try {
  const empty = `${scratch}/empty${Deno.build.os === "windows" ? ".exe" : ""}`;
  await Deno.writeTextFile(`${scratch}/empty.js`, "");
  await compile(`${scratch}/empty.js`, empty, { engine });
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let run = -5; run < RUNS; run++) {
    // In turns, so that a busy moment of the machine hits both; the first runs warm the caches.
    const [our, other] = [await time(BINARY, EVENT), await time(empty, "")];
    if (run >= 0) {
      ours.push(our);
      bare.push(other);
    }
  }
  const ratio = median(ours) / median(bare);
  console.log(`Built with ${engine}, medians of ${RUNS} runs each, in turns`);
  console.log(`skillhook, silent prompt  ${median(ours).toFixed(1)} ms`);
  console.log(`empty program             ${median(bare).toFixed(1)} ms`);
  console.log(`ratio                     ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT) Deno.exitCode = 1;
} finally {
  await Deno.remove(scratch, { recursive: true });
}
