/**
 * The skills and the packaging we ship are data that an agent acts on, so their form is pinned here:
 * frontmatter, the protocol's wording, the files skills pass along, and manifests that agree.
 */
import { extract } from "@std/front-matter/yaml";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inProject } from "../.ci/tasks/project.ts";

/** Every shipped skill with its default exit. */
const DEFAULT_EXITS: Readonly<Record<string, readonly string[]>> = {
  "commit": [],
  "design": ["/handoff --commit", "/commit"],
  "handoff": ["/commit"],
  "orchestrate": ["/handoff --commit", "/commit"],
  "plan-adhoc": ["/handoff --commit", "/commit"],
  "plan-tdd": ["/handoff --commit", "/commit"],
};
const SKILLS = Object.keys(DEFAULT_EXITS);
/** Skills in two forms: a stub, and a companion that the loader brings (docs/skill-loading.md). */
const LOADED = ["run-retrospective", "status", "statusline"];
/** Any of them may stand before another one. */
const CHAINING = SKILLS;

/** The consumption protocol, to the letter. */
const PROTOCOL = [
  "## Continuation",
  "",
  "The very last action, when the work of this skill is done: if a `[CONTINUATION-PASSING]` context names",
  "the next call for this skill, make that call as it stands there. Without such a context, a",
  "`[CONTINUATION: /name arguments, …]` suffix of what was received names what follows: invoke its first",
  "entry by exactly that name (it may be `plugin:name`), with its own arguments and, behind them, a suffix",
  "of the entries that remain. A backslash in an entry is an escape: `skillhook next -` reads what was",
  "received and prints the call. If nothing follows, stop. No chain goes into the prompt of a subagent.",
  "",
].join("\n");

/** What a skill may name under `plans/`, and the files it may name at all. */
const PLAN_PATHS = ["plans/", "plans/<name>", "plans/<name>/", "plans/**"];
const FILES = [
  "plans/<name>/design.md",
  "plans/<name>/plan.md",
  "plans/<name>/progress.md",
  "session.md",
];

/** The sections of the session notes, in the order in which they stand. */
const SECTIONS = ["## Pending", "## In progress", "## Done", "## Notes"];

interface Frontmatter {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly "argument-hint"?: unknown;
  readonly "allowed-tools"?: unknown;
  readonly continuation?: unknown;
}

function read(path: string): string {
  return Deno.readTextFileSync(inProject(path));
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(read(path));
}

function readSkill(name: string): { text: string; attrs: Frontmatter } {
  const text = read(`skills/${name}/SKILL.md`);
  return { text, attrs: extract<Frontmatter>(text).attrs };
}

/** A chain skill's instructions, which the agent does not list. */
function readInstructions(name: string): string {
  return read(`skills/${name}/first-use.md`);
}

