/** The shared cases of budget and loading strategy, at function level and through the verb. */
import { assertEquals } from "@std/assert";
import { byteLength } from "../../src/base/fitted_text.ts";
import { truncateByLine } from "../../src/budget/cut.ts";
import { checkBudget, estimateTokens } from "../../src/budget/estimate.ts";
import { fitFragments, readFragments } from "../../src/budget/fit.ts";
import { readTaskProfile, selectStrategy } from "../../src/budget/strategy.ts";
import { fakeHost } from "../support/fake_host.ts";
import { sharedCases } from "../support/shared.ts";
import { DEFAULTS } from "../support/settings.ts";
import { verb } from "../support/verb.ts";

const budgetVerb = verb("budget");

function run(args: readonly string[], stdin: string) {
  return budgetVerb(args, fakeHost({ stdin }));
}

function profileOf(value: unknown) {
  const profile = readTaskProfile(value);
  if ("problem" in profile) throw new TypeError(profile.problem);
  return profile;
}

const budget = sharedCases("context_budget.json");
for (const row of budget?.cases ?? []) {
  Deno.test(`fitFragments() meets shared case ${row.id}: ${row.note}`, async () => {
    const { max_total_tokens: total, max_per_skill_tokens: perSkill } = row.budget;
    const read = readFragments(row.fragments);
    if ("problem" in read) throw new TypeError(read.problem);
    const { fragments } = read;
    const fitted = fitFragments(fragments, { total, perSkill }, { plainCut: true });
    const bytes = fitted.fragments.map(({ name, text }) => ({ name, bytes: byteLength(text) }));
    assertEquals(bytes, row.expected);
    for (const { name, text } of fitted.fragments) {
      const original = fragments.find((fragment) => fragment.name === name)!.text;
      assertEquals(original.startsWith(text), true);
    }
    const limits = ["--total", String(total), "--per-skill", String(perSkill)];
    const args = ["fit", "--plain-cut", ...limits, "--json"];
    const { stdout, code } = await run(args, JSON.stringify(fragments));
    assertEquals(code, 0);
    assertEquals(
      JSON.parse(stdout).fragments.map((fitted: { name: string; text: string }) => ({
        name: fitted.name,
        bytes: byteLength(fitted.text),
      })),
      row.expected,
    );
  });
}
for (const [index, row] of (budget?.token_cases ?? []).entries()) {
  Deno.test(`estimateTokens() meets shared token case ${index + 1}`, async () => {
    assertEquals(estimateTokens(row.text), row.expected);
    assertEquals((await run(["estimate", "-"], row.text)).stdout, `${row.expected}\n`);
  });
}

const strategy = sharedCases("skill_loading_strategy.json");
const tasks = [...strategy?.select_by_budget ?? [], ...strategy?.select_by_trigger ?? []];
for (const [index, { expected, ...row }] of tasks.entries()) {
  Deno.test(`selectStrategy() meets shared case ${index + 1}`, async () => {
    assertEquals(selectStrategy(profileOf(row)).strategy, expected);
    assertEquals((await run(["strategy"], JSON.stringify(row))).stdout, `${expected}\n`);
  });
}
for (const [index, row] of (strategy?.line_truncation ?? []).entries()) {
  Deno.test(`truncateByLine() meets shared case ${index + 1}`, async () => {
    assertEquals(truncateByLine(row.text, row.max_tokens), row.expected);
    const args = ["truncate", "--by", "line", "--max", String(row.max_tokens)];
    assertEquals((await run(args, row.text)).stdout, row.expected);
  });
}
for (const [index, row] of (strategy?.spawn_budget ?? []).entries()) {
  Deno.test(`checkBudget() meets shared case ${index + 1}`, async () => {
    const { protocol_tokens: protocol, context_tokens: task, skill_tokens: skills } = row;
    const limit = DEFAULTS.budget["subagent-limit"];
    const verdict = checkBudget([protocol, task, ...skills], limit);
    assertEquals([verdict.isOk, verdict.message], [row.expected_ok, row.message]);
    const { stdout, code } = await run(["check"], JSON.stringify({ protocol, task, skills }));
    assertEquals([stdout, code], [`${row.message}\n`, row.expected_ok ? 0 : 10]);
  });
}
