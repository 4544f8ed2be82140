import { assertEquals } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { readSkillHead } from "../../src/skill/parse_frontmatter.ts";
import { loadYaml } from "../../src/skill/yaml.ts";
import { fakeHost } from "../support/fake_host.ts";
import type { FakeFile } from "../support/fake_files.ts";

const parseYaml = await loadYaml();
const LONG = "x".repeat(400_000);

const ROWS: [
  about: string,
  file: string | FakeFile | undefined,
  name: unknown,
  diagnostics: string[],
][] = [
  ["a plain file", "---\nname: a\n---\n", "a", []],
  ["no frontmatter", "# Title\n", undefined, [
    '/SKILL.md:1: There is no frontmatter: the first line must be "---"',
  ]],
  ["a long body", `---\nname: a\n---\n${LONG}`, "a", []],
  ["no closing line", "---\nname: a\n", undefined, [
    '/SKILL.md:1: Cannot read frontmatter: the closing "---" line is missing, add it',
  ]],
  ["no end in sight", `---\nname: a\n${LONG}`, undefined, [
    '/SKILL.md:1: Cannot read frontmatter: no closing "---" line in its first 64 KB',
  ]],
  ["bytes that are no text", { bytes: new Uint8Array([0xff, 0xfe, 0x00, 0x80]) }, undefined, [
    '/SKILL.md:1: There is no frontmatter: the first line must be "---"',
  ]],
  ["no permission", { text: "---\nname: a\n---\n", unreadable: true }, undefined, [
    "/SKILL.md: Cannot read skill: EACCES",
  ]],
  ["nothing there", undefined, undefined, ["/SKILL.md: Cannot read skill: the file is gone"]],
];

for (const [about, file, name, expected] of ROWS) {
  Deno.test(`readSkillHead() copes with ${about}`, () => {
    const host = fakeHost({ files: file === undefined ? {} : { "/SKILL.md": file } });
    const stat = file === undefined ? undefined : host.stat("/SKILL.md");
    const { fields, diagnostics } = readSkillHead(
      host,
      "/SKILL.md",
      "instruction",
      stat,
      parseYaml,
    );
    assertEquals(fields?.name, name);
    assertEquals(diagnostics.map(formatDiagnostic), expected);
  });
}

Deno.test("readSkillHead() reads no more than the head of a huge file", () => {
  const host = fakeHost({ files: { "/SKILL.md": `---\nname: a\n---\n${LONG}` } });
  readSkillHead(host, "/SKILL.md", "instruction", host.stat("/SKILL.md"), parseYaml);
  assertEquals([host.calls.readText, host.calls.readBytes], [0, 1]);
});
