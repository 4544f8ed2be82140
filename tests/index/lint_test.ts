/** The linter: a world and every finding in it. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Diagnostic, wholeMessage } from "../../src/base/diagnostic.ts";
import { localLinks } from "../../src/index/lint_body.ts";
import { runBinary } from "../support/binary.ts";
import { fakeHost } from "../support/fake_host.ts";
import { inShared, sharedText } from "../support/shared.ts";
import { assertLinear } from "../support/steps.ts";
import { verb } from "../support/verb.ts";

const skillsVerb = verb("skills");

async function check(files: Readonly<Record<string, string>>) {
  const host = fakeHost({ files, env: { HOME: "/h" }, cwd: "/p" });
  const { code, stdout } = await skillsVerb(["--check", "--json", "--project", "/p"], host);
  const report = JSON.parse(stdout) as { errors: number; warnings: number; findings: Diagnostic[] };
  const short = report.findings.map(({ severity, code, line, column }) => {
    // Two YAML libraries count columns differently.
    const place = [line, code === "frontmatter-yaml" ? undefined : column];
    const text = place.filter((number) => number !== undefined).join(":");
    return `${severity} ${code} ${text}`.trimEnd();
  });
  return { code, ...report, short };
}

const at = "/p/.claude/skills/a/SKILL.md";
const GOOD = "---\nname: a\ndescription: For a\n---\nDo it.\n";

/** What → the text of skill "a" → findings. */
type Row = [what: string, text: string, findings: readonly string[]];
const RULES: readonly Row[] = [
  ["a good skill", GOOD, []],
  [
    "our own keys",
    GOOD.replace("---\nDo", "version: 1\ntypes: [prompt]\ntrigger: /x\n---\nDo"),
    [],
  ],
  [
    "the agent's keys",
    GOOD.replace("---\nDo", "model: x\nargument-hint: '[x]'\npaths: x\n---\nDo"),
    [],
  ],
  ["no frontmatter", "x", ["error frontmatter-missing 1"]],
  ["a blank line before it", `\n${GOOD}`, ["error frontmatter-first-line 2"]],
  ["no end", "---\nname: a\n", ["error frontmatter-unclosed 1"]],
  ["a list", "---\n- a\n---\nx", ["error frontmatter-mapping 2"]],
  ["no fields", "---\nlicense: MIT\n---\nx", [
    "error name-missing 1:1",
    "error description-missing 1:1",
  ]],
  ["broken YAML", "---\nname: a\ndescription: for b: c\n---\nx", ["error frontmatter-yaml 3"]],
  ["another name", GOOD.replace("name: a", "name: b"), ["error name-directory 2:1"]],
  ["a bad name", GOOD.replace("name: a", "name: A B"), [
    "error name-characters 2:1",
    "error name-directory 2:1",
  ]],
  ["a long description", GOOD.replace("For a", "for " + "x".repeat(1_025)), [
    "error description-length 3:1",
  ]],
  ["a description longer than the list", GOOD.replace("For a", "for " + "x".repeat(1_537)), [
    "error description-length 3:1",
    "warning listing-length 3:1",
  ]],
  ["when_to_use counts", GOOD.replace("---\nDo", `when_to_use: ${"x".repeat(1_600)}\n---\nDo`), [
    "warning listing-length 3:1",
  ]],
  ["tags", GOOD.replace("For a", "For <b>a</b>"), ["warning description-tags 3:1"]],
  ["a long compatibility", GOOD.replace("---\nDo", `compatibility: ${"x".repeat(501)}\n---\nDo`), [
    "error compatibility-length 4:1",
  ]],
  ["another type", GOOD.replace("---\nDo", "types: [tool]\n---\nDo"), ["error types 4:1"]],
  ["a type of field", GOOD.replace("For a", "[x]"), ["error field-type 3:1"]],
  ["a misspelled key", GOOD.replace("---\nDo", "alowed-tools: Bash\n---\nDo"), [
    "warning unknown-key 4:1",
  ]],
  ["a lifecycle", GOOD.replace("---\nDo", "lifecycle: 'once'\n---\nDo"), []],
  ...["pined", "Pinned", "[once]", "1"].map((value): Row => [
    `lifecycle: ${value}`,
    GOOD.replace("---\nDo", `lifecycle: ${value}\n---\nDo`),
    ["warning lifecycle 4:1"],
  ]),
  ["keywords", GOOD.replace("---\nDo", "triggers: {keywords: [x]}\n---\nDo"), [
    "warning trigger-keywords 4:1",
  ]],
  ["an unknown language", GOOD.replace("---\nDo", "triggers: {languages: [typscript]}\n---\nDo"), [
    "error trigger",
  ]],
  ["a glob that says no", GOOD.replace("---\nDo", "triggers: {files: ['!x']}\n---\nDo"), [
    "error trigger",
  ]],
  ["a taken command", GOOD.replace("---\nDo", "trigger: /compact\n---\nDo"), [
    "warning trigger-clash",
  ]],
  ["no text", "---\nname: a\ndescription: for d\n---\n", ["warning body-empty"]],
  ["a long text", GOOD + "x\n".repeat(600), ["warning body-length"]],
  ["a missing file", GOOD + "See [it](references/none.md).\n", ["error broken-reference 6"]],
  ["a file that is there", GOOD + "See [it](references/there.md#part).\n", []],
  ["a missing file in code", GOOD + "Read `references/none.md`.\n", ["warning broken-path 6"]],
  [
    "files in code that are there, or in no folder of the skill",
    GOOD + "`references/there.md` `src/x.ts` `x.md` `references/<name>.md`\n",
    [],
  ],
  ["no word of when", GOOD.replace("For a", "Formats a file"), ["warning description-when 3:1"]],
  ["another tool's triggers", GOOD.replace("---\nDo", "triggers: [a, b]\n---\nDo"), [
    "warning triggers-list 4:1",
  ]],
  ["links in code", GOOD + "`[a](b.md)`\n```\n[a](b.md)\n```\n", []],
  ["a command", GOOD + "!`git status`\n", [
    "warning directive-untrusted 6",
    "warning directive-permission 6",
  ]],
  [
    "an allowed command",
    GOOD.replace("---\nDo", "allowed-tools: Bash(git *)\n---\n!`git status`\nDo"),
    [
      "warning directive-untrusted 6",
    ],
  ],
  ["a nested command", GOOD + "!`echo $(date)`\n", [
    "warning directive-untrusted 6",
    "warning directive-nested 6",
  ]],
  ["an open block", GOOD + "```!\ndate\n", ["error directive-unclosed 6"]],
];
for (const [what, text, findings] of RULES) {
  Deno.test(`skillhook skills --check on ${what}`, async () => {
    const report = await check({ [at]: text, "/p/.claude/skills/a/references/there.md": "x" });
    assertEquals(report.short, findings);
    assertEquals(report.code, findings.some((line) => line.startsWith("error")) ? 1 : 0);
  });
}

