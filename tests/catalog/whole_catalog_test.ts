/** Discovery of all skills: sources, order, leniency. Design documents 001 (feature 2) and 002 (section 5). */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import type { IndexSource } from "../../src/skill/manifest.ts";
import { directoryOf } from "../../src/catalog/catalog_skill.ts";
import { loadWholeCatalog, readBody } from "../../src/catalog/whole_catalog.ts";
import { reachable, toIndex } from "../../src/index/listing.ts";
import { fakeHost } from "../support/fake_host.ts";
import type { FakeFile } from "../support/fake_files.ts";
import { verb } from "../support/verb.ts";

const activeVerb = verb("skill prompt");
const indexVerb = verb("skill index");
const skillsVerb = verb("skills");

const ENV = { HOME: "/h" };

function skill(name: string, more = "", body = `Body of ${name}`): string {
  return `---\nname: ${name}\nversion: 1.0.0\ndescription: About ${name}\n${more}---\n\n${body}\n`;
}

async function catalog(
  files: Record<string, string | FakeFile>,
  places: readonly { readonly source: IndexSource; readonly path: string }[] = [],
) {
  const host = fakeHost({ files: { "/p/.git/HEAD": "", ...files }, env: ENV });
  const kind = { plugin: undefined, pluginRoot: undefined, isAgents: false, hasFlat: true };
  const added = places.map((place) => (
    { ...place, ...kind, bounds: { depth: 16, directories: 1_000 } }
  ));
  const found = await loadWholeCatalog(host, { projectDir: "/p", added });
  const skills = found.skills.map((skill) => ({ ...skill, body: readBody(host, skill) }));
  return { ...found, skills, flaws: found.diagnostics.map(formatDiagnostic) };
}

const names = ({ skills }: { skills: readonly { invoke: string; source: string }[] }) =>
  skills.map(({ invoke, source }) => `${source} ${invoke}`);

const PLUGIN = {
  "/h/.claude/settings.json": '{"enabledPlugins":{"kit@shop":true}}',
  "/h/.claude/plugins/installed_plugins.json":
    '{"version":2,"plugins":{"kit@shop":[{"scope":"user","installPath":"/kit"}]}}',
  "/kit/skills/design/SKILL.md": skill("design"),
};

// TestScanDirDiscoversInstructionSkills, TestDiscoverIntegrationWithInstructionSkills
Deno.test("loadWholeCatalog() finds every source in order, with its directory", async () => {
  const found = await catalog({
    ...PLUGIN,
    "/in/now/SKILL.md": skill("now"),
    "/b/base/SKILL.md": skill("base"),
    "/m/remote/SKILL.md": skill("remote"),
    "/h/.claude/skills/mine/SKILL.md": skill("mine"),
    "/h/.claude/skills/flat.md": skill("flat"),
    "/h/.agents/skills/shared/SKILL.md": skill("shared"),
    "/p/.claude/skills/ours/SKILL.md": skill("ours"),
    "/p/.claude/skills/tool/SKILL.yaml": "name: tool\nversion: 2\ndescription: d\ntypes: [tool]\n",
    "/p/.claude/skills/README.md": "# No skill\n",
    "/p/.agents/skills/team/SKILL.md": skill("team"),
  }, [
    { source: "mcp", path: "/m" },
    { source: "builtin", path: "/b" },
    { source: "inline", path: "/in" },
  ]);
  assertEquals(names(found), [
    "inline now",
    "builtin base",
    "user mine",
    "user flat",
    "user shared",
    "project ours",
    "project tool",
    "project team",
    "plugin kit:design",
    "mcp remote",
  ]);
  assertEquals(found.flaws, []);
  assertEquals(found.skills.map(directoryOf).slice(2, 5), [
    "/h/.claude/skills/mine",
    "/h/.claude/skills",
    "/h/.agents/skills/shared",
  ]);
  assertEquals(found.skills.filter(({ agent }) => agent.listed).map(({ invoke }) => invoke), [
    "mine",
    "ours",
    "kit:design",
  ]);
});

