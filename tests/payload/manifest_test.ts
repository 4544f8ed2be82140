import { assertEquals, assertStringIncludes } from "@std/assert";
import { dispatchSkill } from "../../src/payload/pick_skills.ts";
import { readManifest } from "../../src/payload/manifest.ts";
import { readTask } from "../../src/payload/task.ts";
import { fakeHost } from "../support/fake_host.ts";
import { LOOK_SKILL } from "./look_skill.ts";
import { verb } from "../support/verb.ts";

const manifestVerb = verb("agent manifest");

/** What stands in the list, what is said about it. */
const FLAWS: readonly [entry: string, message: string][] = [
  ["5", "Cannot use skills[0]: expected an object: got number"],
  [`{"path":"x"}`, `Cannot use skills[0] "": "name" must be one word: got null`],
  [`{"name":"a b","path":"x"}`, `Cannot use skills[0] "a b": "name" must be one word: got "a b"`],
  [`{"name":"a"}`, `Cannot use skills[0] "a": "path" must be a text: got undefined`],
  [`{"name":"a","path":"x","tier":-1}`, `"tier" must be a whole number: got -1`],
  [`{"name":"a","path":"x","token_budget":"8"}`, `"token_budget" must be a whole number: got "8"`],
  [`{"name":"a","path":"x","references":"y"}`, `"references" must be a list of texts: got string`],
  [`{"name":"a","path":"x","capabilities":[]}`, `"capabilities" must be an object: got list`],
  [
    `{"name":"a","path":"x","capabilities":{"dispatch_triggers":[1]}}`,
    `"capabilities.dispatch_triggers" must be a list of texts`,
  ],
  [`{"name":"ok","path":"y"}`, `skills[1] "ok": the name is there twice, the first counts`],
];
Deno.test("readManifest() names every flaw and keeps the good entries", () => {
  for (const [entry, message] of FLAWS) {
    const manifest = readManifest(`{"skills":[${entry},{"name":"ok","path":"x"}]}`, "/m.json");
    assertEquals([...manifest.byName.keys()].includes("ok"), true);
    assertStringIncludes(manifest.diagnostics.map((one) => one.message).join("\n"), message);
  }
  for (
    const [text, message] of [["{", "not valid JSON"], ["[]", "got list"], ["{}", "got undefined"]]
  ) {
    assertStringIncludes(readManifest(text!, "/m.json").diagnostics[0]!.message, message!);
  }
});

const SKILLS = readManifest(
  JSON.stringify({
    skills: [
      { name: "ct-test", path: "a", capabilities: { dispatch_triggers: ["test", "unit tests"] } },
      { name: "ct-doc", path: "b", capabilities: { dispatch_triggers: ["document", "write up"] } },
      { name: "ct-epic", path: "c", capabilities: { dispatch_triggers: ["epic"] } },
      { name: "ct-empty", path: "d", capabilities: { dispatch_triggers: ["", "-"] } },
    ],
  }),
  "/m.json",
);

/** A task, the skill. */
const TASKS: readonly [task: Record<string, unknown>, skill: string | undefined][] = [
  [{ labels: ["document"], type: "epic", title: "test" }, "ct-doc"],
  [{ labels: ["none"], type: "epic", title: "test" }, "ct-epic"],
  [{ title: "Run a test." }, "ct-test"],
  [{ title: "The latest contest" }, undefined],
  [{ title: "Testing, tests" }, undefined],
  [{ title: "Please write-up the results" }, "ct-doc"],
  [{ title: "write it up" }, undefined],
  [{ description: "some UNIT\nTESTS" }, "ct-test"],
  [{ labels: ["CT-DOC"] }, "ct-doc"],
  [{}, undefined],
];
Deno.test("dispatchSkill() asks labels, then type, then whole words", () => {
  for (const [fields, skill] of TASKS) {
    const task = readTask(fields);
    if ("problem" in task) throw new TypeError(task.problem);
    assertEquals(dispatchSkill(task, SKILLS)?.name, skill, JSON.stringify(fields));
  }
});

const FILES = {
  "/code/skills/a/SKILL.md":
    "---\nname: a\ndescription: >\n  Does a\n  and b\nversion: 1.2.0\n---\n{{TASK_ID}}\n",
  "/code/skills/a/references/r.md": "r",
  "/code/skills/a-first-use/SKILL.md": "whole {{TASK_ID}}",
  "/code/skills/b/SKILL.md": "# B\n",
};
Deno.test("manifestVerb() writes, checks and keeps what was written by hand", async () => {
  const host = fakeHost({ files: FILES });
  assertEquals((await manifestVerb(["--check"], host)).code, 1);
  assertStringIncludes((await manifestVerb(["--write"], host)).stdout, "2 skills");
  const made = JSON.parse(host.files["/code/skills/manifest.json"]!);
  assertEquals(made.skills[0], {
    name: "a",
    version: "1.2.0",
    description: "Does a and b",
    path: "skills/a",
    token_budget: 500,
    tier: 1,
    references: ["skills/a/SKILL.md", "skills/a/references/r.md"],
    capabilities: { inputs: ["TASK_ID"], outputs: [], dispatch_triggers: [] },
  });
  assertEquals((await manifestVerb(["--check"], host)).code, 0);
  made.skills[1].tier = 3;
  made.skills[1].capabilities.dispatch_triggers = ["b"];
  made.skills[1].owner = "ada";
  made.skills.push({ name: "gone", path: "skills/gone" });
  host.change("/code/skills/manifest.json", JSON.stringify(made));
  const drift = await manifestVerb(["--check"], host);
  assertEquals([drift.code, drift.stdout], [1, ""]);
  assertStringIncludes(drift.stderr, `Skill "gone" is listed and not there`);
  await manifestVerb(["--write"], host);
  const [, second, ...rest] = JSON.parse(host.files["/code/skills/manifest.json"]!).skills;
  assertEquals([second.tier, second.capabilities.dispatch_triggers, second.owner, rest], [
    3,
    ["b"],
    "ada",
    [],
  ]);
});

