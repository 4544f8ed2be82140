/** The strict reading of skills, and the places of errors. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import type { SkillForm } from "../../src/skill/frontmatter.ts";
import { parseSkill } from "../../src/skill/instruction_skill.ts";
import { loadYaml } from "../../src/skill/yaml.ts";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const inspectVerb = verb("skill inspect");

const parseYaml = await loadYaml();

function parse(text: string, form?: SkillForm) {
  const { errors, ...skill } = parseSkill(text, "f", form, parseYaml);
  return { ...skill, errors: errors.map(formatDiagnostic) };
}

const FULL = `---
name: react-best-practices
version: 1.0.0
description: React conventions
triggers:
  files: ["*.tsx", "*.jsx"]
  languages: [typescript, javascript]
---

## Instructions

Use them.
`;
const HEAD = "---\nname: a\nversion: 1.0.0\ndescription: d\n";

// TestParseInstructionSkill
Deno.test("parseSkill() takes manifest fields from the frontmatter and the prompt from the body", () => {
  const { manifest, body, errors, form } = parse(FULL);
  assertEquals(errors, []);
  assertEquals(form, "instruction");
  assertEquals(manifest, {
    name: "react-best-practices",
    version: "1.0.0",
    description: "React conventions",
    types: ["prompt"],
    triggers: { files: ["*.tsx", "*.jsx"], languages: ["typescript", "javascript"] },
  });
  assertEquals(body, "## Instructions\n\nUse them.");
});

// TestParseInstructionSkillMinimal, …TypesDefaultToPrompt
Deno.test("parseSkill() needs no body and no types", () => {
  const { manifest, body, errors } = parse(`${HEAD}---\n`);
  assertEquals([manifest.types, body, errors], [["prompt"], "", []]);
});

/** Text → every error with its place. */
const WRONG: readonly [name: string, text: string, errors: readonly string[], form?: SkillForm][] =
  [
    // TestParseInstructionSkillInvalidFrontmatter
    ["every missing field", "---\nlicense: MIT\n---\n", [
      "f:1:1: name is required",
      "f:1:1: version is required",
      "f:1:1: description is required",
    ]],
    ["empty frontmatter", "---\n---\nx", [
      "f:1:1: name is required",
      "f:1:1: version is required",
      "f:1:1: description is required",
    ]],
    ["empty and null values", "---\nname: ''\nversion: ~\ndescription: d\n---\n", [
      "f:2:1: name is required",
      "f:3:1: version is required",
    ]],
    // TestParseInstructionSkillNoFrontmatter
    ["no frontmatter", "# Text\n", [
      'f:1:1: Cannot read frontmatter: missing frontmatter delimiter: the first line must be "---"',
    ]],
    ["an empty file", "", [
      'f:1:1: Cannot read frontmatter: missing frontmatter delimiter: the first line must be "---"',
    ]],
    ["frontmatter that never ends", HEAD, [
      'f:1:1: Cannot read frontmatter: unclosed frontmatter: missing closing frontmatter delimiter "---"',
    ]],
    ["a list for frontmatter", "---\n- a\n---\n", [
      'f:2:1: Cannot read frontmatter: it must be a mapping of "key: value" lines: got a list',
    ]],
    // TestParseInstructionSkillRejectsNonPromptTypes
    ["another type", `${HEAD}types: [prompt, tool]\n---\n`, [
      'f:5:1: type "tool" is not allowed: instruction skills are prompt-only',
    ]],
    ["a name in capitals", "---\nversion: 1\ndescription: d\nname: My Skill\n---\n", [
      "f:4:1: name must be lower-case words of letters and digits joined by single hyphens, " +
      'the first character a letter: got "My Skill"',
    ]],
    ["a long name", `---\nname: ${"a".repeat(65)}\nversion: 1\ndescription: d\n---\n`, [
      "f:2:1: name must be at most 64 characters: it has 65",
    ]],
    ["a field of another type", `---\nname: [a]\nversion: 1\ndescription: d\n---\n`, [
      'f:2:1: "name" must be text: got a list',
    ]],
    ["triggers of another type", `${HEAD}triggers:\n  files: 3\n---\n`, [
      'f:5:1: "triggers.files" must be a list of texts: got a number',
    ]],
    ["a manifest without a name", "version: 1\ndescription: d\ntypes: [tool]\n", [
      "f:1:1: name is required",
    ], "manifest"],
    ["a flat skill with a bad name", "---\nname: A B\n---\n", [
      "f:2:1: name must be lower-case words of letters and digits joined by single hyphens, " +
      'the first character a letter: got "A B"',
    ], "flat"],
  ];
for (const [name, text, errors, form] of WRONG) {
  Deno.test(`parseSkill() names ${name}`, () => assertEquals(parse(text, form).errors, errors));
}

