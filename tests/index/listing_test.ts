import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { estimateTokens } from "../../src/budget/estimate.ts";
import { type ListedSkill, listSkills } from "../../src/index/listing.ts";
import { type IndexSource, SKILL_SOURCES, skillIndex } from "../../src/skill/manifest.ts";

function listed(invoke: string, source: IndexSource, lastUse?: number, length = 40): ListedSkill {
  const description = "d".repeat(length);
  return {
    index: skillIndex({ name: invoke, description }, source, "/d"),
    invoke,
    access: "",
    lastUse,
  };
}

const order = (skills: readonly ListedSkill[], budget: number) =>
  listSkills(skills, { budget, more: "ask" }).entries.map(({ name }) => name);

Deno.test("listSkills() orders by source, then the recently used, then by name", () => {
  const skills = [
    listed("c", "project"),
    listed("b", "project", 5),
    listed("a", "project", 1),
    listed("z", "inline"),
    listed("m", "mcp", 99),
    listed("u", "user"),
  ];
  assertEquals(order(skills, 0), ["z", "u", "b", "a", "c", "m"]);
});

Deno.test("listSkills() keeps a share for skills that were never used, and says how many are hidden", () => {
  const used = Array.from({ length: 30 }, (_, at) => listed(`used-${at}`, "user", 100 - at));
  const fresh = Array.from({ length: 30 }, (_, at) => listed(`new-${at}`, "user"));
  const { entries, text, hidden } = listSkills([...used, ...fresh], { budget: 200, more: "ask" });
  const isNew = entries.filter(({ name }) => name.startsWith("new")).length;
  assert(isNew >= 2 && isNew < entries.length / 2, `${isNew} of ${entries.length}`);
  assertEquals(entries.length + hidden, 60);
  assertEquals(text.split("\n").at(-1), `(${hidden} more skills are hidden: ask)`);
  assertEquals(entries[0]!.name, "used-0");
});

Deno.test("listSkills() never costs more than its budget, whatever the skills", () => {
  let seed = 7;
  const random = (max: number) => (seed = (seed * 16807) % 2147483647) % max;
  for (let round = 0; round < 300; round++) {
    const skills = Array.from({ length: random(40) }, (_, at) =>
      listed(
        `s${at}`,
        SKILL_SOURCES[random(6)]!,
        random(3) === 0 ? random(1_000) : undefined,
        random(300),
      ));
    const budget = 1 + random(400);
    const { text, entries, hidden } = listSkills(skills, { budget, more: "ask" });
    assert(estimateTokens(text) <= budget, `${estimateTokens(text)} of ${budget}`);
    assertEquals(entries.length + hidden, skills.length);
  }
});

Deno.test("listSkills() makes one line of any description, about 50 tokens long at most", () => {
  const skill = listed("a", "user", undefined, 4_000);
  const text = `one\ntwo\u0007\u202e ${"word ".repeat(500)}`;
  const { text: line } = listSkills([{ ...skill, index: { ...skill.index, description: text } }], {
    budget: 0,
    more: "",
  });
  assertEquals(line.includes("\n"), false);
  assertStringIncludes(line, "- a: one two word");
  assert(estimateTokens(line) <= 50);
});
