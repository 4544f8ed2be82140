/**
 * `deno task ok`: the one gate. Format, lint and types first, the tests last; the last line counts
 * all of them.
 */
import { ensureBuilt } from "./build.ts";
import { choosePackages, packageFlags } from "./map.ts";
import { runDeno } from "./project.ts";
import { runTests } from "./run_tests.ts";
import { judge } from "./test_log.ts";

const types = ["main.ts", "src", "tests", ".ci/tasks"];
if (await choosePackages() === "npm") types.push(".ci/npm");

let [passed, failed] = [0, 0];

function note(name: string, complaint: string | undefined): void {
  console.log(`${name} ... ${complaint === undefined ? "ok" : `FAILED\n${complaint}`}`);
  if (complaint === undefined) passed++;
  else failed++;
}

async function gate(name: string, args: string[]): Promise<void> {
  const finished = await runDeno(args);
  note(name, finished.ok ? undefined : finished.said);
}

await gate("fmt", ["fmt", "--check"]);
await gate("lint", ["lint", "--quiet"]);
await gate("check", ["check", "--quiet", ...await packageFlags(), ...types]);
try {
  note(`build (${await ensureBuilt()})`, undefined);
} catch (error) {
  note("build", error instanceof Error ? error.message : String(error));
}
const NO_IGNORED = "--no-ignored";
const tests = judge(
  await runTests(Deno.args.filter((arg) => arg !== NO_IGNORED)),
  Deno.args.includes(NO_IGNORED),
);
passed += tests.passed;
failed += tests.failed;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