Deno.test("parseSkill() shows beside its errors what discovery would read", () => {
  const broken = parse("---\nname: a\ndescription: Use when: b\ntrigger: /a\n---\nText\n");
  assertEquals([broken.errors.length, broken.form, broken.body], [1, "flat", "Text"]);
  assertEquals(broken.manifest, {
    name: "a",
    version: "",
    description: "Use when: b",
    types: ["prompt"],
    triggers: { commands: ["/a"] },
  });
  const plain = parse("\ufeff\n# Text\n");
  assertEquals([plain.errors.length, plain.body, plain.manifest.name], [1, "# Text", ""]);
});

Deno.test("parseSkill() says where YAML breaks", () => {
  const [error = ""] = parse("---\nname: a\ndescription: b: c\n---\n").errors;
  assertStringIncludes(error, "f:3:");
  assertStringIncludes(error, "Cannot parse frontmatter: ");
});

for (
  const name of ["a", "a1", "a-b", "a-1", "abc-def-9", "a".repeat(64)]
) {
  Deno.test(`parseSkill() accepts the name ${name.slice(0, 12)}`, () => {
    assertEquals(parse(`---\nname: ${name}\nversion: 1\ndescription: d\n---\n`).errors, []);
  });
}
for (const name of ["1a", "-a", "a-", "a--b", "a_b", "a.b", "ä"]) {
  Deno.test(`parseSkill() refuses the name ${name}`, () => {
    assertEquals(parse(`---\nname: "${name}"\nversion: 1\ndescription: d\n---\n`).errors.length, 1);
  });
}

/** Frontmatter lines → manifest field. */
const VALUES: readonly [line: string, field: "version" | "description", value: string][] = [
  ["version: 1.0 # stable", "version", "1.0"],
  ["version: 1.10", "version", "1.10"],
  ['version: "1.0"', "version", "1.0"],
  ["version: 2026-01-02", "version", "2026-01-02"],
  ["description: 007", "description", "007"],
  ["description: true", "description", "true"],
  ["description: ' --- '", "description", "---"],
  ["description: |\n  one\n  ---\n  two", "description", "one\n---\ntwo"],
  ["description: >\n  one\n  two", "description", "one two"],
];
for (const [line, field, value] of VALUES) {
  Deno.test(`parseSkill() reads ${JSON.stringify(line)}`, () => {
    assertEquals(parse(`---\nname: a\n${line}\n---\nx`).manifest[field], value);
  });
}

Deno.test("parseSkill() takes BOM, CRLF and rules in the body as they come", () => {
  const text = `\uFEFF${HEAD}---\nx\n\n---\n\ny\n`.replaceAll("\n", "\r\n");
  const { errors, body } = parse(text);
  assertEquals([errors, body], [[], "x\r\n\r\n---\r\n\r\ny"]);
});

Deno.test("parseSkill() takes a text with the key trigger for a flat skill, which needs nothing", () => {
  const { form, manifest, errors } = parse("---\ntrigger: /commit\n---\nx");
  assertEquals([form, manifest.triggers, errors], ["flat", { commands: ["/commit"] }, []]);
});

Deno.test("parseSkill() joins trigger and triggers.commands, and splits texts at commas outside of braces", () => {
  const { manifest } = parse(
    `${HEAD}trigger: /a\ntriggers:\n  commands: [/b, /a]\n  files: "*.{ts,tsx}, src/**"\n---\n`,
  );
  assertEquals(manifest.triggers, { files: ["*.{ts,tsx}", "src/**"], commands: ["/a", "/b"] });
});

Deno.test("inspectVerb() prints JSON and ends with 1 when a rule is broken", async () => {
  const host = fakeHost({ stdin: "---\nname: a\n---\nx" });
  const { code, stdout, stderr } = await inspectVerb(["--json", "-"], host);
  const { name, body, errors } = JSON.parse(stdout);
  assertEquals([code, name, body], [1, "a", "x"]);
  const missing = { code: "field-missing", severity: "error", line: 1, column: 1 };
  assertEquals(errors, [
    { ...missing, message: "version is required" },
    { ...missing, message: "description is required" },
  ]);
  assertEquals(
    stderr,
    "skillhook: -:1:1: version is required\n" +
      "skillhook: -:1:1: description is required\n",
  );
});

Deno.test("inspectVerb() goes by the file's place", async () => {
  const files = {
    "/w/.claude/skills/x.md": "---\ndescription: d\n---\n",
    "/w/x.md": "---\ndescription: d\n---\n",
    "/w/SKILL.yaml": "name: a\nversion: 1\ndescription: d\n",
  };
  const ask = async (path: string) => (await inspectVerb([path], fakeHost({ files, cwd: "/w" })));
  assertEquals((await ask("/w/.claude/skills/x.md")).code, 0);
  assertEquals((await ask(".claude/skills/x.md")).code, 0);
  assertEquals((await ask("/w/x.md")).code, 1);
  assertStringIncludes((await ask("SKILL.yaml")).stdout, "form:               manifest");
  assertEquals(
    (await ask("/w/none.md")).stderr,
    'skillhook: Cannot read "/w/none.md": no such file: correct the path\n',
  );
});
