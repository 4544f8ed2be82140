/** How programs that tasks start are counted and ended. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { run } from "../../.ci/tasks/project.ts";
import { runStage } from "../../.ci/tasks/stage.ts";

const ignore = Deno.build.os === "windows";

const ROWS: readonly {
  readonly name: string;
  readonly script: string;
  readonly counts: readonly [passed: number, failed: number];
  readonly failures?: readonly string[];
}[] = [
  { name: "its last line counts", script: "echo x; echo '3 passed, 0 failed'", counts: [3, 0] },
  { name: "a command without counts is one test", script: "echo x", counts: [1, 0] },
  { name: "so is one that fails", script: "echo x; exit 3", counts: [0, 1] },
  {
    name: "an end that says failure is one, whatever was counted",
    script: "echo '3 passed, 0 failed'; exit 1",
    counts: [3, 1],
  },
  {
    name: "what failed is named",
    script:
      "echo 'FAILED ./tests/a_test.ts => b'; echo 'lint ... FAILED'; echo '1 passed, 2 failed'; exit 1",
    counts: [1, 2],
    failures: ["FAILED ./tests/a_test.ts => b", "lint ... FAILED"],
  },
  {
    name: "a line of counts that does not end",
    script: "printf '2 passed, 0 failed'",
    counts: [2, 0],
  },
];

for (const { name, script, counts, failures = [] } of ROWS) {
  Deno.test({
    name: `runStage(): ${name}`,
    ignore,
    fn: async () => {
      const { seconds: _, ...result } = await runStage({
        title: name,
        command: ["sh", "-c", script],
        env: {},
      });
      assertEquals(result, { passed: counts[0], failed: counts[1], failures });
    },
  });
}

Deno.test({
  name: "run() gives up at its deadline on a program that goes on, and on what that one started",
  ignore,
  // Whoever holds the pipe is left alone.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const script = "sleep 20 & sleep 20";
    const finished = await run("sh", ["-c", script], { deadline: 100 });
    assertEquals(finished?.ok, false);
    assertStringIncludes(finished?.said ?? "", "did not end within 0.1 s");
  },
});

Deno.test("run() tells a program that is not there", async () => {
  assertEquals(await run("skillhook-no-such-program", []), undefined);
});
