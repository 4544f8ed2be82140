/** Over a thousand SKILL.md files of other people: none may crash or hang us, and their oddities are no surprise. */
import { assert, assertEquals } from "@std/assert";
import { parseFrontmatter } from "../../src/skill/parse_frontmatter.ts";
import { splitFrontmatter } from "../../src/skill/frontmatter.ts";
import { loadYaml } from "../../src/skill/yaml.ts";
import { sharedText } from "../support/shared.ts";
import { countSteps } from "../support/steps.ts";

interface Row {
  readonly path: string;
  readonly has_frontmatter: boolean;
  readonly yaml_parses: boolean;
  readonly oddities: readonly string[];
}

/** Steps of our code and the library's for one character; the dearest file here takes 56. */
const MAX_STEPS_PER_UNIT = 400;

Deno.test("every SKILL.md of the corpus is read in few steps, and loses its name only with its frontmatter", async () => {
  const index = sharedText("corpus/skills_index.jsonl");
  if (index === undefined) return;
  const parseYaml = await loadYaml();
  const counts = { clean: 0, flawed: 0, none: 0, unclosed: 0 };
  for (const row of index.trimEnd().split("\n").map((line): Row => JSON.parse(line))) {
    const text = sharedText(`corpus/${row.path}`);
    if (text === undefined) continue;
    const frontmatter = splitFrontmatter(text);
    if (typeof frontmatter === "string") {
      counts[frontmatter]++;
      const isOdd = row.oddities.some((oddity) => oddity.includes("closing-fence"));
      assert(isOdd || !row.has_frontmatter, row.path);
      continue;
    }
    let parsed: ReturnType<typeof parseFrontmatter> | undefined;
    const steps = await countSteps(() =>
      parsed = parseFrontmatter(frontmatter, row.path, parseYaml)
    );
    const { fields, diagnostics } = parsed!;
    assert(steps <= MAX_STEPS_PER_UNIT * (frontmatter.yaml.length + 1), `${row.path}: ${steps}`);
    counts[diagnostics.length === 0 ? "clean" : "flawed"]++;
    const hasName = frontmatter.yaml.split("\n").some((line) => line.startsWith("name: "));
    if (hasName && diagnostics.length > 0) {
      assertEquals(Object.hasOwn(fields, "name"), true, row.path);
    }
    if (row.yaml_parses && !row.oddities.some((oddity) => oddity.startsWith("duplicate-keys"))) {
      assertEquals(diagnostics, [], row.path);
    }
  }
  console.log(`corpus of skills: ${JSON.stringify(counts)}`);
});
