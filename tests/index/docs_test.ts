/** docs/skills-as-data.md names what the linter can say. */
import { assert } from "@std/assert";
import { inProject } from "../../.ci/tasks/project.ts";

const TEXT = Deno.readTextFileSync(inProject("docs/skills-as-data.md"));

Deno.test("docs/skills-as-data.md names every rule of the linter", async () => {
  let rules = 0;
  for (const file of ["lint", "lint_body", "lint_frontmatter"]) {
    const path = inProject(`src/index/${file}.ts`);
    const source = await Deno.readTextFile(path);
    for (const [, rule] of source.matchAll(/\breport(?:At)?\(\s*"([a-z-]+)"/g)) {
      rules++;
      const family = `\`${rule!.split("-", 1)[0]}-*\``;
      assert(TEXT.includes(`\`${rule}\``) || TEXT.includes(family), rule);
    }
  }
  assert(rules > 20, `${rules} rules found`);
});
