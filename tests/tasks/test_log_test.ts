/** What is shown of `deno test`, on lines as Deno prints them. */
import { assertEquals } from "@std/assert";
import { judge, TestLog } from "../../.ci/tasks/test_log.ts";

interface Row {
  readonly name: string;
  readonly lines: readonly string[];
  readonly shown: readonly string[];
  readonly counts: readonly [passed: number, failed: number, ignored: number];
  readonly file?: string;
}

const ROWS: readonly Row[] = [
  {
    name: "files at the same time",
    lines: [
      "./tests/a_test.ts => good ... ok (1ms)",
      "./tests/b/b_test.ts => passed over ... ignored (0ms)",
      "./tests/a_test.ts => bad ... now ... FAILED (12ms)",
      "./tests/a_test.ts => late ... cancelled (0ms)",
    ],
    shown: ["FAILED ./tests/a_test.ts => bad ... now", "cancelled ./tests/a_test.ts => late"],
    counts: [1, 2, 1],
    file: "./tests/a_test.ts",
  },
  {
    name: "one file after the other, in colour",
    lines: [
      "running 2 tests from ./tests/a_test.ts",
      "good ... \x1b[0m\x1b[32mok\x1b[0m \x1b[0m\x1b[38;5;245m(1ms)\x1b[0m",
      "bad ...",
      "  a step ... FAILED (1ms)",
      "bad ... \x1b[0m\x1b[31mFAILED\x1b[0m (due to 1 failed step) (1ms)",
    ],
    shown: ["FAILED ./tests/a_test.ts => bad"],
    counts: [1, 1, 0],
    file: "./tests/a_test.ts",
  },
  {
    name: "what a test printed is shown when it failed",
    lines: [
      "prints ...",
      "------- output -------",
      "of a good one",
      "----- output end -----",
      "prints ... ok (0ms)",
      "------- output -------",
      "of a bad one ... ok (1ms)",
      "./tests/a_test.ts => fails ...----- output end -----",
      "./tests/a_test.ts => fails ... FAILED (0ms)",
    ],
    shown: ["FAILED ./tests/a_test.ts => fails", "of a bad one ... ok (1ms)"],
    counts: [1, 1, 0],
  },
  {
    name: "a notice is shown once, wherever it was printed",
    lines: [
      "------- post-test output -------",
      "notice: ../shared/x is not here: its tests are skipped",
      "----- post-test output end -----",
      "notice: ../shared/x is not here: its tests are skipped",
      "skipped: ../shared is not here",
    ],
    shown: [
      "notice: ../shared/x is not here: its tests are skipped",
      "skipped: ../shared is not here",
    ],
    counts: [0, 0, 0],
  },
  {
    name: "Deno's account of failures is shown as it is",
    lines: [
      "Uncaught error from ./tests/u_test.ts FAILED",
      "",
      " ERRORS ",
      "",
      "bad => ./tests/a_test.ts:3:4",
      "------- output -------",
      "    at file:///a ... ok (1ms)",
    ],
    shown: [
      "Uncaught error from ./tests/u_test.ts FAILED",
      " ERRORS ",
      "",
      "bad => ./tests/a_test.ts:3:4",
      "------- output -------",
      "    at file:///a ... ok (1ms)",
    ],
    counts: [0, 0, 0],
  },
];

for (const { name, lines, shown, counts, file } of ROWS) {
  Deno.test(`TestLog: ${name}`, () => {
    const log = new TestLog();
    assertEquals(lines.flatMap((line) => log.take(line)), shown);
    assertEquals([log.counts.passed, log.counts.failed, log.counts.ignored], counts);
    assertEquals(log.summary, undefined);
    if (file !== undefined) assertEquals(log.file, file);
  });
}

const SUMMARIES:
  readonly (readonly [line: string, passed: number, failed: number, ignored: number])[] = [
    ["ok | 2221 passed | 0 failed (1m17s)", 2221, 0, 0],
    ["ok | 5 passed (12 steps) | 0 failed | 14 ignored (3s)", 5, 0, 14],
    ["FAILED | 2 passed | 4 failed (1 step) | 1 ignored (215ms)", 2, 4, 1],
    ["ok | 3 passed | 0 failed | 2 ignored (1 step) | 7 filtered out (2ms)", 3, 0, 2],
    ["ok | 0 passed | 0 failed | 7 measured | 1 filtered out (2ms)", 0, 0, 0],
  ];

Deno.test("TestLog reads the counts from Deno's last line", () => {
  for (const [line, passed, failed, ignored] of SUMMARIES) {
    const log = new TestLog();
    assertEquals(log.take(`\x1b[0m${line}`), []);
    assertEquals(log.summary, { passed, failed, ignored }, line);
  }
});

Deno.test("judge() takes ignored tests for failed ones where nothing may be ignored", () => {
  const counts = { passed: 5, failed: 1, ignored: 2 };
  assertEquals(judge(counts, false).failed, 1);
  assertEquals(judge(counts, true).failed, 3);
  assertEquals(judge({ ...counts, ignored: 0 }, true).failed, 1);
});
