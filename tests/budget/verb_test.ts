/** `skillhook budget` as a user meets it: answers, settings, mistakes. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { budgetSettings } from "../../src/budget/estimate.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { configOf } from "../support/settings.ts";
import { verb } from "../support/verb.ts";

const budgetVerb = verb("budget");

const FRAGMENTS = JSON.stringify([
  { name: "p", source: "project", text: "x".repeat(400) },
  { name: "i", source: "inline", prompt: "y".repeat(400) },
  { name: "m", source: "mcp", text: "z" },
]);
const SETTINGS = "/code/.claude/skillhook.yaml";

function run(line: string, world: FakeWorld = {}) {
  return budgetVerb(line.split(" "), fakeHost({ cwd: "/code", ...world }));
}

/** Command line, world, standard output. */
const ANSWERS: readonly [line: string, world: FakeWorld, stdout: string][] = [
  ["estimate", { stdin: "hello" }, "2\n"],
  [
    "estimate /a.md --json",
    { files: { "/a.md": "éé" } },
    `{"tokens":1,"bytes":4,"estimate":"bytes"}\n`,
  ],
  ["estimate --estimate better", { stdin: "extraordinarily" }, "3\n"],
  ["estimate", {
    stdin: "extraordinarily long",
    files: { [SETTINGS]: "budget:\n  estimate: better\n" },
  }, "4\n"],
  ["truncate --max 9", { stdin: "no line feed" }, "no line feed"],
  ["truncate --max 9", { stdin: "no line feed", terminals: ["stdout"] }, "no line feed\n"],
  [
    "truncate --max 2 --by line /a.md",
    { files: { "/a.md": "one\ntwo\nthree" } },
    "one\ntwo\n... [truncated for context budget]",
  ],
  [
    "truncate --max 30",
    { stdin: "1. Run:\n\n   ```sh\n" + "   make everything\n".repeat(20) + "   ```\n" },
    "1. Run:\n\n   ```sh\n" + "   make everything\n".repeat(4) + "   ```\n\n[skillhook: cut]",
  ],
  [
    "truncate --max 18 --by line",
    { stdin: "> ```sh\n" + "> make everything\n".repeat(20) + "> ```\n" },
    "> ```sh\n" + "> make everything\n".repeat(3) + "> ```\n... [truncated for context budget]",
  ],
  [
    "strategy --explain",
    { stdin: `{"available":6999}` },
    "standard\nRule 4: 2999 tokens per skill are under 3000\n",
  ],
  [
    "strategy --json",
    { stdin: "{}" },
    `{"strategy":"standard","rule":6,"because":"nothing asks for more or less"}\n`,
  ],
  [
    "check --limit 20",
    { stdin: `{"protocol":1,"task":"abcd","skills":[]}` },
    "Budget OK: 2 tokens\n",
  ],
  [
    "check",
    { stdin: "{}", files: { [SETTINGS]: "budget: {subagent-limit: 5}" } },
    "Budget OK: 0 tokens\n",
  ],
  [
    "fit --total 150 --per-skill 0 --plain-cut",
    { stdin: FRAGMENTS },
    `included  inline   i  100 tokens
cut       project  p  50 of 100 tokens  the total of 150 is spent
left out  mcp      m  1 token           the total of 150 is spent
Sum: 150 of 150 tokens
`,
  ],
];
for (const [line, world, stdout] of ANSWERS) {
  Deno.test(`budgetVerb() answers ${line} (${JSON.stringify(world).slice(0, 60)})`, async () => {
    assertEquals(await run(line, world), { stdout, stderr: "", code: 0 });
  });
}

Deno.test("budgetVerb() fits by settings and tells all in JSON", async () => {
  const files = { [SETTINGS]: "budget:\n  total: 150\n  per-skill: 60\n" };
  const { stdout } = await run("fit --json --plain-cut", { stdin: FRAGMENTS, files });
  const { fragments, ...rest } = JSON.parse(stdout);
  assertEquals(fragments, [
    {
      name: "i",
      source: "inline",
      text: "y".repeat(240),
      tokens: 60,
      cut: true,
      full_tokens: 100,
      why: "per-skill",
    },
    {
      name: "p",
      source: "project",
      text: "x".repeat(240),
      tokens: 60,
      cut: true,
      full_tokens: 100,
      why: "per-skill",
    },
    { name: "m", source: "mcp", text: "z", tokens: 1, cut: false },
  ]);
  assertEquals(rest, { excluded: [], tokens: 121, budget: { total: 150, per_skill: 60 } });
});

