/** Rules in their order, and tasks written by others. */
import { assertEquals } from "@std/assert";
import { checkBudget } from "../../src/budget/estimate.ts";
import { readTaskProfile, selectStrategy } from "../../src/budget/strategy.ts";

const RICH = { available: 20_000 };

const ROWS: readonly [task: unknown, strategy: string, rule: number][] = [
  [{}, "standard", 6],
  [{ ...RICH, complexity: "high", context_usage: 0.71 }, "minimal", 1],
  [{ ...RICH, complexity: "high", context_usage: 71 }, "minimal", 1],
  [{ ...RICH, complexity: "high", context_usage: 0.7 }, "comprehensive", 5],
  [{ ...RICH, complexity: "high", context_usage: 70 }, "comprehensive", 5],
  [{ available: 4799 }, "minimal", 2],
  [{ available: 4800 }, "standard", 4],
  [{ available: 0 }, "minimal", 2],
  [{ ...RICH, type: "epic", labels: ["ui", "Simple"] }, "minimal", 3],
  [{ ...RICH, type: "epic", size: "small" }, "minimal", 3],
  [{ available: 5000, labels: ["simple"] }, "minimal", 3],
  [{ available: 6999, type: "epic" }, "standard", 4],
  [{ available: 7000, type: "epic" }, "comprehensive", 5],
  [{ ...RICH, depends: ["a", "b", "c"] }, "standard", 6],
  [{ ...RICH, depends: ["a", "b", "c", "d"] }, "comprehensive", 5],
  [{ ...RICH, depends: 4 }, "comprehensive", 5],
  [{ ...RICH, type: "epic", skills: ["a", "b", "c", "d", "e", "f"] }, "standard", 4],
  [{ ...RICH, type: "epic", skills: 0 }, "comprehensive", 5],
  [{ type: "epic" }, "comprehensive", 5],
  [{ task: { type: "epic" }, available: 6000 }, "standard", 4],
  [{ type: null, labels: null }, "standard", 6],
];
for (const [task, strategy, rule] of ROWS) {
  Deno.test(`selectStrategy() answers ${strategy} by rule ${rule} to ${JSON.stringify(task)}`, () => {
    const profile = readTaskProfile(task);
    if ("problem" in profile) throw new TypeError(profile.problem);
    const choice = selectStrategy(profile);
    assertEquals([choice.strategy, choice.rule], [strategy, rule]);
  });
}

const WRONG: readonly [task: unknown, problem: string][] = [
  [[], "expected an object: got list"],
  [{ available: "many" }, `"available" must be a number: got string`],
  [{ labels: 5 }, `"labels" must be a list of strings: got 5`],
  [{ size: 3 }, `"size" must be a string: got 3`],
];
for (const [task, problem] of WRONG) {
  Deno.test(`readTaskProfile() refuses ${JSON.stringify(task)}`, () => {
    assertEquals(readTaskProfile(task), { problem: `Cannot read the task: ${problem}` });
  });
}

Deno.test("checkBudget() estimates texts and lets exactly the limit pass", () => {
  const costs = ["four", "hello", 7, "x"];
  assertEquals(checkBudget(costs, 11).message, "Budget OK: 11 tokens");
  assertEquals(checkBudget(costs, 10.5).message, "Budget exceeded: 11 tokens (limit: 10.5)");
});