Deno.test("skillhook skills --check suggests the nearest known key", async () => {
  const { findings } = await check({
    [at]: GOOD.replace("---\nDo", "user_invocable: no\n---\nDo"),
  });
  assertEquals(
    findings[0]!.message,
    'Unknown key "user_invocable": did you mean "user-invocable"?',
  );
});

Deno.test("skillhook skills --check says how to quote, and which program to allow", async () => {
  const said = async (text: string) => (await check({ [at]: text })).findings.map(wholeMessage);
  const [colon] = await said("---\nname: a\ndescription: for b: c\n---\nx");
  assertStringIncludes(colon!, "quote it: a text with a colon needs quotation marks");
  const [, program] = await said(GOOD + "!`git status`\n");
  assertStringIncludes(program!, "such as Bash(git *)");
});

Deno.test("skillhook skills --check leaves plugins of a collection their own names", async () => {
  const skill = (plugin: string) => `/c/${plugin}/skills/a/SKILL.md`;
  const files = { [skill("x")]: GOOD, [skill("y")]: GOOD };
  const shown = async (more: Record<string, string>) => {
    const host = fakeHost({ files: { ...files, ...more }, env: { HOME: "/h" }, cwd: "/c" });
    return JSON.parse((await skillsVerb(["--check", "--json", "--root", "/c"], host)).stdout);
  };
  assertEquals((await shown({})).findings.map(({ code }: Diagnostic) => code), ["shadowed"]);
  const manifests = ["x", "y"].map((name) => [`/c/${name}/.claude-plugin/plugin.json`, "{}"]);
  assertEquals((await shown(Object.fromEntries(manifests))).findings, []);
});

Deno.test("skillhook skills --check sees hidden skills and what all descriptions cost", async () => {
  const files: Record<string, string> = { "/h/.claude/skills/a/SKILL.md": GOOD, [at]: GOOD };
  for (let index = 0; index < 10; index++) {
    files[`/p/.claude/skills/b${index}/SKILL.md`] = GOOD.replace("name: a", `name: b${index}`)
      .replace("For a", `for ${"x".repeat(1_000)}`);
  }
  assertEquals((await check(files)).short, ["warning listing-total", "warning shadowed"]);
});

Deno.test("localLinks() finds what can only be a file, outside of code", async () => {
  const facts: [string, string[]][] = [
    ["[a](b.md) [c](d/e.py)", ["b.md", "d/e.py"]],
    ["![a](b.png)", ["b.png"]],
    ["[a](https://x.y/z.md) [a](#b) [a](/b.md) [a](~/b.md) [a](@b.md)", []],
    ["[a](b) [a](path) [a](url) [a](<b>.md) [a](${x}.md) [a]({{x}}.md) [a](*.md) [a](....md)", []],
    ["[a](b.md 'title')", []],
    ["[a](b.md", []],
    ["``[a](b.md) ` [c](d.md)`` [e](f.md)", ["f.md"]],
    ["` [a](b.md)", ["b.md"]],
    ["~~~\n[a](b.md)\n```\n~~~\n[c](d.md)", ["d.md"]],
  ];
  for (const [text, expected] of facts) {
    assertEquals(localLinks(text).map(({ target }) => target), expected, text);
  }
  for (const part of ["`", "](", "[", "```\n", "](a.md"]) {
    const textOf = (length: number) => part.repeat(length / part.length);
    await assertLinear(localLinks, textOf, { about: JSON.stringify(part) });
  }
});

Deno.test("all skills of the corpus are listed and checked by the built program", async () => {
  const index = sharedText("corpus/skills_index.jsonl");
  if (index === undefined) return;
  const root = inShared("corpus/skills");
  const env = { HOME: "/nowhere" };
  const list = await runBinary({ args: ["skills", "--root", root], env });
  assertEquals(list.stdout.trimEnd().split("\n").length - 1, index.trimEnd().split("\n").length);
  assertEquals(list.code, 0);
  const { code, stdout } = await runBinary({ args: ["skills", "--check", "--root", root], env });
  assertEquals(code, 1);
  assertStringIncludes(stdout, "1034 skills: ");
});
