/** Which tests are left out of the fast run, and which ones run on another program. */
import { assertEquals } from "@std/assert";
import { testFiles } from "../../.ci/tasks/test_files.ts";

const ROWS:
  readonly (readonly [path: string, processes: boolean, program: boolean, long: boolean])[] = [
    ["tests/base/path_test.ts", false, false, false],
    ["tests/continuation/hostile_test.ts", false, false, true],
    ["tests/host_test.ts", true, false, false],
    ["tests/tasks/start_test.ts", true, false, false],
    // By way of a file that both import.
    ["tests/loader/load_process_test.ts", true, false, false],
    ["tests/binary_test.ts", true, true, false],
    ["tests/install/install_binary_test.ts", true, true, false],
  ];

Deno.test("testFiles() tells what a test starts by what it imports", () => {
  const files = new Map(testFiles().map((file) => [file.path, file]));
  for (const [path, startsProcesses, startsProgram, isLong] of ROWS) {
    assertEquals(files.get(path), { path, startsProcesses, startsProgram, isLong });
  }
});

Deno.test("whatever starts the program starts a process", () => {
  const odd = testFiles().filter((file) => file.startsProgram && !file.startsProcesses);
  assertEquals(odd, []);
});
