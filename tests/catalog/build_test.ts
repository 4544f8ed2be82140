import { assertEquals, assertMatch } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { buildCatalog } from "../../src/catalog/catalog.ts";
import { registryOf } from "../../src/catalog/registry.ts";
import { fakeHost } from "../support/fake_host.ts";
import type { FakeFile } from "../support/fake_files.ts";

type Files = Record<string, string | FakeFile>;
const HOME = "/home/ada";
const PERSONAL = `${HOME}/.claude/skills`;
const PROJECT = "/code/.claude/skills";

function skill(name: string, exit = "[]", more = ""): string {
  return `---\nname: ${name}\n${more}continuation:\n  cooperative: true\n  default-exit: ${exit}\n---\n`;
}

/** A plugin that is installed and turned on. */
function plugin(name: string, root: string): Files {
  return {
    [`${HOME}/.claude/settings.json`]: JSON.stringify({ enabledPlugins: { [`${name}@m`]: true } }),
    [`${HOME}/.claude/plugins/installed_plugins.json`]: JSON.stringify({
      version: 2,
      plugins: { [`${name}@m`]: [{ scope: "user", installPath: root }] },
    }),
  };
}

async function build(files: Files, env: Record<string, string> = { HOME }, projectDir = "/code") {
  const catalog = await buildCatalog(fakeHost({ files, env }), { projectDir });
  const built = { ...catalog, registry: registryOf(catalog.skills) };
  const names = [...built.registry.entries()].map(([name]) => name).sort();
  return {
    built,
    bystanders: catalog.skills.filter(({ exit }) => exit === undefined),
    skills: names.filter((name) => !name.includes(":")).map((name) => {
      const { name: own, source } = built.registry.get(name)!;
      return `${own} ${source}`;
    }).sort(),
    names,
    qualified: names.filter((name) => name.includes(":")),
    diagnostics: built.diagnostics.map(formatDiagnostic),
  };
}

Deno.test("buildCatalog() describes a skill as the agent knows it", async () => {
  const { built } = await build({
    ...plugin("demo", "/plug"),
    "/plug/skills/deploy/SKILL.md": skill("deploy", '["/commit"]', "description: Ships it\n"),
    [`${PROJECT}/commit/SKILL.md`]: "---\ncontinuation:\n  cooperative: true\n---\n",
  });
  assertEquals(built.registry.get("demo:deploy"), {
    name: "deploy",
    cooperative: true,
    defaultExit: ["/commit"],
    source: "plugin",
    path: "/plug/skills/deploy/SKILL.md",
    invoke: "demo:deploy",
    plugin: "demo",
    description: "Ships it",
  });
  assertEquals(built.registry.get("commit"), {
    name: "commit",
    cooperative: true,
    defaultExit: [],
    source: "project",
    path: `${PROJECT}/commit/SKILL.md`,
    invoke: "commit",
    description: "",
  });
  for (const name of ["constructor", "__proto__", "demo:__proto__", "other:deploy", ""]) {
    assertEquals(built.registry.get(name), undefined);
  }
});

Deno.test("buildCatalog() lets a person's own skill beat the project's beat a plugin's, and names the hidden ones", async () => {
  const { skills, qualified, diagnostics } = await build({
    ...plugin("demo", "/plug"),
    [`${PERSONAL}/a/SKILL.md`]: skill("a"),
    [`${PROJECT}/a/SKILL.md`]: skill("a"),
    [`${PROJECT}/b/SKILL.md`]: skill("b"),
    "/plug/skills/a/SKILL.md": skill("a"),
    "/plug/skills/b/SKILL.md": skill("b"),
    "/plug/skills/c/SKILL.md": skill("c"),
  });
  assertEquals(skills, ["a user", "b project", "c plugin"]);
  assertEquals(qualified, ["demo:a", "demo:b", "demo:c"]);
  assertEquals(diagnostics, [
    `${PROJECT}/a/SKILL.md: Skill "a" is hidden: the user skill "${PERSONAL}/a/SKILL.md" comes first: ` +
    "rename one of them",
    `/plug/skills/a/SKILL.md: Skill "a" is hidden: the user skill "${PERSONAL}/a/SKILL.md" comes first: ` +
    'type "/demo:a" to reach this one',
    `/plug/skills/b/SKILL.md: Skill "b" is hidden: the project skill "${PROJECT}/b/SKILL.md" comes first: ` +
    'type "/demo:b" to reach this one',
  ]);
});

