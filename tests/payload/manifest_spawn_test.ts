/** What a spawn makes of a manifest, of none, and of one that is stale; and one skill printed as a payload has it. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { dispatchSkill } from "../../src/payload/pick_skills.ts";
import { readManifest } from "../../src/payload/manifest.ts";
import { readTask, type Task } from "../../src/payload/task.ts";
import { fakeHost } from "../support/fake_host.ts";
import { LOOK_SKILL } from "./look_skill.ts";
import { verb } from "../support/verb.ts";

const spawnVerb = verb("agent spawn");

/** Arguments of a spawn, what the payload has, what is said. */
const FOUND: readonly [args: string, files: object, holds: string, said: string][] = [
  ["", {}, "### look", "makes one"],
  ["look", {}, "### look", ""],
  ["near", {}, "### look", `Cannot find skill "near" (there is no skill of this name)`],
  ["look", { path: "skills/gone" }, "### own", 'its path "skills/gone" in the manifest is stale'],
  ["own", { path: "skills/look" }, "### own", ""],
  ["", { path: "skills/look", inputs: ["TOPIC", "TASK_ID"] }, "### look", "needs the input TOPIC"],
];
Deno.test("a spawn heeds a manifest's entry or names it, and reads skills/ where there is none", async () => {
  for (const [names, entry, holds, said] of FOUND) {
    const { path, inputs } = entry as { path?: string; inputs?: string[] };
    const capabilities = { dispatch_triggers: ["research"], inputs };
    const manifest = { skills: [{ name: "look", path, capabilities }] };
    const host = fakeHost({
      env: { HOME: "/home/ada" },
      stdin: '{"id":"T1","title":"Research it"}',
      files: {
        "/code/skills/look/SKILL.md": LOOK_SKILL,
        "/home/ada/.claude/skills/own/SKILL.md": LOOK_SKILL.replace("look", "own"),
        "/code/.claude/skillhook.yaml": `subagents: {fallback-skill: ${holds.slice(4)}}`,
        ...path === undefined ? {} : { "/code/skills/manifest.json": JSON.stringify(manifest) },
      },
    });
    const { stdout, stderr, code } = await spawnVerb(["-", ...names === "" ? [] : [names]], host);
    assertEquals(code, 0, stderr);
    assertStringIncludes(stdout, holds);
    if (said === "") assertEquals(stderr, "", names);
    else assertStringIncludes(stderr, said);
  }
});

Deno.test("dispatchSkill() takes the lowest tier of those that fit", () => {
  const entry = (name: string, tier?: number) => {
    return { name, path: name, tier, capabilities: { dispatch_triggers: ["test"] } };
  };
  const skills = [entry("c", 3), entry("b"), entry("a", 1), entry("z", 2)];
  const manifest = readManifest(JSON.stringify({ skills }), "/m.json");
  assertEquals(dispatchSkill(readTask({ title: "test" }) as Task, manifest)?.name, "b");
});

Deno.test("skill load --strategy and spawn --print give one skill as a payload has it", async () => {
  const world = {
    env: { HOME: "/home/ada" },
    files: {
      "/code/skills/look/SKILL.md": `${LOOK_SKILL}${"A line.\n".repeat(80)}`,
      "/code/skills/look/references/r.md": "# R\n",
      "/code/.skillhook/tasks.json": '[{"id":"T1"}]',
    },
  };
  const load = verb("skill load");
  for (
    const [strategy, lines, note, reference] of [
      ["minimal", 49, true, false],
      ["standard", 80, false, false],
      ["comprehensive", 80, false, true],
    ] as const
  ) {
    const { stdout } = await load(["look", "--strategy", strategy], fakeHost(world));
    assertEquals(stdout.split("A line.").length - 1, lines);
    assertEquals(stdout.includes("more lines in SKILL.md]"), note);
    assertEquals(stdout.includes("#### references/r.md\n\n# R"), reference);
    assertStringIncludes(stdout, "### look\n\nSKILL_ROOT: /code/skills/look\n\n---\nname: look");
    const printed = await spawnVerb(["--print", "look", "--strategy", strategy], fakeHost(world));
    assertEquals(printed.stdout, stdout);
  }
  const ofTask = await spawnVerb(["T1", "--print", "look"], fakeHost(world));
  assertStringIncludes(ofTask.stdout, "For T1\n");
  const none = [await load(["x", "--strategy", "minimal"], fakeHost(world))];
  none.push(await spawnVerb(["--print", "x"], fakeHost(world)));
  assertEquals(none.map(({ code, stdout }) => [code, stdout]), [[1, ""], [6, ""]]);
  for (const { stderr } of none) {
    assertEquals(stderr, 'skillhook: Cannot use skill "x": there is no skill of this name\n');
  }
  const wrong = await spawnVerb(["T1", "--print", "look", "--json"], fakeHost(world));
  assertEquals([wrong.code, wrong.stdout], [64, ""]);
});
