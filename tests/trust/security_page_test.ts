/** Every row of the threat table names a test that exists. */
import { assert, assertEquals } from "@std/assert";
import { inProject } from "../../.ci/tasks/project.ts";

const ROW_REGEXP =
  /^\| (?<threat>[^|]+?) +\| (?<answer>[^|]+?) +\| `(?<file>[^`]+)`: (?<test>[^|]+?) +\|$/gm;

Deno.test("each threat on the security page names a test that exists", () => {
  const page = Deno.readTextFileSync(inProject("docs/security.md"));
  const table = page.slice(page.indexOf("| What a project tries"));
  const rows = [...table.matchAll(ROW_REGEXP)].map(({ groups }) => groups!);
  const lines = table.split("\n").filter((line) => line.startsWith("| ")).length;
  assertEquals(
    rows.length,
    lines - 2,
    "each row has a threat, an answer, a file and words of a test's name",
  );
  assert(rows.length >= 20);
  for (const { file, test } of rows) {
    const text = Deno.readTextFileSync(inProject(file!));
    assert(text.includes(test!), `${file} has no test with "${test}"`);
  }
  const told = Deno.readTextFileSync(inProject("SECURITY.md"));
  assert(told.includes("docs/security.md"));
});
