/** What the bench dares to say: medians with margins, quiet moments, verdicts that may be "cannot tell". */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isTold, type Timing } from "./measure.ts";
import { medianOf } from "./median.ts";
import { findPython } from "./python.ts";
import { Watch } from "./quiet.ts";
import { asMarkdown, untoldNote } from "./report.ts";
import { isMet } from "./targets.ts";

Deno.test("medianOf() is surer of equal times than of scattered ones, and of many than of few", () => {
  const around = (count: number, spread: number) =>
    medianOf(Array.from({ length: count }, (_, at) => 10 + spread * (at / (count - 1) - 0.5)));
  assertEquals(medianOf([5, 5, 5, 5, 5]), { median: 5, margin: 0 });
  assertEquals(around(61, 4).median, 10);
  assert(around(61, 4).margin < around(9, 4).margin);
  assert(around(61, 1).margin < around(61, 4).margin);
  assertEquals(medianOf([9, 10, 11, 10, 10]).margin, 0.1);
});

Deno.test("Watch waits for a quiet moment, and gives up when its patience is at an end", async () => {
  const shares = [0.9, 0.5, 0.02, 0.9, 0.9, 0.9, 0.01];
  const watch = new Watch(() => Promise.resolve(shares.shift()!), 4);
  assertEquals([await watch.quietMoment(), watch.isPatient], [true, true]);
  assertEquals([await watch.quietMoment(), watch.isPatient], [false, false]);
  assertEquals(await watch.isQuiet(), true);
});

Deno.test("isMet() says nothing where the margin reaches over the limit", () => {
  const rows: [number | undefined, number, boolean | undefined][] = [
    [1, 0.1, true],
    [1.1, 0.1, undefined],
    [1.2, 0.1, undefined],
    [1.4, 0.1, false],
    [1, Infinity, undefined],
    [undefined, 0, undefined],
  ];
  for (const [value, margin, expected] of rows) {
    assertEquals(isMet({ name: "x", value, margin, limit: 1.2, unit: "" }), expected);
  }
});

Deno.test("a report says of each row what it could not tell", () => {
  const row = { ratio: 1, median: 4, p95: 5, runs: 60 };
  const timed: Timing[] = [
    { ...row, name: "sure", margin: 0.02, busy: false },
    { ...row, name: "scattered", margin: 0.3, busy: false },
    { ...row, name: "disturbed", margin: 0.02, busy: true },
  ];
  assertEquals(timed.map(isTold), [true, false, false]);
  const target = { name: "t", value: 1, margin: Infinity, limit: 2, unit: "" } as const;
  const report = { engine: "bun", timed, targets: [target], memory: {} };
  const text = asMarkdown(report);
  assertStringIncludes(text, "| sure | 4.0 | 5.0 | 1.00 | 2 % | 60 |");
  assertStringIncludes(text, "| scattered | 4.0 | 5.0 | 1.00 | 30 %, unsure | 60 |");
  assertStringIncludes(text, "| disturbed | 4.0 | 5.0 | 1.00 | 2 %, busy | 60 |");
  assertStringIncludes(text, "| t | 2 | 1.00 | cannot tell |");
  assertStringIncludes(text, "2 of 3 rows, built with bun, tell nothing");
  const sure = { ...report, timed: timed.slice(0, 1) };
  assertStringIncludes(untoldNote(sure), "inside the process");
  assertEquals(untoldNote({ ...sure, targets: [{ ...target, margin: 0.1 }] }), "");
});

Deno.test("findPython() finds the interpreter itself", async () => {
  const found = await findPython();
  if ("reason" in found) return console.warn(`notice: ${found.reason}`);
  const args = ["-c", "import sys; print(sys.executable)"];
  const { stdout } = await new Deno.Command(found.program, { args }).output();
  assertEquals(new TextDecoder().decode(stdout).trim(), found.program);
});
