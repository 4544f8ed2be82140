import { assertEquals } from "@std/assert";
import { readMidSentence } from "../../src/continuation/mid_sentence.ts";
import { registryOf } from "../../src/corpus/registries.ts";
import { adversarialNames, adversarialPrompts } from "../accuracy/adversarial.ts";
import { assertLinear } from "../support/steps.ts";

const REGISTRY = registryOf(["review", "test", "commit", "tools:write-plan"]);

const REQUESTS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  // The last word, behind the end of a sentence, a dash, "Now", or on lines of its own.
  ["Looks good. Write it down. /tools:write-plan", ["last"], ["/tools:write-plan"]],
  ["Looks good! /commit.", ["last"], ["/commit"]],
  ["Write it now — /tools:write-plan", ["last"], ["/tools:write-plan"]],
  ["Two flags are wrong. Now /commit", ["last"], ["/commit"]],
  ["now /commit", ["last"], ["/commit"]],
  ["I want to think a bit\n\n/review \n/test", ["last"], ["/review", "/test"]],
  ["Fix it.\n/commit", ["last"], ["/commit"]],
  ["Fix it (see `x`). /commit", ["last"], ["/commit"]],
  ["Keep /unknown /other as nouns. Fix the row. Now /commit", ["last"], ["/commit"]],
  // A sentence that begins with an order.
  ["Run /review on the diff. Report.", ["order"], ["/review on the diff"]],
  ["Now run /review on the same changes", ["order"], ["/review on the same changes"]],
  ["Fix it. Run /review first, then /test, then /commit. Report all of it.", ["order"], [
    "/review first",
    "/test",
    "/commit",
  ]],
  ["Fix it.\nInvoke /review\nthen stop", ["order"], ["/review"]],
  ["Execute /test and /commit", ["order"], ["/test", "/commit"]],
  ["Run /test. Then write it down. /commit", ["order", "last"], ["/test", "/commit"]],
];

const OTHERS = [
  "",
  "no slash",
  "/review x. Run /test",
  "All good /commit",
  "fix the tests and when complete run /commit",
  "please use the /commit skill",
  "Does it run /commit",
  "Run /unknown",
  "Run `/commit`",
  'Run "/commit"',
  "Run /commit/x",
  "Run /commit.ts",
  "Run /commit /test",
  "Run\n/commit",
  "1. /commit",
  "Steps:\n1. /review\n2. /commit",
  "Steps:\n- /review\n- /commit",
  "Routes:\n\n/review\n/commit",
  "a line\n/commit",
  "It serves /mail. /commit",
  "```\nx. /commit\n```",
  "> Done. /commit",
  "— /commit",
  "and now /commit",
  "I do not run /commit",
];

Deno.test("readMidSentence() reads a request at the end and one that begins a sentence", () => {
  for (const [prompt, rules, expected] of REQUESTS) {
    const found = readMidSentence(prompt, REGISTRY);
    const read = found?.invocations.map(({ skill, args }) => `/${skill} ${args}`.trim());
    assertEquals([found?.rules, read], [rules, expected], prompt);
  }
});

Deno.test("readMidSentence() is silent on everything else", () => {
  for (const prompt of OTHERS) assertEquals(readMidSentence(prompt, REGISTRY), null, prompt);
});

Deno.test("readMidSentence() finds nothing in adversarial prompts, whatever stands before them", () => {
  const registry = registryOf(adversarialNames);
  for (const lead of ["", "Fix it. ", "Fix it.\n\n", "Now ", "Run ", "Fix it — "]) {
    for (const { kind, prompt, expect } of adversarialPrompts()) {
      if (expect !== null || kind === "not at the start") continue;
      assertEquals(readMidSentence(lead + prompt, registry), null, lead + prompt);
    }
  }
});

Deno.test("readMidSentence() grows with the prompt, not with its square", async () => {
  const seeds = ["Run /review, ", "Now ", "x. /commit ", "/commit\n", "Run /test. ", ". ", "run "];
  for (const seed of seeds) {
    const textOf = (length: number) => "x " + seed.repeat(length / seed.length);
    await assertLinear((text) => readMidSentence(text, REGISTRY), textOf, {
      about: JSON.stringify(seed),
    });
  }
});
