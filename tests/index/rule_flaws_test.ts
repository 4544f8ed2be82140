/** What is lenient is said: the skill stays, a word stands beside it. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const activeVerb = verb("skill prompt");
const indexVerb = verb("skill index");
const skillsVerb = verb("skills");

const S = "/p/.claude/skills";

function host() {
  return fakeHost({
    cwd: "/p",
    files: {
      [`${S}/a/SKILL.md`]: "---\nname: a\ndescription: d\n---\nA",
      [`${S}/b/SKILL.md`]: `---\nname: b\nversion: 1.0\ndescription: ${"x".repeat(1025)}\n---\nB`,
      [`${S}/c/SKILL.md`]: "---\nname: c\nversion: 1.0\ndescription: d\ntypes: [tool]\n---\nC",
      [`${S}/d/SKILL.yaml`]: "name: d\nversion: 1.0\ndescription: d\ntypes: [tool]\n",
      [`${S}/e.md`]: "---\ntrigger: /e\n---\nE",
    },
  });
}

Deno.test("skillsVerb() lists what breaks a rule, with a word about it", async () => {
  const { stdout, stderr, code } = await skillsVerb(["--json"], host());
  const rows: { name: string; diagnostics: string[] }[] = JSON.parse(stdout);
  assertEquals([code, rows.map(({ name, diagnostics }) => [name, diagnostics])], [0, [
    ["a", ["version is missing"]],
    ["b", ["The description has 1025 characters: at most 1024"]],
    ["c", ['Type "tool" is not allowed: instruction skills are prompt-only']],
    ["d", []],
    ["e", []],
  ]]);
  assertEquals(stderr.trimEnd().split("\n").length, 2);
});

Deno.test("activeVerb() names what is no prompt", async () => {
  const { stdout, stderr } = await activeVerb([], host());
  assertEquals(stdout.includes("## c"), false);
  assertStringIncludes(stderr, `${S}/c/SKILL.md: Left out: its types hold no "prompt"`);
});

Deno.test("indexVerb() says what its list cannot", async () => {
  for (const args of [["--budget", "1"], ["--budget", "30", "--json"]]) {
    assertStringIncludes(
      (await indexVerb(args, host())).stderr,
      "Skills left out to stay within --budget",
    );
  }
  assertEquals((await indexVerb(["--budget", "30"], host())).stderr, "");
});

Deno.test("activeVerb() pays headings from the budget too", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `${S}/s${index}/SKILL.md`,
      `---\nname: s${index}\ndescription: ${"d".repeat(150)}\n---\n${"text ".repeat(20)}`,
    ]),
  );
  for (const total of [200, 400, 900]) {
    const { stdout } = await activeVerb(
      ["--budget", String(total)],
      fakeHost({ cwd: "/p", files }),
    );
    const tokens = Math.ceil(stdout.trimEnd().length / 4);
    assertEquals([tokens <= total, stdout.includes("left out")], [true, true], String(total));
  }
});