// TestScanDirSkillYAMLTakesPrecedence
Deno.test("loadWholeCatalog() lets SKILL.yaml speak for the SKILL.md beside it", async () => {
  const { skills } = await catalog({
    "/p/.claude/skills/both/SKILL.yaml":
      "name: both\nversion: 2.0.0\ndescription: y\ntypes: [tool]\n",
    "/p/.claude/skills/both/SKILL.md": skill("both"),
  });
  assertEquals(skills.map(({ manifest, body, agent }) => [manifest.version, body, agent.listed]), [
    ["2.0.0", "", true],
  ]);
});

Deno.test("loadWholeCatalog() keeps every skill whatever is wrong with it, and says what", async () => {
  const { skills, flaws } = await catalog({
    "/p/.claude/skills/a/SKILL.md": "---\nname: a\ndescription: one: two\n---\nx",
    "/p/.claude/skills/b/SKILL.md": "no frontmatter",
    "/p/.claude/skills/c/SKILL.md": "---\nname: c\n",
    "/p/.claude/skills/d/SKILL.md": { text: "x", unreadable: true },
    "/p/.claude/skills/e/SKILL.md": "\uFEFF---\r\nname: e\r\n---\r\nbody\r\n",
    "/p/.claude/skills/f/SKILL.md": "---\nname: [x]\ndescription: d\n---\nx",
    "/p/.claude/skills/g/skill.md": skill("g"),
    "/p/.claude/skills/h/SKILL.md": "---\n- x\n---\nx",
  });
  assertEquals(skills.map(({ invoke }) => invoke), ["a", "b", "c", "d", "e", "f", "g", "h"]);
  assertEquals(skills[0]!.manifest.description, "one: two");
  assertEquals([skills[1]!.body, skills[4]!.body], ["no frontmatter", "body"]);
  const wanted = ["/a/", "/b/", "/c/", "/d/", "/f/", "/g/", "/h/"];
  for (const part of wanted) {
    assertEquals(flaws.filter((line) => line.includes(part)).length, 1, part);
  }
  assertEquals(flaws.length, wanted.length);
});

Deno.test("loadWholeCatalog() says who hides whom", async () => {
  const found = await catalog({
    ...PLUGIN,
    "/h/.claude/skills/a/SKILL.md": skill("a"),
    "/p/.claude/skills/a/SKILL.md": skill("a"),
    "/p/.claude/skills/a.md": skill("a"),
    "/p/.claude/skills/design/SKILL.md": skill("design"),
  });
  assertEquals(found.skills.map(({ path, shadowedBy }) => [path, shadowedBy]), [
    ["/h/.claude/skills/a/SKILL.md", undefined],
    ["/p/.claude/skills/a/SKILL.md", "/h/.claude/skills/a/SKILL.md"],
    ["/p/.claude/skills/design/SKILL.md", undefined],
    ["/p/.claude/skills/a.md", "/h/.claude/skills/a/SKILL.md"],
    ["/kit/skills/design/SKILL.md", undefined],
  ]);
});

Deno.test("loadWholeCatalog() gives a command to the agent first, then to the first skill that asks", async () => {
  const { skills, flaws } = await catalog({
    "/h/.claude/skills/ship.md": skill("ship", "trigger: /ship\n"),
    "/h/.claude/commands/team/go.md": "x",
    "/p/.claude/commands/fix.md": "x",
    "/p/.claude/skills/sprint/SKILL.md": skill("sprint", "trigger: /sprint\n"),
    "/p/.claude/skills/x.md": skill(
      "x",
      "triggers:\n  commands: [/ship, /compact, /fix, /sprint, /free, team:go, a b]\n",
    ),
  });
  const own = (invoke: string) => skills.find((skill) => skill.invoke === invoke)!.triggers;
  assertEquals(own("ship").commands, ["ship"]);
  assertEquals(own("sprint").commands, [], "the agent runs it itself");
  assertEquals(own("sprint").clashes, []);
  assertEquals(own("x").commands, ["free"]);
  assertEquals(own("x").clashes, [
    { command: "ship", holder: "/h/.claude/skills/ship.md" },
    { command: "compact", holder: "the agent's own command" },
    { command: "fix", holder: "/p/.claude/commands/fix.md" },
    { command: "sprint", holder: "/p/.claude/skills/sprint/SKILL.md" },
  ]);
  assertEquals(flaws.length, 6);
  assertStringIncludes(flaws[0]!, 'Trigger "/team:go" cannot be typed');
});