/** The text between a `## Title` line and the next heading of that level. */
function section(text: string, title: string): string {
  const rest = text.slice(text.indexOf(`\n## ${title}\n`) + 1);
  const end = rest.indexOf("\n## ", 1);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The second-level headings of the fenced block that begins with `first`. */
function headingsOfBlock(text: string, first: string): string[] {
  const block = text.slice(text.indexOf("```markdown\n" + first)).split("\n```")[0] ?? "";
  return block.split("\n").filter((line) => line.startsWith("## "));
}

function tools(attrs: Frontmatter): string[] {
  return String(attrs["allowed-tools"]).split(",").map((tool) => tool.trim());
}

Deno.test("skills/ holds exactly the skills we ship, and the reference", () => {
  const names = [...Deno.readDirSync(inProject("skills"))].map((entry) => entry.name).sort();
  const companions = LOADED.map((name) => `${name}-first-use`);
  assertEquals(names, [...SKILLS, ...LOADED, ...companions, "reference.md"].sort());
});

for (const name of LOADED) {
  Deno.test(`skills/${name} is a stub that loads its companion without a permission prompt`, () => {
    const { text, attrs } = readSkill(name);
    assert(text.split("\n").length <= 12);
    // No variable: the agent refuses a command in which a project's path with "$" stands.
    assertStringIncludes(text, `\n!\`skillhook load skillhook:${name}\`\n`);
    assertEquals(attrs.name, name);
    assert(tools(attrs).includes("Bash(skillhook load *)"));
  });

  Deno.test(`skills/${name}-first-use has the text and the output, and is not for people`, () => {
    const { text, attrs } = readSkill(`${name}-first-use`);
    assertStringIncludes(text, "\nuser-invocable: false\n");
    assertMatch(String(attrs.description), /Do not invoke directly\.$/);
    assert(tools(attrs).includes("Bash(skillhook report *)"));
    const report = name.replace("run-", "");
    const output = `<output name="${name}">\n!\`skillhook report ${report}\`\n</output>\n`;
    assert(text.endsWith(`\n</skill>\n\n${output}`), "the output block stands last");
    assertStringIncludes(text, `\n---\n\n<skill name="${name}">\n# `);
  });
}

for (const name of SKILLS) {
  Deno.test(`skills/${name} has the frontmatter that lets it take part in a chain`, () => {
    const { attrs } = readSkill(name);
    assertEquals(attrs.name, name);
    assertEquals(attrs.continuation, {
      "cooperative": true,
      "default-exit": DEFAULT_EXITS[name],
      ...name === "handoff" ? { "default-exit-when": "--commit" } : {},
    });
    assertEquals(typeof attrs["argument-hint"], "string");
    assertEquals(tools(attrs).includes("Skill"), CHAINING.includes(name));
  });

  Deno.test(`skills/${name} describes itself in the third person and says when to use it`, () => {
    const description = String(readSkill(name).attrs.description);
    assert(description.length < 300, `${description.length} characters`);
    assertMatch(description, /^[A-Z][a-z]+s /);
    assertMatch(description, /\. Use [^<>]+\.$/);
  });

  Deno.test(`skills/${name} has 50 to 140 lines of instructions and names only the files that skills share`, () => {
    const text = readInstructions(name);
    const lines = text.trimEnd().split("\n").length;
    assert(lines >= 50 && lines <= 140, `${lines} lines`);
    const plans = (text.match(/\bplans\/[\w<>/*.-]*/g) ?? []).map((path) =>
      path.replace(/\.$/, "")
    );
    const files = text.match(/[\w<>/*.-]*\.(?:md|ts|js|json|ya?ml|toml|txt|sh)\b/g) ?? [];
    const known = new Set([...FILES, ...PLAN_PATHS]);
    assertEquals([...plans, ...files].filter((path) => !known.has(path)), []);
  });

  Deno.test(`skills/${name} has no text the agent would replace or run, but its arguments`, () => {
    const text = readSkill(name).text + readInstructions(name);
    assertEquals(text.match(/\$[A-Za-z0-9{]+/g), ["$ARGUMENTS"]);
    assertEquals(/(?:^|\s)!`|^\s*```!/m.test(text), false);
  });

  Deno.test(`skills/${name} says at every use where its instructions are, without a hook, too`, () => {
    const { text, attrs } = readSkill(name);
    const body = text.slice(text.indexOf("\n# "));
    assertStringIncludes(
      body,
      "The instructions of this skill are in `first-use.md` in its folder.",
    );
    assertStringIncludes(body, "read that file before\ndoing anything else.");
    assert(tools(attrs).includes("Read"));
    assert(body.length < 1_600, `${body.length} characters at every use`);
    assert(
      readInstructions(name).startsWith(`<skill name="${name}">\n## What the arguments mean\n`),
    );
    assert(readInstructions(name).endsWith("\n</skill>\n"));
  });

  Deno.test(`skills/${name} says where its arguments are`, () => {
    const text = section(readSkill(name).text, "Arguments");
    const first = section(readSkill("design").text, "Arguments");
    const shared = first.trimEnd();
    assertStringIncludes(shared, "`Current:` line");
    assertStringIncludes(shared, "`[CONTINUATION-PASSING]` context");
    assertStringIncludes(shared, "without a `[CONTINUATION: …]` suffix at its end");
    assertEquals(text.slice(0, shared.length), shared);
    assertStringIncludes(
      read("docs/continuation-passing.md"),
      shared.slice(shared.indexOf("Received")),
    );
  });

  Deno.test(`skills/${name} names no tool of the agent's, and hands on what it was given`, () => {
    const { text } = readSkill(name);
    const body = text.slice(text.indexOf("\n---\n", 4)) + readInstructions(name);
    assertEquals(/\b(?:Skill|Task|Agent) tool\b|Skill\(|Task\(/.test(body), false);
  });

  Deno.test(`skills/${name} ends as the protocol says`, () => {
    const { text } = readSkill(name);
    assertEquals(text.split("## Continuation").length - 1, CHAINING.includes(name) ? 1 : 0);
    assertEquals(text.endsWith("\n" + PROTOCOL), CHAINING.includes(name));
  });
}

Deno.test("the session notes have one format in the skill, the reference and the guide", () => {
  const guide = read("docs/continuation-passing.md");
  assertEquals(headingsOfBlock(guide, "# Session notes"), SECTIONS);
  assertEquals(headingsOfBlock(readInstructions("handoff"), "# Session notes"), SECTIONS);
  const reference = read("skills/reference.md");
  assertEquals(reference.match(/## [A-Z][a-z ]+/g), SECTIONS);
});

Deno.test("skills/reference.md stays short and without placeholders", () => {
  const text = read("skills/reference.md");
  assert(text.split("\n").length <= 25);
  assertEquals(/\$|!`/.test(text), false);
});

Deno.test("docs/continuation-passing.md quotes the protocol and names every file skills share", () => {
  const guide = read("docs/continuation-passing.md");
  assertStringIncludes(guide, "```markdown\n" + PROTOCOL + "```\n");
  for (const file of FILES) assertStringIncludes(guide, `| \`${file}\``);
  for (let decision = 1; decision <= 7; decision++) {
    assertStringIncludes(guide, `\n| D-${decision} `);
  }
});

Deno.test("docs/continuation-passing.md links only to headings it has", () => {
  const guide = read("docs/continuation-passing.md");
  const anchors = [...guide.matchAll(/^#{2,3} (.+)$/gm)]
    .map(([, title = ""]) => title.toLowerCase().replace(/[^a-z0-9 -]/g, "").replaceAll(" ", "-"));
  const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
  assertEquals(links.filter((anchor) => !anchors.includes(anchor)), []);
});

Deno.test("the plugin's manifests agree with each other and with deno.json", () => {
  const plugin = readJson(".claude-plugin/plugin.json");
  const marketplace = readJson(".claude-plugin/marketplace.json");
  const [listed, ...others] = marketplace["plugins"] as Record<string, unknown>[];
  assertEquals(others, []);
  assertEquals(plugin["name"], "skillhook");
  assertEquals(plugin["version"], readJson("deno.json")["version"]);
  assertEquals(plugin["license"], "MIT");
  assertEquals(listed?.["name"], plugin["name"]);
  assertEquals(listed?.["source"], "./");
  assertEquals(listed?.["description"], plugin["description"]);
  assert(listed !== undefined && !("version" in listed), "the version has one home");
});

Deno.test("hooks.json runs the binary directly, with a timeout, for the file plugin.json names", () => {
  const path = String(readJson(".claude-plugin/plugin.json")["hooks"]);
  assertEquals(path, "./hooks.json");
  const events = readJson(path)["hooks"] as Record<string, { hooks: Record<string, unknown>[] }[]>;
  assert(Object.keys(events).includes("UserPromptSubmit"));
  for (const [event, groups] of Object.entries(events)) {
    for (const handler of groups.flatMap((group) => group.hooks)) {
      assertEquals(handler["type"], "command", event);
      assertEquals(handler["command"], "${CLAUDE_PLUGIN_ROOT}/bin/skillhook", event);
      assertEquals(handler["args"], ["hook"], event);
      assert(typeof handler["timeout"] === "number" && handler["timeout"] > 0, event);
    }
  }
});
