import { assert, assertEquals, assertMatch } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { discoverSkills, MAX_DEPTH, MAX_DIRECTORIES } from "../../src/catalog/discover.ts";
import { fakeHost } from "../support/fake_host.ts";
import type { FakeFile } from "../support/fake_files.ts";

function discover(files: Record<string, string | FakeFile>, root = "/r") {
  const { skills, directories, diagnostics } = discoverSkills(fakeHost({ files }), root);
  return {
    skills: skills.map(({ path }) => path),
    names: skills.map(({ directory }) => directory),
    directories: directories.map(({ path }) => path),
    diagnostics: diagnostics.map(formatDiagnostic),
  };
}

Deno.test("discoverSkills() finds skills at every level, parents first, siblings by name", () => {
  const found = discover({
    "/r/b/SKILL.md": "",
    "/r/a/SKILL.md": "",
    "/r/a/deep/er/SKILL.md": "",
    "/r/SKILL.md": "",
    "/r/c/skill.md": "",
    "/r/c/README.md": "",
  });
  assertEquals(found.skills, [
    "/r/SKILL.md",
    "/r/a/SKILL.md",
    "/r/a/deep/er/SKILL.md",
    "/r/b/SKILL.md",
  ]);
  assertEquals(found.names, ["r", "a", "er", "b"]);
  assertEquals(found.directories, ["/r", "/r/a", "/r/a/deep", "/r/a/deep/er", "/r/b", "/r/c"]);
  assertEquals(found.diagnostics, []);
});

Deno.test("discoverSkills() finds nothing, and says nothing, where there is no root", () => {
  assertEquals(discover({}), { skills: [], names: [], directories: ["/r"], diagnostics: [] });
});

Deno.test("discoverSkills() leaves out node_modules and .git", () => {
  const files = {
    "/r/a/node_modules/x/SKILL.md": "",
    "/r/.git/x/SKILL.md": "",
    "/r/.b/SKILL.md": "",
  };
  assertEquals(discover(files).skills, ["/r/.b/SKILL.md"]);
});

Deno.test("discoverSkills() says so when the root is a file", () => {
  assertMatch(discover({ "/r": "text" }).diagnostics[0]!, /^\/r: Cannot look for skills: /);
});

Deno.test("discoverSkills() follows links to directories and files", () => {
  const found = discover({
    "/elsewhere/one/SKILL.md": "",
    "/r/link": { link: "/elsewhere" },
    "/r/two/SKILL.md": { link: "/elsewhere/one/SKILL.md" },
    "/r/dead": { link: "/nowhere" },
    "/r/three/SKILL.md": { link: "/nowhere" },
  });
  assertEquals(found.skills, ["/r/link/one/SKILL.md", "/r/two/SKILL.md"]);
  assertEquals(found.diagnostics, ["/r/three/SKILL.md: Cannot read skill: the link leads nowhere"]);
});

Deno.test("discoverSkills() survives link loops and names them", () => {
  const found = discover({
    "/r/a/SKILL.md": "",
    "/r/a/up": { link: ".." },
    "/r/a/self": { link: "." },
    "/r/b/x": { link: "/r/c" },
    "/r/c/y": { link: "/r/b" },
    "/r/c/SKILL.md": "",
    "/r/round": { link: "/r/round" },
  });
  assertEquals(found.skills.includes("/r/a/SKILL.md"), true);
  assertEquals(found.skills.includes("/r/c/SKILL.md"), true);
  assert(found.directories.length < 20, `${found.directories.length} directories`);
  assertEquals(
    found.diagnostics.filter((line) => line.includes("a directory it lies in")).length >= 2,
    true,
  );
});

Deno.test("discoverSkills() goes on past a directory it may not read", () => {
  const found = discover({
    "/r/a": { directory: true, unreadable: true },
    "/r/b/SKILL.md": "",
  });
  assertEquals(found.skills, ["/r/b/SKILL.md"]);
  assertEquals(found.diagnostics, ["/r/a: Cannot look for skills: EACCES"]);
});

Deno.test("discoverSkills() stops at its depth and says so", () => {
  const levels = (count: number) =>
    Array.from({ length: count }, (_, level) => `d${level}`).join("/");
  const found = discover({
    [`/r/${levels(MAX_DEPTH)}/SKILL.md`]: "",
    [`/r/${levels(MAX_DEPTH + 1)}/SKILL.md`]: "",
  });
  assertEquals(found.skills, [`/r/${levels(MAX_DEPTH)}/SKILL.md`]);
  assertEquals(found.diagnostics, [
    "/r: Looked for skills only 6 levels deep: 1 deeper directory was left out",
  ]);
});

Deno.test("discoverSkills() stops after its number of directories and says so", () => {
  const files = Object.fromEntries(
    Array.from(
      { length: MAX_DIRECTORIES },
      (_, index) => [`/r/s${String(index).padStart(4, "0")}/SKILL.md`, ""],
    ),
  );
  const found = discover(files);
  assertEquals(found.skills.length, MAX_DIRECTORIES - 1);
  assertEquals(found.diagnostics, [
    '/r: Stopped looking for skills after 2000 directories: "/r/s1999" and later ones were left out',
  ]);
});

Deno.test("discoverSkills() takes a directory of 5,000 files in its stride", () => {
  const files: Record<string, string> = { "/r/a/SKILL.md": "" };
  for (let index = 0; index < 5_000; index++) files[`/r/a/file${index}.txt`] = "";
  assertEquals(discover(files).skills, ["/r/a/SKILL.md"]);
});

Deno.test("discoverSkills() tells manifests, misspelled files and Markdown files in a directory of skills", () => {
  const files = {
    "/r/a/SKILL.yaml": "",
    "/r/a/SKILL.md": "",
    "/r/b/skill.md": "",
    "/r/flat.md": "",
    "/r/b/other.md": "",
    "/r/b/.claude/skills/deep.md": "",
    "/r/linked.md": { link: "/r/flat.md" },
    "/r/notes.txt": "",
  };
  const { skills, manifests, misspelled, flat } = discoverSkills(fakeHost({ files }), "/r");
  const paths = [skills, manifests, misspelled, flat].map((list) => list.map(({ path }) => path));
  assertEquals(paths, [
    ["/r/a/SKILL.md"],
    ["/r/a/SKILL.yaml"],
    ["/r/b/skill.md"],
    ["/r/flat.md", "/r/linked.md", "/r/b/.claude/skills/deep.md"],
  ]);
});

Deno.test("discoverSkills() goes as far as it is told", () => {
  const files = { "/r/a/SKILL.md": "", "/r/a/b/SKILL.md": "" };
  const { skills, diagnostics } = discoverSkills(fakeHost({ files }), "/r", {
    depth: 1,
    directories: 9,
  });
  assertEquals([skills.length, diagnostics.length], [1, 1]);
});