Deno.test("buildCatalog() gives the name to a stronger skill that takes no part, as the agent does", async () => {
  const { skills, qualified, diagnostics } = await build({
    ...plugin("demo", "/plug"),
    [`${PERSONAL}/a/SKILL.md`]: "---\nname: a\n---\n",
    "/plug/skills/a/SKILL.md": skill("a"),
  });
  assertEquals([skills, qualified], [[], ["demo:a"]]);
  assertMatch(diagnostics[0]!, /which takes no part in chains, comes first: type "\/demo:a"/);
});

Deno.test("buildCatalog() says nothing of one file met twice", async () => {
  const linked = await build({
    [`${PROJECT}/a/SKILL.md`]: skill("a"),
    [`${PROJECT}/b`]: { link: `${PROJECT}/a` },
  });
  // The agent knows it by both folders.
  assertEquals(linked.names, ["a", "b"]);
  assertEquals(linked.diagnostics, []);
  const home = await build({ [`${PERSONAL}/a/SKILL.md`]: skill("a") }, { HOME }, HOME);
  assertEquals([home.skills, home.diagnostics], [["a user"], []]);
});

const DECLARATIONS: [
  about: string,
  yaml: string,
  exit: string[] | undefined,
  diagnostic: RegExp | undefined,
][] = [
  ["a list", 'cooperative: true, default-exit: ["/a --b", /c]', ["/a --b", "/c"], undefined],
  ["one text", "cooperative: true, default-exit: /commit", ["/commit"], undefined],
  ["no default exit", "cooperative: true", [], undefined],
  ["null", "cooperative: true, default-exit: null", [], undefined],
  [
    "a bad entry",
    'cooperative: true, default-exit: [/a, commit, 5, "/", "/ b"]',
    ["/a"],
    /got "commit"/,
  ],
  ["a mapping", "cooperative: true, default-exit: {a: b}", [], /got object/],
  ["false", "cooperative: false", undefined, undefined],
  ["no word on it", "default-exit: [/a]", undefined, undefined],
  ["the text true", 'cooperative: "true"', [], undefined],
  ["the word yes", "cooperative: yes", [], undefined],
  ["the word off", "cooperative: off", undefined, undefined],
  [
    "another word",
    "cooperative: maybe",
    undefined,
    /"cooperative: true" to take part: got "maybe"/,
  ],
  ["an underscore", "cooperative: true, default_exit: [/a]", [], /spelled "default-exit"/],
  [
    "a condition of two words",
    "cooperative: true, default-exit: [/a], default-exit-when: --x y",
    ["/a"],
    /one word such as "--commit": got "--x y"/,
  ],
];

for (const [about, yaml, exit, diagnostic] of DECLARATIONS) {
  Deno.test(`buildCatalog() reads a declaration with ${about}`, async () => {
    const { built, bystanders, diagnostics } = await build({
      [`${PROJECT}/s/SKILL.md`]: `---\ncontinuation: { ${yaml} }\n---\n`,
    });
    assertEquals(built.registry.get("s")?.defaultExit, exit);
    assertEquals(bystanders.length, exit === undefined ? 1 : 0);
    if (diagnostic === undefined) assertEquals(diagnostics, []);
    else assertMatch(diagnostics[0]!, diagnostic);
  });
}

/** The folder's name leads to a skill whatever it calls itself; a name that can be typed does too. */
const NAMES: [yaml: string, alias: string | undefined][] = [
  ["name: other", "other"],
  ["name: 123", "123"],
  ["name: true", "true"],
  ["name: ' padded '", "padded"],
  ["name: ''", undefined],
  ["name:", undefined],
  ["name: [a]", undefined],
  ["name: __proto__", "__proto__"],
  ["name: größe_1.b", "größe_1.b"],
  ["name: two words", undefined],
  ["name: a/b", undefined],
  ["name: 'a,b'", undefined],
  ["name: 'a]'", undefined],
  ["name: 'p:a'", undefined],
  ['name: "a\\u200bb"', undefined],
  ["name: init", undefined],
];

