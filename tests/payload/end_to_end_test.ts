/** A spawn from a real plan, by the built program on a real disk: two skills, references and a command. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld } from "../support/world.ts";
import { PROJECT } from "./world.ts";

const RESEARCH = "skills/ct-research-agent/SKILL.md";

Deno.test("skillhook spawn makes a payload from a real plan", async () => {
  const project = {
    ...PROJECT,
    [RESEARCH]: PROJECT[RESEARCH]!.replace("git status --short", "echo a b"),
  };
  await withWorld({ project }, async ({ project: cwd, env }) => {
    const run = (...args: string[]) => runBinary({ args, cwd, env });
    const refused = await run("spawn", "T2400", "--strategy", "comprehensive");
    assertStringIncludes(refused.stdout, "[Not run: !`echo a b`");
    assertStringIncludes(refused.stderr, "No output of !`echo a b`: not allowed");
    assertEquals((await run("allow", RESEARCH, "--yes")).code, 0);
    const { stdout, stderr, code } = await run("spawn", "T2400", "--strategy", "comprehensive");
    assertEquals([code, stderr], [0, ""]);
    const order = [
      "## Subagent Protocol",
      "## Skill Context",
      "### ct-research-agent (v1.0.0)",
      "Background: the spec (see more)",
      "<skill-output>\na b\n</skill-output>",
      "#### references/api.md",
      "#### references/deep/more.md",
      "- scripts/search.sh",
      "### ct-task-executor (v2.1.0)",
      'Work on "Research: how skills load".',
      "#### references/steps.md",
      "## Task",
      "- It is short",
      "## Output Requirements",
    ];
    const places = order.map((text) => stdout.indexOf(text));
    assert(!places.includes(-1), order[places.indexOf(-1)]);
    assertEquals(places, places.toSorted((a, b) => a - b));
    const bill = await run("spawn", "T2400", "--strategy", "comprehensive", "--dry-run", "--json");
    const { parts, commands, limit } = JSON.parse(bill.stdout);
    assertEquals([commands, limit], [[
      "!`echo a b` (counted as 51200 bytes, the most it may print)",
    ], 70_000]);
    assertEquals(parts.map(({ name }: { name: string }) => name), [
      "protocol",
      "ct-research-agent",
      "references/api.md",
      "references/deep/more.md",
      "@docs/spec.md",
      "@more.md",
      "ct-task-executor",
      "references/steps.md",
      "task",
      "output requirements",
    ]);
  });
});

Deno.test("skillhook spawn reads tasks and a task from standard input", async () => {
  await withWorld({ project: PROJECT }, async ({ project: cwd, env }) => {
    const tasks = await runBinary({
      args: ["spawn", "T9", "--tasks", "-"],
      stdin: `{"T9":{"title":"Look into it"}}`,
      cwd,
      env,
    });
    assertStringIncludes(tasks.stdout, "### ct-research-agent (v1.0.0)");
    const one = await runBinary({
      args: ["spawn", "-"],
      stdin: `{"id":"T8","labels":["simple"]}`,
      cwd,
      env,
    });
    assertEquals(one.code, 0);
    assertStringIncludes(one.stdout, "**T8**");
    const none = await runBinary({ args: ["spawn", "T7"], cwd, env });
    assertEquals([none.code, none.stdout], [4, ""]);
  });
});
