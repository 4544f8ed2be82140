/**
 * `deno task test`: a fresh binary, then every test. Arguments go to `deno test`; the last line is
 * `N passed, N failed`.
 *
 * Not called test.ts: `deno test` would take it for a test, and it would start itself for ever.
 */
import { ensureBuilt } from "./build.ts";
import { runTests } from "./run_tests.ts";

try {
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  Deno.exit(1);
}
const { passed, failed } = await runTests(Deno.args);
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
