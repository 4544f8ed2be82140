/** docs/skills-as-data.md keeps to what the program does. */
import { assert, assertEquals } from "@std/assert";
import { splitFrontmatter } from "../../src/skill/frontmatter.ts";
import { parseSkill } from "../../src/skill/instruction_skill.ts";
import { loadYaml } from "../../src/skill/yaml.ts";
import { fakeHost } from "../support/fake_host.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { configOf } from "../support/settings.ts";
import { verb } from "../support/verb.ts";

const inspectVerb = verb("skill inspect");

const TEXT = Deno.readTextFileSync(inProject("docs/skills-as-data.md"));
const parseYaml = await loadYaml();

function blocks(language: string): string[] {
  return TEXT.split(`\`\`\`${language}\n`).slice(1).map((rest) => rest.split("```", 1)[0]!);
}

Deno.test("docs/skills-as-data.md shows what inspect prints", async () => {
  const [block = ""] = blocks("console");
  const [line = "", ...shown] = block.split("\n");
  const text = /'(.*)'/.exec(line)![1]!.replaceAll("\\n", "\n");
  const { stderr } = await inspectVerb([], fakeHost({ stdin: text }));
  assertEquals(stderr, shown.join("\n"));
});

Deno.test("docs/skills-as-data.md shows YAML that is understood", async () => {
  const [skill = "", settings = ""] = blocks("yaml");
  assert(typeof splitFrontmatter(skill) !== "string");
  assertEquals(parseSkill(skill, "f", undefined, parseYaml).errors, []);
  const { settings: { index }, diagnostics } = await configOf(settings);
  assertEquals([diagnostics, index], [[], { "session-start": true, budget: 1_000 }]);
});

Deno.test("docs/skills-as-data.md names every rule of the linter", async () => {
  let rules = 0;
  for (const file of ["lint", "lint_body", "lint_frontmatter"]) {
    const path = inProject(`src/index/${file}.ts`);
    const source = await Deno.readTextFile(path);
    for (const [, rule] of source.matchAll(/\breport\(\s*"([a-z-]+)"/g)) {
      rules++;
      const family = `\`${rule!.split("-", 1)[0]}-*\``;
      assert(TEXT.includes(`\`${rule}\``) || TEXT.includes(family), rule);
    }
  }
  assert(rules > 20, `${rules} rules found`);
});
