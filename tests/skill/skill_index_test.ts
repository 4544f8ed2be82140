/** Design document 001, feature 1. */
import { assertEquals } from "@std/assert";
import { type SkillIndex, skillIndex } from "../../src/skill/manifest.ts";
import { isWrittenIn, languageNamed } from "../../src/skill/languages.ts";
import { sharedCases } from "../support/shared.ts";

const MANIFEST = {
  name: "commit",
  version: "1.2.3",
  description: "Commits",
  types: ["prompt", "tool"],
  triggers: { files: ["*.ts"], languages: ["go"], commands: ["/commit"] },
};

// TestSkillIndexFromManifest, TestSkillIndexFromManifestPreservesAllFields
Deno.test("skillIndex() takes name, description, types and triggers, never version or text", () => {
  assertEquals(skillIndex(MANIFEST, "user", "/d"), {
    name: "commit",
    description: "Commits",
    types: ["prompt", "tool"],
    triggers: { files: ["*.ts"], languages: ["go"], commands: ["/commit"] },
    source: "user",
    dir: "/d",
  });
});

// TestSkillIndexTypesCopyIsolation
Deno.test("skillIndex() copies every list, in both directions", () => {
  const manifest = structuredClone(MANIFEST);
  const index = skillIndex(manifest, "user", "/d");
  manifest.types.push("late");
  manifest.triggers.files.push("late");
  assertEquals(index, skillIndex(MANIFEST, "user", "/d"));
  (index.types as string[]).push("own");
  (index.triggers.languages as string[]).push("own");
  assertEquals(manifest.triggers.languages, ["go"]);
  assertEquals(manifest.types, ["prompt", "tool", "late"]);
});

for (const row of sharedCases("instruction_skill.json")?.index_cases ?? []) {
  Deno.test(`skillIndex() meets shared case ${row.id}`, () => {
    const index: SkillIndex = skillIndex(row.manifest, row.source, row.dir);
    for (const [key, value] of Object.entries(row.expected)) {
      assertEquals(index[key as keyof SkillIndex], value as never);
    }
  });
}

Deno.test("isWrittenIn() goes by the ending or the name", () => {
  const facts: [string, string, boolean][] = [
    ["typescript", "a/b.tsx", true],
    ["TS", "a/b.ts", true],
    ["ts", "a/b.js", false],
    ["python", "x.py", true],
    ["py", "py", false],
    ["c", "x.h", true],
    ["c++", "x.h", true],
    ["docker", "deploy/Dockerfile", true],
    ["makefile", "C:\\x\\Makefile", true],
    ["go", ".go", true],
    ["go", "go", false],
  ];
  for (const [word, path, expected] of facts) {
    assertEquals(isWrittenIn(languageNamed(word) ?? "", path), expected, `${word} ${path}`);
  }
  for (const word of ["", "constructor", "__proto__", "prose"]) {
    assertEquals(languageNamed(word), undefined);
  }
});
