/** The circle by the built program: a subagent asks, the line that comes is run as it stands, and brings it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { shellQuote } from "../../src/base/fitted_text.ts";
import { builtBinary, runBinary } from "../support/binary.ts";
import { withWorld, type World } from "../support/world.ts";

const SKILL = "---\nname: find-out\ndescription: Finds things out.\n---\n\nCite every source.\n";
const PROJECT = {
  ".claude/skills/find-out/SKILL.md": SKILL,
  ".claude/skills/base/SKILL.md": SKILL.replaceAll("find-out", "base").replace("Cite", "Trust"),
  "docs/b's.md": "Its text, with @c.md\n",
  "docs/c.md": "C\n",
  ".skillhook/tasks.json": JSON.stringify([{ id: "T7", title: "Look", skills: ["base"] }]),
};
const ASKS = "Stopped.\nneed skill: find-out\n";

async function afterAgent(world: World, answer: string, prompt: string): Promise<string> {
  const { project: cwd, env } = world;
  const stdin = JSON.stringify({
    hook_event_name: "PostToolUse",
    session_id: "s1",
    cwd,
    tool_name: "Agent",
    tool_input: { description: "it's a look", prompt, subagent_type: "Explore" },
    tool_response: { status: "completed", content: [{ type: "text", text: answer }] },
  });
  const { stdout, code } = await runBinary({ args: ["hook"], cwd, env, stdin });
  assertEquals(code, 0);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** Runs a line of ours in a shell, with the program under test as `skillhook`. */
async function inShell(line: string, { project: cwd, env }: World): Promise<string> {
  const script = `skillhook() { ${shellQuote(await builtBinary())} "$@"; }\n${line}`;
  const run = await new Deno.Command("/bin/sh", { args: ["-c", script], cwd, env }).output();
  assertEquals(run.code, 0, new TextDecoder().decode(run.stderr));
  return new TextDecoder().decode(run.stdout);
}

/** The prompt, the answer, and what the next payload has in it. */
const ROWS: readonly [prompt: string, answer: string, holds: readonly string[]][] = [
  ['It\'s "one"\nand %s two', ASKS, ["Cite every source.", 'It\'s "one"\nand %s two']],
  ["x".repeat(2_000), ASKS, ["Cite every source.", "<the same prompt>"]],
  ["a", `${ASKS}@docs/c.md\n`, ["Cite every source.", "## docs/c.md\n\nC\n"]],
  ["a", "@docs/c.md", ["## docs/c.md\n\nC\n"]],
  ["## Task\n\n**T7: Look**\n", ASKS, [
    "Trust every source.",
    "Cite every source.",
    "**T7: Look**",
  ]],
  ["## Task\n\n**T7**\n", `${ASKS}(@docs/c.md)`, ["Trust every source.", "Cite every", "C\n"]],
];
Deno.test({
  name: "the call that the hook names is run as it stands, and brings what was asked for",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const [prompt, answer, holds] of ROWS) {
      await withWorld({ project: PROJECT }, async (world) => {
        const line = await afterAgent(world, answer, prompt);
        assertEquals(line.split("\n").length, 1);
        const payload = await inShell(line.split("The next call that brings it: ")[1]!, world);
        for (const text of holds) assertStringIncludes(payload, text);
      });
    }
  },
});

Deno.test("the same wish is brought twice, and the third time only named; another one counts anew", async () => {
  await withWorld({ project: PROJECT }, async (world) => {
    for (const isBrought of [true, true, false, false]) {
      const line = await afterAgent(world, ASKS, "a");
      assertEquals(line.includes("The next call"), isBrought);
      assertEquals(line.includes("for the third time"), !isBrought);
    }
    assert((await afterAgent(world, "@docs/c.md", "a")).includes("The next call"));
  });
});

Deno.test("spawn --needs and --include bring skills and files, and say what they cannot", async () => {
  await withWorld({ project: PROJECT }, async ({ project: cwd, env }) => {
    const run = (args: string[], stdin = "") =>
      runBinary({ args: ["agent", "spawn", ...args], cwd, env, stdin });
    const needs = await run(["T7", "--needs", "-"], `${ASKS}@docs/none.md {{TOPIC}}`);
    assertEquals(needs.code, 0);
    assertStringIncludes(needs.stdout, "Trust every source.");
    assertStringIncludes(needs.stdout, "Cite every source.");
    assertStringIncludes(needs.stderr, 'Cannot include "@docs/none.md"');
    assertStringIncludes(needs.stderr, "--set TOPIC=…");
    const included = await run(["T7", "--include", "docs/b's.md", "--dry-run", "--json"]);
    const names = JSON.parse(included.stdout).parts.map(({ name }: { name: string }) => name);
    assertEquals(names, ["protocol", "base", "docs/b's.md", "task", "output requirements"]);
    const whole = await run(["T7", "--include", "docs/b's.md"]);
    assertStringIncludes(whole.stdout, "## docs/b's.md\n\nIts text, with C");
    const absent = await run(["T7", "--include", "docs/none.md"]);
    assertEquals([absent.code, absent.stdout], [6, ""]);
    const twice = await run(["-", "--needs", "-"], "{}");
    assertEquals([twice.code, twice.stdout], [64, ""]);
  });
});
