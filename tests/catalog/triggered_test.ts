/** Triggers in the registry's snapshot: what a prompt and a touched file are answered from. */
import { assertEquals } from "@std/assert";
import { loadCatalog } from "../../src/catalog/load.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";

const TMP = { directory: true, mode: 0o1777, owner: 0 } as const;
const S = "/p/.claude/skills";

function world(files: Readonly<Record<string, string>>): FakeHost {
  const host = fakeHost({ files: { "/tmp": TMP, ...files }, env: { HOME: "/h" } });
  host.advance(10_000);
  return host;
}

async function load(host: FakeHost) {
  const { skills, record, diagnostics } = await loadCatalog(host, { projectDir: "/p" });
  const short = skills.flatMap(({ invoke, agent, triggers: { commands, files, languages } }) => {
    const words = [...commands, ...files, ...languages];
    return words.length === 0
      ? []
      : [[invoke, agent.listed ? "listed" : "unlisted", ...words].join(" ")];
  });
  const hasUnlisted = skills.some(({ agent }) => !agent.listed);
  return { short, hasUnlisted, cache: record.cache, flaws: diagnostics.length };
}

const text = (name: string, more: string) => `---\nname: ${name}\ndescription: d\n${more}---\nx\n`;

Deno.test("loadCatalog() keeps triggers of every form, cold and from the snapshot", async () => {
  const host = world({
    [`${S}/one/SKILL.md`]: text(
      "one",
      "triggers: {files: ['*.a', '!b'], languages: [ts, klingon]}\n",
    ),
    [`${S}/two.md`]: text("two", "trigger: /deux\n"),
    [`${S}/README.md`]: "# Skills\n",
    [`${S}/three/SKILL.yaml`]: "name: three\nversion: 1\ntriggers: {files: ['*.c']}\n",
    "/p/.agents/skills/four/SKILL.md": text("four", "trigger: /vier\n"),
    "/h/.claude/skills/five/SKILL.md": text("five", ""),
  });
  const cold = await load(host);
  assertEquals(cold.cache, "miss");
  assertEquals(cold.short, [
    "one listed *.a typescript",
    "three unlisted *.c",
    "two unlisted deux",
    "four unlisted vier",
  ]);
  assertEquals([cold.flaws, cold.hasUnlisted], [2, true]);
  assertEquals(await load(host), { ...cold, cache: "hit" });
});

Deno.test("loadCatalog() notices an edit of a flat skill, of a README and of a command file's directory", async () => {
  const host = world({
    [`${S}/two.md`]: text("two", "trigger: /deux\n"),
    [`${S}/README.md`]: "# Skills\n",
    "/p/.claude/commands/x.md": "x",
  });
  assertEquals((await load(host)).short, ["two unlisted deux"]);
  host.change(`${S}/two.md`, text("two", "trigger: /zwei\n"));
  host.advance(10_000);
  assertEquals((await load(host)).short, ["two unlisted zwei"]);
  host.change(`${S}/README.md`, text("readme", "trigger: /read\n"));
  host.advance(10_000);
  assertEquals((await load(host)).short, ["readme unlisted read", "two unlisted zwei"]);
  host.writeText("/p/.claude/commands/read.md", "x");
  host.advance(10_000);
  const { short, cache, flaws } = await load(host);
  assertEquals([short, cache, flaws], [["two unlisted zwei"], "miss", 1]);
});

Deno.test("loadCatalog() gives triggers only to skills that their name reaches", async () => {
  const host = world({
    "/h/.claude/skills/a/SKILL.md": text("a", ""),
    [`${S}/a/SKILL.md`]: text("a", "trigger: /go\n"),
    [`${S}/a.md`]: text("a", "trigger: /go\n"),
    [`${S}/both/SKILL.md`]: text("both", "trigger: /md\n"),
    [`${S}/both/SKILL.yaml`]: "name: both\nversion: 1\ntrigger: /yaml\n",
  });
  assertEquals((await load(host)).short, ["both listed yaml"]);
});

Deno.test("loadCatalog() looks at no command file where no skill asks for a command", async () => {
  const host = world({ [`${S}/a/SKILL.md`]: text("a", ""), "/p/.claude/commands/x.md": "x" });
  const { hasUnlisted, short } = await load(host);
  assertEquals([hasUnlisted, short], [false, []]);
  assertEquals(host.log.filter((line) => line.includes("commands")), []);
});
