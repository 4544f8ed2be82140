/**
 * `deno task test`: a fresh binary, then every test. Other arguments go to `deno test`; the last line is
 * `N passed, N failed`.
 *
 *   --fast         (`deno task test:fast`) only tests that start no process and are not long, without type check and binary
 *   --deno         (`deno task test:deno`) the tests of the program, on the same scripts run by Deno
 *   --plain        as plain `deno test -A` does it
 *   --no-ignored   an ignored test is a failure
 *
 * SKILLHOOK_PROGRAM names another program to test in place of bin/skillhook, which is then not built.
 *
 * Not called test.ts: `deno test` would take it for a test, and it would start itself for ever.
 */
import { ensureBuilt } from "./build.ts";
import { denoProgram } from "./deno_program.ts";
import { runTests } from "./run_tests.ts";
import { testFiles } from "./test_files.ts";
import { type Counts, judge } from "./test_log.ts";

const OWN = ["--fast", "--deno", "--plain", "--no-ignored"] as const;

const given = new Set(OWN.filter((option) => Deno.args.includes(option)));
const rest = Deno.args.filter((arg) => !OWN.some((option) => option === arg));

async function test(): Promise<Counts> {
  if (given.has("--plain")) return await runTests(rest, { plain: true });
  if (given.has("--fast")) {
    const files = testFiles().filter(({ startsProcesses, isLong }) => !startsProcesses && !isLong);
    return await runTests(["--no-check", ...rest, ...files.map(({ path }) => path)]);
  }
  if (given.has("--deno")) {
    const files = testFiles().filter(({ startsProgram }) => startsProgram);
    const env = { SKILLHOOK_PROGRAM: await denoProgram() };
    return await runTests([...rest, ...files.map(({ path }) => path)], { env });
  }
  const program = Deno.env.get("SKILLHOOK_PROGRAM");
  if (program === undefined) await ensureBuilt();
  else console.log(`Program under test: ${program}`);
  return await runTests(rest);
}

try {
  const { passed, failed } = judge(await test(), given.has("--no-ignored"));
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  Deno.exit(1);
}