Deno.test("a manifest's description is one line without quotes, wherever it is written", async () => {
  for (const written of ["Does a", '"Does a"', ">\n  Does\n  a", "\n  Does\n  a", '\n  "Does a"']) {
    const text = `---\nname: a\ndescription: ${written}\n---\nbody\n`;
    const host = fakeHost({ files: { "/code/skills/a/SKILL.md": text } });
    const made = JSON.parse((await manifestVerb([], host)).stdout);
    assertEquals(made.skills[0].description, "Does a", written);
  }
});

/** What stands in a frontmatter, what the manifest has of it, what is said. */
const WORDS: readonly [frontmatter: string, entry: object, said: string][] = [
  ["triggers: [research, look into]", { dispatch_triggers: ["research", "look into"] }, ""],
  ["triggers: research, look into", { dispatch_triggers: ["research", "look into"] }, ""],
  ["triggers: {keywords: research}", { dispatch_triggers: ["research"] }, ""],
  ["triggers: {files: ['*.ts']}", { dispatch_triggers: ["by hand"] }, ""],
  ["tier: 0", { tier: 0 }, ""],
  ["tier: true", { tier: 5 }, "got boolean"],
  ["metadata: {triggers: a, tier: 3, token_budget: 70}", {
    tier: 3,
    token_budget: 70,
    dispatch_triggers: ["a"],
  }, ""],
  ["capabilities: {inputs: [A], outputs: [b], dispatch_triggers: [c]}", {
    inputs: ["A"],
    outputs: ["b"],
    dispatch_triggers: ["c"],
  }, ""],
  ["inputs: [{name: A}, {name: B}]", { inputs: ["A", "B"] }, ""],
  ["tier: critical", { tier: 5 }, `Skill "a": "tier" must be a whole number: got "critical"`],
  ["token_budget: [1]", { token_budget: 900 }, `"token_budget" must be a whole number: got list`],
  ["inputs: [1]", { inputs: [] }, `"inputs" must be a list of texts: got list`],
  ["outputs: 7", { outputs: [] }, `"outputs" must be a list of texts: got number`],
];
Deno.test("manifestVerb() carries what a skill says of itself, and keeps the rest", async () => {
  for (const [frontmatter, expected, said] of WORDS) {
    const files = {
      "/code/skills/a/SKILL.md": `---\nname: a\n${frontmatter}\n---\n{{X}}`,
      "/code/skills/manifest.json": JSON.stringify({
        skills: [{
          name: "a",
          path: "skills/a",
          tier: 5,
          token_budget: 900,
          capabilities: { inputs: ["KEPT"], outputs: ["kept"], dispatch_triggers: ["by hand"] },
        }],
      }),
    };
    const { stdout, stderr } = await manifestVerb([], fakeHost({ files }));
    const { capabilities, ...entry } = JSON.parse(stdout).skills[0];
    const shown = { ...entry, ...capabilities };
    const got = Object.fromEntries(Object.keys(expected).map((key) => [key, shown[key]]));
    assertEquals(got, expected, frontmatter);
    if (said === "") assertEquals(stderr, "", frontmatter);
    else assertStringIncludes(stderr, said);
  }
});

Deno.test("a manifest is out of date when a skill says something else, and keeps what lies elsewhere", async () => {
  const entry = (name: string, path: string) => ({ name, path });
  const files = {
    "/code/skills/look/SKILL.md": LOOK_SKILL,
    "/code/lib/other/SKILL.md": LOOK_SKILL.replace("look", "other"),
    "/code/skills/manifest.json": JSON.stringify({
      skills: [
        entry("look", "skills/look"),
        entry("other", "lib/other/SKILL.md"),
        entry("x", "lib/x"),
      ],
    }),
  };
  const host = fakeHost({ files });
  const { stderr } = await manifestVerb(["--check"], host);
  for (const key of ["tier", "token_budget", "capabilities.dispatch_triggers"]) {
    assertStringIncludes(stderr, `Skill "look": "${key}" is out of date`);
  }
  assertStringIncludes(stderr, `Skill "x" is listed and not there: its path "lib/x"`);
  assertEquals((await manifestVerb(["--write"], host)).code, 0);
  assertEquals((await manifestVerb(["--check"], host)).stderr, "");
  const { skills } = JSON.parse(host.files["/code/skills/manifest.json"]!);
  assertEquals(skills.map(({ name }: { name: string }) => name), ["look", "other"]);
  assertEquals([skills[1].path, skills[1].references], ["lib/other", ["lib/other/SKILL.md"]]);
});

Deno.test("manifestVerb() writes over nothing it cannot read", async () => {
  const host = fakeHost({ files: { ...FILES, "/code/skills/manifest.json": "{" } });
  const { code, stderr } = await manifestVerb(["--write"], host);
  assertEquals([code, host.files["/code/skills/manifest.json"]], [1, "{"]);
  assertStringIncludes(stderr, "correct it first");
  assertEquals((await manifestVerb([], fakeHost({}))).code, 1);
  assertEquals((await manifestVerb(["--write", "--check"], fakeHost({}))).code, 64);
});
