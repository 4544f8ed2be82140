/** What `deno task accuracy` prints is what the gate says. */
import { assert, assertEquals } from "@std/assert";
import { fileReport, generatedReports, passes } from "./report.ts";
import { inShared } from "../support/shared.ts";
import { inProject } from "../../.ci/tasks/project.ts";

const CORPUS = inShared("corpus/prompts_dev.jsonl");
const CORRECTIONS = inProject("tests/accuracy/corrections.jsonl");

Deno.test("generatedReports() find no disagreement", async () => {
  for (const { report } of await generatedReports()) {
    assert(passes(report), report.name);
    assertEquals(report.disagreements, []);
  }
});

Deno.test("fileReport() finds no disagreement on real prompts, with and without corrections", async () => {
  try {
    Deno.statSync(CORPUS);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("skipped: ../shared is not here");
    return;
  }
  for (const corrections of [CORRECTIONS, undefined]) {
    const { report, flaws } = await fileReport(CORPUS, corrections);
    assertEquals([flaws, report.disagreements], [[], []]);
    assert(passes(report));
  }
});
