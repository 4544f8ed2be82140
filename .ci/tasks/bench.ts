/**
 * `deno task bench`: how long the hook takes, as whole processes, against an empty program of the same engine and a
 * plain Python hook. Start-up is the product; docs/performance.md says what the figures mean.
 *
 *   --json           data instead of tables
 *   --engine NAME    deno or bun; default: each that can be built here
 *   --update         write docs/bench_results.md, unless the machine was busy
 *   --busy           with --update: write it even so; each row says what it could not tell
 *   --check          a few seconds and wide limits, for CI: ends with 1 when one is passed
 */
import { parseArgs } from "node:util";
import { runAll, runShort } from "../../tests/bench/run.ts";
import { buildPrograms } from "../../tests/bench/programs.ts";
import { findPython } from "../../tests/bench/python.ts";
import { asMarkdown, asText, type Report, untoldNote } from "../../tests/bench/report.ts";
import { build, ensureBuilt } from "./build.ts";
import type { Engine } from "./compile.ts";
import { machine } from "./machine.ts";
import { BINARY, inProject } from "./project.ts";

/** Whole minutes are for machines; a person waits one at most. */
const EFFORT = { least: 15, most: 60, budget: 500 };
/** Ratios to the empty program that only a mistake can reach, whatever else the machine does. */
const WIDE_LIMITS: Readonly<Record<string, number>> = {
  "silent, 60 skills": 2,
  "silent, 300 skills": 2,
  "chain warm, 60 skills": 3.5,
  "chain warm, 300 skills": 4.5,
  "skill list, 300 skills": 8,
};

const { values } = parseArgs({
  args: Deno.args,
  options: {
    json: { type: "boolean", default: false },
    engine: { type: "string" },
    update: { type: "boolean", default: false },
    busy: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});

const found = await findPython();
const python = "program" in found ? found : undefined;
if ("reason" in found) console.error(`Without the reference hook in Python: ${found.reason}`);
await Deno.mkdir(inProject(".build"), { recursive: true });
const scratch = await Deno.makeTempDir({ dir: inProject(".build"), prefix: "bench-" });
try {
  if (values.check) await check();
  else await compare();
} finally {
  await Deno.remove(scratch, { recursive: true });
}

async function compare(): Promise<void> {
  const reports: Report[] = [];
  for (const engine of ["bun", "deno"] as const) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    const binary = await binaryOf(engine);
    if (binary === undefined) continue;
    const folder = `${scratch}/${engine}`;
    await Deno.mkdir(folder);
    const programs = await buildPrograms(binary, engine, folder, python);
    reports.push(await runAll(engine, programs, folder, EFFORT));
  }
  const description = `${machine()}${
    python === undefined ? "" : ` Reference hook: ${python.name}.`
  }`;
  if (values.json) console.log(JSON.stringify({ machine: description, reports }, null, 2));
  else console.log(`${description}\n\n${reports.map(asText).join("\n")}`);
  if (values.update) await update(description, reports);
}

/** The binary that is there, if it is of this engine, else one made for this purpose. */
async function binaryOf(engine: Engine): Promise<string | undefined> {
  if (await ensureBuilt() === engine) return BINARY;
  const output = `${scratch}/skillhook-${engine}${Deno.build.os === "windows" ? ".exe" : ""}`;
  try {
    await build({ engine, output: output.slice(inProject("").length) });
    return output;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    console.error(`Without ${engine}: ${reason}`);
    return undefined;
  }
}

async function update(description: string, reports: readonly Report[]): Promise<void> {
  const untold = reports.map(untoldNote).join("");
  if (untold !== "" && !values.busy) {
    console.error(
      `Cannot write docs/bench_results.md: ${untold}Run it again when nothing else ` +
        "runs, or write it with --busy: each row says what it could not tell",
    );
    Deno.exitCode = 1;
    return;
  }
  const text = `# Benchmark results

Written by \`deno task bench --update\`; what the figures mean is in [performance.md](performance.md).
Whole processes, timed in turns from start to end, standard input a pipe that stays open. ${description}

${reports.map(asMarkdown).join("\n")}`;
  await Deno.writeTextFile(inProject("docs/bench_results.md"), text);
}

async function check(): Promise<void> {
  const engine = await ensureBuilt();
  const ratios = await runShort(await buildPrograms(BINARY, engine, scratch, python), scratch);
  for (const [name, ratio] of Object.entries(ratios)) {
    const limit = WIDE_LIMITS[name];
    const verdict = limit === undefined
      ? ""
      : ratio <= limit
      ? ` (limit ${limit})`
      : ` OVER ${limit}`;
    console.log(`${name.padEnd(42)} ${ratio.toFixed(2)}${verdict}`);
    if (limit !== undefined && ratio > limit) Deno.exitCode = 1;
  }
}
