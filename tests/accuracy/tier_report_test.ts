import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { excerpt, readCorpus } from "./read_corpus.ts";
import { makeReport, type Report } from "./tier_report.ts";
import { reportText } from "./report_text.ts";
import { compare, precision, recall } from "./tally.ts";
import { truthByLabel } from "./truth.ts";
import { mergeShortcuts } from "../../src/shortcuts/builtin.ts";
import { DEFAULTS } from "../support/settings.ts";

const SHORTCUTS = mergeShortcuts(DEFAULTS);

function report(rows: readonly object[]): Promise<Report> {
  const { prompts } = readCorpus(rows.map((row) => JSON.stringify(row)).join("\n"), "f");
  const read = prompts.map((prompt) => ({ ...prompt, truth: truthByLabel(prompt) }));
  return makeReport(read, { name: "f", shortcuts: SHORTCUTS });
}

Deno.test("compare() tells what is too much, what is missing, and what is said wrongly", async () => {
  const steps = (...names: string[]) => names.map((skill) => ({ skill, args: "" }));
  const rows = [
    [steps(), null, ""],
    [steps("a"), null, "+"],
    [steps(), steps("a"), "-"],
    [steps("a"), steps("a"), ""],
    [steps("a", "b"), steps("a"), "+"],
    [steps("a"), steps("a", "b"), "-"],
    [steps("a", "c"), steps("a", "b"), "+-"],
    [steps("b", "a"), steps("a", "b"), "+-"],
    [[{ skill: "a", args: "x" }], steps("a"), "x"],
    [[{ skill: "a", args: "x" }], [{ skill: "a" }], ""],
    [[{ skill: "a", args: "x" }], [{ skill: "a", argsDigest: "1:2d711642b726b044" }], ""],
    [[{ skill: "a", args: "y" }], [{ skill: "a", argsDigest: "1:2d711642b726b044" }], "x"],
  ] as const;
  for (const [got, expect, wrong] of rows) {
    const { falsePositive, falseNegative, wrongArguments } = await compare(got, expect);
    const said = [falsePositive && "+", falseNegative && "-", wrongArguments && "x"];
    assertEquals(said.filter(Boolean).join(""), wrong, JSON.stringify([got, expect]));
  }
});

Deno.test("makeReport() counts by kind and label, in three registries", async () => {
  const { registries, disagreements, detections } = await report([
    { id: "right", text: "/a x, /b", label: "invocation", invocations: ["a", "b"] },
    { id: "missed", text: "/a x; /b", label: "invocation", invocations: ["a", "b"] },
    { id: "trap", text: "/tmp is full", label: "route-or-path", invocations: [] },
    { id: "word", text: "/zebra is odd", label: "no-command", invocations: [] },
    { id: "mid", text: "Do it. /a", label: "invocation", invocations: ["a"] },
    { id: "directive", text: "d: one/two", label: "no-command", invocations: [] },
    { id: "unread", text: "/a, /b" },
  ]);
  assertEquals(
    registries.map(({ name, total, unread }) => [
      ...[name, total.prompts, total.expected, total.detections, total.correct],
      ...[
        total.falsePositives,
        total.falseNegatives,
        unread.detections,
      ],
    ]),
    [
      ["used names", 6, 2, 2, 1, 0, 1, 1],
      ["with adversarial names", 6, 2, 3, 1, 1, 1, 1],
      ["with every /word", 6, 2, 4, 1, 2, 1, 1],
    ],
  );
  const [, , last] = registries;
  assertEquals([precision(last!.total), recall(last!.total)], [1 / 4, 1 / 2]);
  assertEquals(last!.byLabel["no-command"]!.falsePositives, 1);
  assertEquals(last!.byKind["leading-slash-command"]!.prompts, 4);
  assertEquals(last!.tiers, { shortcut: 0, directive: 1, chain: 5, none: 1 });
  assertEquals(disagreements.map(({ id, wrong, registries }) => [id, wrong, registries.length]), [
    ["missed", ["false negative"], 3],
    ["trap", ["false positive"], 2],
    ["word", ["false positive"], 1],
  ]);
  assertEquals(detections.map(({ id, got }) => [id, got]), [["unread", ["a", "b"]]]);
});

Deno.test("makeReport() keeps the registries of two sources apart", async () => {
  const { registries } = await report([
    { source: "one", text: "/a x", label: "invocation", invocations: ["a"] },
    { source: "two", text: "/a x", label: "no-command", invocations: [] },
  ]);
  assertEquals(registries.map(({ total }) => total.falsePositives), [0, 0, 1]);
});

Deno.test("makeReport() takes any text for a kind, a label and a name", async () => {
  const made = await report([
    { kind: "__proto__", label: "constructor", text: "x/y", invocations: ["__proto__"] },
    { kind: "toString", label: "invocation", text: "/__proto__ x", invocations: ["__proto__"] },
  ]);
  assertEquals(Object.keys(made.registries[0]!.byKind), ["__proto__", "toString"]);
  assertEquals(made.disagreements, []);
  assertStringIncludes(reportText(made), "kind __proto__");
});

Deno.test("reportText() shows every disagreement and never more than 80 characters of a prompt", async () => {
  const secret = "tail".repeat(30);
  const text = reportText(
    await report([
      { id: "p-1", text: `/tmp ${secret}`, label: "no-command", invocations: [] },
      { id: "p-2", text: `/a, /b ${secret}` },
    ]),
  );
  assertStringIncludes(
    text,
    "  p-1  no-command  false positive (with adversarial names; with every /word)",
  );
  assertStringIncludes(text, "expected nothing, got /tmp");
  assert(!text.includes("tail".repeat(20)));
  for (const line of text.split("\n")) assert(line.trim().length <= 140, line);
});

Deno.test("reportText() has something to say about an empty corpus", async () => {
  assertEquals(reportText(await report([])), "f: no prompts\n");
});

Deno.test("excerpt() is one line of at most 80 units without control characters", () => {
  assertEquals(excerpt("  a\r\n\u001b[2Jb\tc  "), "a [2Jb c");
  assertEquals(excerpt("x".repeat(80)), "x".repeat(80));
  assertEquals(excerpt("x".repeat(81)), "x".repeat(79) + "…");
  for (let pad = 76; pad < 82; pad++) {
    const cut = excerpt("x".repeat(pad) + "😀".repeat(5));
    assert(cut.isWellFormed() && cut.length <= 80, cut);
  }
});