Deno.test("budgetVerb() pays unknown sources last, and says so", async () => {
  const stdin = JSON.stringify([
    { name: "a", source: "projct", text: "x".repeat(40) },
    { name: "b", source: "", text: "y".repeat(40) },
    { name: "c", source: "mcp", text: "z".repeat(40) },
  ]);
  const { stdout, stderr, code } = await run("fit --total 25 --plain-cut --json", { stdin });
  const names = JSON.parse(stdout).fragments.map(({ name, tokens }: Record<string, unknown>) => [
    name,
    tokens,
  ]);
  assertEquals([code, names], [0, [["c", 10], ["a", 10], ["b", 5]]]);
  assertStringIncludes(
    stderr,
    `Fragment 1 is paid last: unknown source "projct": did you mean "project"?`,
  );
  assertStringIncludes(
    stderr,
    `Fragment 2 is paid last: unknown source "": expected one of inline`,
  );
});

Deno.test("budgetVerb() reads every name that a part has, and counts none silently", async () => {
  const stdin = `{"protocol_tokens":1,"context_tokens":2,"skill_tokens":[3],"skils":[9]}`;
  assertEquals(await run("check", { stdin }), {
    stdout: "Budget OK: 6 tokens\n",
    stderr: `skillhook: Part "skils" is not counted: did you mean "skills"?\n`,
    code: 0,
  });
  assertEquals((await run("check", { stdin: `{"task":null,"skills":null}` })).code, 0);
});

Deno.test("budgetVerb() takes labels in one text and less than nothing available", async () => {
  const stdin = `{"labels":"api, Simple","type":"epic"}`;
  assertEquals((await run("strategy", { stdin })).stdout, "minimal\n");
  assertEquals((await run("strategy", { stdin: `{"available":-5}` })).stdout, "minimal\n");
  const depends = `{"depends":"T1,T2, T3,T4"}`;
  assertEquals((await run("strategy", { stdin: depends })).stdout, "comprehensive\n");
});

Deno.test("budgetVerb() ends a check over the limit with 10 and the bill on standard output", async () => {
  const stdin = `{"protocol":2000,"task":2000,"skills":[66001]}`;
  assertEquals(await run("check", { stdin }), {
    stdout: "Budget exceeded: 70001 tokens (limit: 70000.0)\n",
    stderr: "",
    code: 10,
  });
});

/** Command line, standard input, exit code, part of standard error. */
const MISTAKES: readonly [line: string, stdin: string, code: number, stderr: string][] = [
  ["estimat", "", 64, `Unknown verb "budget estimat": did you mean "budget estimate"?`],
  [
    "estimate --estimate best",
    "",
    64,
    `Option "--estimate" must be one of bytes, better: got "best"`,
  ],
  ["estimate /none.md", "", 1, `Cannot read "/none.md": no such file`],
  ["truncate", "", 64, `Option "--max" is required`],
  ["truncate --max=-1", "", 64, `needs a whole number: got "-1"`],
  ["truncate --max 5 --by word", "", 64, `must be one of section, line: got "word"`],
  [
    "truncate --max 1",
    "too long for one",
    10,
    `Cannot shorten the text to 1 token: not even the notice about the cut fits`,
  ],
  ["fit --total 1e3", "[]", 64, `Option "--total" needs a whole number: got "1e3"`],
  ["fit", "{}", 1, "Cannot read fragments: expected a list: got object"],
  ["fit", "[", 1, "Cannot read standard input: it is not valid JSON: "],
  [
    "fit",
    `[{"name":"a","source":"user"}]`,
    1,
    `Cannot read fragment 1: "text" must be a string: got undefined`,
  ],
  ["check", `{"skills":[-1]}`, 1, `"skills[0]" must be a text or a whole number: got -1`],
  ["strategy", "[]", 1, "Cannot read the task: expected an object: got list"],
];
for (const [line, stdin, code, stderr] of MISTAKES) {
  Deno.test(`budgetVerb() refuses ${line} on ${JSON.stringify(stdin)}`, async () => {
    const outcome = await run(line, { stdin });
    assertEquals([outcome.code, outcome.stdout], [code, ""]);
    assertStringIncludes(outcome.stderr, stderr);
  });
}

Deno.test("budgetSettings() takes each key from the strongest file that has it right", async () => {
  const { settings, diagnostics } = await configOf(
    "budget: { total: 10, per-skill: x, totl: 1, estimate: bettr }",
    "budget: []",
    "budget:\n  total: 20\n  per-skill: 5\n  estimate: better\n",
  );
  const { budget, subagentLimit, estimate } = budgetSettings(settings);
  assertEquals([budget, subagentLimit, estimate.name], [
    { total: 10, perSkill: 5 },
    70_000,
    "better",
  ]);
  assertEquals(diagnostics.map(formatDiagnostic), [
    `/1.yaml:1:22: Cannot use "budget.per-skill": expected a whole number of tokens: got "x"`,
    `/1.yaml:1:36: Unknown key "budget.totl": did you mean "total"?`,
    `/1.yaml:1:45: Cannot use "budget.estimate": expected one of "bytes", "better": got "bettr": ` +
    'did you mean "better"?',
    `/2.yaml:1:1: Cannot use "budget": expected "key: value" lines: got a list`,
  ]);
});
