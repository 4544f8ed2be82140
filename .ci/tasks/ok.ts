/**
 * `deno task ok`: the one gate. Format, lint and types first, the tests last; the last line counts
 * all of them. Other arguments go to `deno test`.
 *
 *   --no-tests     (`deno task check`) everything but the tests
 *   --no-ignored   an ignored test is a failure
 */
import { ensureBuilt } from "./build.ts";
import { choosePackages, packageFlags } from "./map.ts";
import { run, runDeno } from "./project.ts";
import { runTests } from "./run_tests.ts";
import { judge } from "./test_log.ts";

const types = ["main.ts", "src", "tests", ".ci/tasks"];
if (await choosePackages() === "npm") types.push(".ci/npm");

const OWN = ["--no-tests", "--no-ignored"];
const own = new Set(Deno.args.filter((arg) => OWN.includes(arg)));
const rest = Deno.args.filter((arg) => !OWN.includes(arg));
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
const shell = await run("shellcheck", [".ci/run"]);
if (shell === undefined) console.log("notice: shellcheck is not installed: .ci/run is not checked");
else note("shellcheck", shell.ok ? undefined : shell.said);
try {
  note(`build (${await ensureBuilt()})`, undefined);
} catch (error) {
  note("build", error instanceof Error ? error.message : String(error));
}
if (!own.has("--no-tests")) {
  const tests = judge(await runTests(rest), own.has("--no-ignored"));
  passed += tests.passed;
  failed += tests.failed;
}
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