// TestRuntimeGetSkillIndexes, …Empty, …ReflectsSource
Deno.test("toIndex() lists every skill that its name reaches, with source and directory", async () => {
  assertEquals((await catalog({})).skills, []);
  const { skills } = await catalog({
    "/h/.claude/skills/a/SKILL.md": skill("a"),
    "/p/.claude/skills/a/SKILL.md": skill("a"),
    "/p/.claude/skills/off/SKILL.md": skill("off", "disable-model-invocation: true\n"),
  });
  assertEquals(reachable(skills).map(toIndex), [
    {
      name: "a",
      description: "About a",
      types: ["prompt"],
      triggers: {},
      source: "user",
      dir: "/h/.claude/skills/a",
    },
    {
      name: "off",
      description: "About off",
      types: ["prompt"],
      triggers: {},
      source: "project",
      dir: "/p/.claude/skills/off",
    },
  ]);
});

Deno.test("skillhook skills, index and active refuse what is no directory, no source, no skill", async () => {
  const host = () =>
    fakeHost({ files: { "/p/x": "text", "/p/.claude/skills/a.md": skill("a") }, cwd: "/p" });
  const facts: [typeof skillsVerb, string[], number, string][] = [
    [skillsVerb, ["--root", "none"], 64, 'Cannot use --root "none": no such directory'],
    [skillsVerb, ["--check", "--root", "x"], 64, '--root "x": it is not a directory'],
    [indexVerb, ["--add", "usr=/p"], 64, 'SOURCE=DIR, SOURCE "user": got "usr=/p"'],
    [indexVerb, ["--add", "/p"], 64, "SOURCE one of inline, builtin, user, project, plugin, mcp"],
    [indexVerb, ["--budget", "x"], 64, 'needs a whole number: got "x"'],
    [activeVerb, ["b"], 1, 'There is no skill "b": did you mean "a"?'],
  ];
  for (const [verb, args, code, message] of facts) {
    const outcome = await verb(args, host());
    assertEquals([outcome.code, outcome.stdout], [code, ""], message);
    assertStringIncludes(outcome.stderr, message);
  }
});

Deno.test("skillhook index and active print what there is", async () => {
  const files = {
    "/p/.claude/skills/a.md": skill("a", "trigger: /go\n"),
    "/p/.claude/skills/b/SKILL.md": skill("b"),
  };
  const host = () => fakeHost({ files, cwd: "/p" });
  const index = await indexVerb([], host());
  assertEquals(index.stdout, "- a: About a (/go, .claude/skills/a.md)\n- b: About b\n");
  const entries = JSON.parse((await indexVerb(["--json"], host())).stdout);
  assertEquals(entries.map((entry: object) => Object.keys(entry)), [
    ["name", "description", "types", "triggers", "source", "dir"],
    ["name", "description", "types", "triggers", "source", "dir"],
  ]);
  assertEquals(
    (await activeVerb(["a"], host())).stdout,
    "# Active Skills\n\n## a\n\n*About a*\n\nSKILL_ROOT: /p/.claude/skills\n\nBody of a\n",
  );
  assertEquals((await activeVerb(["--cwd", "/none"], host())).stdout, "");
  const table = (await skillsVerb([], host())).stdout.split("\n");
  assertEquals(table.map((line) => line.trim().split(/ {2,}/)), [
    ["SKILL", "SOURCE", "VERSION", "TRIGGER", "DIRECTORY", "REMARKS"],
    ["b", "project", "1.0.0", "-", "/p/.claude/skills/b"],
    ["a", "project", "1.0.0", "/go", "/p/.claude/skills"],
    [""],
  ]);
});