for (const [yaml, alias] of NAMES) {
  Deno.test(`buildCatalog() takes ${JSON.stringify(yaml)} for ${alias ?? "no name"}`, async () => {
    const { names } = await build({
      [`${PROJECT}/dir/SKILL.md`]: `---\n${yaml}\ncontinuation: {cooperative: true}\n---\n`,
    });
    const expected = alias === undefined ? ["dir"] : ["dir", alias];
    assertEquals(names.filter((name) => !name.includes(":")), expected.sort());
  });
}

Deno.test("buildCatalog() leaves a skill out of chains whose folder cannot be typed", async () => {
  const { skills, diagnostics } = await build({ [`${PROJECT}/two words/SKILL.md`]: skill("two") });
  assertEquals(skills, []);
  assertMatch(diagnostics[0]!, /its name cannot be typed after a slash: "two words"/);
});

Deno.test("buildCatalog() cuts a description to one line", async () => {
  const { built } = await build({
    [`${PROJECT}/a/SKILL.md`]: skill("a", "[]", "description: |\n  One\n\n  two\tthree\n"),
    [`${PROJECT}/b/SKILL.md`]: skill("b", "[]", `description: ${"word ".repeat(200)}\n`),
    [`${PROJECT}/c/SKILL.md`]: skill("c", "[]", `description: ${"😀".repeat(300)}\n`),
  });
  const [a, b, c] = ["a", "b", "c"].map((name) => built.registry.get(name));
  assertEquals(a?.description, "One two three");
  assertEquals([b!.description.length <= 240, b!.description.endsWith(" word…")], [true, true]);
  assertEquals([c!.description.length <= 240, c!.description.isWellFormed()], [true, true]);
});

Deno.test("buildCatalog() goes without personal skills where there is no home, and moves with CLAUDE_CONFIG_DIR", async () => {
  const files = { [`${PERSONAL}/a/SKILL.md`]: skill("a"), "/cfg/skills/b/SKILL.md": skill("b") };
  assertEquals((await build(files, {})).skills, []);
  assertEquals((await build(files, { HOME, CLAUDE_CONFIG_DIR: "/cfg" })).skills, ["b user"]);
});

Deno.test("buildCatalog() carries on past every kind of flaw and names each", async () => {
  const { skills, diagnostics } = await build({
    [`${HOME}/.claude/settings.json`]: "{ not json",
    [`${HOME}/.claude/plugins/installed_plugins.json`]: "[]",
    [`${PROJECT}/broken/SKILL.md`]: "---\ncontinuation: [oops\n---\n",
    [`${PROJECT}/closed/SKILL.md`]: { text: skill("closed"), unreadable: true },
    [`${PROJECT}/good/SKILL.md`]: skill("good"),
    [`${PROJECT}/open/SKILL.md`]: "---\nname: open\n",
  });
  assertEquals(skills, ["good project"]);
  assertEquals(diagnostics.map((line) => line.split(": ")[0]), [
    `${HOME}/.claude/settings.json:1:3`,
    `${HOME}/.claude/plugins/installed_plugins.json`,
    `${PROJECT}/broken/SKILL.md:2:15`,
    `${PROJECT}/broken/SKILL.md`,
    `${PROJECT}/closed/SKILL.md`,
    `${PROJECT}/open/SKILL.md:1`,
  ]);
});

Deno.test("buildCatalog() leaves out a default exit whose name the transport could not carry", async () => {
  const skill = "/p/.claude/skills/a/SKILL.md";
  const exits = `["/x]", "/a,b", "/ok now", "/kit:go", "/k:", "/"]`;
  const text = `---\nname: a\ncontinuation:\n  cooperative: true\n  default-exit: ${exits}\n---\n`;
  const { skills, diagnostics } = await buildCatalog(fakeHost({ files: { [skill]: text } }), {
    projectDir: "/p",
  });
  const registry = registryOf(skills);
  assertEquals(registry.get("a")?.defaultExit, ["/ok now", "/kit:go"]);
  assertEquals(diagnostics.length, 4);
});
