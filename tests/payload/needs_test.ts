import { assertEquals } from "@std/assert";
import { readNeeds } from "../../src/payload/needs.ts";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const needsVerb = verb("agent needs");

/** An output; skills, references, values, exit code. */
const ROWS: readonly [
  text: string,
  skills: string[],
  refs: string[],
  values: string[],
  code?: number,
][] = [
  ["need skill: ct-research-agent", ["ct-research-agent"], [], []],
  ["Stopped.\nNeed skill: a, plug:b, a\n", ["a", "plug:b"], [], []],
  ["- **need skill:** `a`", ["a"], [], []],
  ["`need skill: a`", ["a"], [], []],
  ["> need skills: a.", ["a"], [], []],
  ["I need skill: no", [], [], []],
  ["```\nneed skill: no\n@no.md\n```", [], [], []],
  ["needs skill: no\nneed skilled: no", [], [], []],
  ["need skill:", [], [], []],
  ["see @docs/a.md and @b/*.md, me@x.md", [], ["docs/a.md", "b/*.md"], []],
  ["missing: `@docs/a.md`", [], ["docs/a.md"], []],
  ["{{TASK_ID}} {{TASK_ID}} {{x}}", [], [], ["TASK_ID"]],
  ["exit code: 6", [], [], [], 6],
  ["Exit code 0, then exit_code=10", [], [], [], 10],
  ['{"exit_code": 4}', [], [], [], 4],
  ["exit code 12345", [], [], []],
  ["", [], [], []],
];
Deno.test("readNeeds() reads what an output asks for", () => {
  for (const [text, skills, references, values, exitCode] of ROWS) {
    assertEquals(readNeeds(text), { skills, references, values, exitCode }, text);
  }
});

Deno.test("needsVerb() says what to add, or that nothing is asked for", async () => {
  const { stdout } = await needsVerb(
    [],
    fakeHost({ stdin: "need skill: a\n@b.md {{C}}\nexit code 6" }),
  );
  assertEquals(stdout.split("\n").map((line) => line.split(" ", 3).join(" ")), [
    "Skills: add a",
    "Reference: @b.md is",
    "Value: --set C=…",
    "Exit code 6:",
    "",
  ]);
  assertEquals(
    (await needsVerb([], fakeHost({ stdin: "Done." }))).stdout,
    "The output asks for nothing\n",
  );
  const json = await needsVerb(["--json", "--exit-code", "10"], fakeHost({ stdin: "x" }));
  assertEquals(json.stdout, `{"skills":[],"references":[],"values":[],"exit_code":10}\n`);
});
