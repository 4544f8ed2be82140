/** Scenario tests of users' own: the example in docs/, and how a difference is said. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inProject } from "../../.ci/tasks/project.ts";
import { runBinary } from "../support/binary.ts";
import { withWorld, type World } from "../support/world.ts";

const EXAMPLE = inProject("docs/example-plugin/scenarios");

async function test(world: World, ...args: string[]) {
  return await runBinary({ args: ["play", "--test", ...args], env: world.env, cwd: world.project });
}

Deno.test({
  name: "the example plugin's scenarios pass, all of them and one alone",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withWorld({}, async (world) => {
      const all = await test(world, EXAMPLE);
      assertEquals([all.code, all.stderr], [0, ""], all.stdout);
      const names = ["guard", "skill", "stop"].map((name) => `ok      ${EXAMPLE}/${name}.json\n`);
      assertEquals(all.stdout, `${names.join("")}3 passed, 0 failed\n`);
      const one = await test(world, `${EXAMPLE}/stop.json`);
      assertEquals([one.code, one.stdout.endsWith("1 passed, 0 failed\n")], [0, true]);
    });
  },
});

const HOOK = { type: "command", command: 'echo \'{"systemMessage":"seen"}\'' };
const BASE = {
  prompt: "go",
  hooks: { UserPromptSubmit: [{ hooks: [HOOK] }] },
  turns: [{ tools: [{ name: "Do", input: {} }] }, { text: "Done." }],
  tools: [{ name: "Do", output: "did it" }],
};

/** What a scenario expects, and what is said of it. */
const ROWS: readonly (readonly [change: Record<string, unknown>, said: RegExp])[] = [
  [{ expect: { result: "Finished." } }, /result:\n +--- expected\n.*-Finished\.\n.*\+Done\./s],
  [{ expect: { hooks: ["UserPromptSubmit", "Stop"] } }, /hooks:\n.*- "Stop"/s],
  [{ expect: { denied: [] } }, /denied:\n.*\+ "Do"/s],
  [{ expect: { subtype: "error_max_turns" } }, /subtype:\n.*\+success/s],
  [{ expect: { contains: ["go", "never said"] } }, /the model was never shown "never said"/],
  [{ expect: { lacks: "haven't granted" } }, /the model was shown "haven't granted"/],
  [{ turns: [{ text: "A." }, { text: "B." }] }, /1 turn of the script not asked for/],
  [{ turns: [] }, /The script is empty, and one more is asked for/],
  [{ turns: [{ text: "A.", expect: { contains: "x y z" } }] }, /the model was not shown "x y z"/],
  [{ turns: [{ says: "A." }] }, /Cannot play it: Turn 1: expected no field "says"/],
  [{ promt: "go" }, /Cannot play it: expected no field "promt": did you mean "prompt"/],
  [{ tools: [{ name: "a b", output: "" }] }, /Tool 1: expected "name" to be letters/],
  [{ prompt: undefined }, /Cannot play it: expected a "prompt"/],
  [{ "disallowed-tools": "Do(" }, /"disallowed-tools" to be rules such as Bash/],
  [{ settings: "nowhere.json" }, /nowhere\.json: Cannot read hooks: no such file/],
  [{ expect: { hook: [] } }, /"expect" to be no field "hook"/],
];

Deno.test("a scenario that differs says what, and the rest is still played", async () => {
  for (const [at, [change, said]] of ROWS.entries()) {
    const project = {
      "s/a.json": JSON.stringify({ ...BASE, ...change }),
      "s/b.json": JSON.stringify({ ...BASE, expect: { hooks: ["UserPromptSubmit"] } }),
      "s/notes.txt": "no scenario",
    };
    await withWorld({ project }, async (world) => {
      const { code, stdout } = await test(world, "s");
      assertEquals(code, 1, `row ${at}`);
      assertMatch(stdout, /^DIFFERS s\/a\.json\n/);
      assertMatch(stdout, said);
      assertMatch(stdout, /\nok {6}s\/b\.json\n1 passed, 1 failed\n$/);
    });
  }
});

Deno.test("what is no directory of scenarios is said", async () => {
  await withWorld({ project: { "e/x.txt": "", "broken.json": "{" } }, async (world) => {
    const rows: readonly (readonly [args: string[], code: number, said: string])[] = [
      [["nowhere"], 1, 'Cannot play scenarios of "nowhere": no such file or directory'],
      [["e"], 1, 'Cannot play scenarios of "e": there is no *.json in it'],
      [["broken.json"], 1, 'Cannot read "broken.json": it is not valid JSON'],
      [["e", "prompt"], 64, "A scenario has its own prompt"],
      [["e", "--disallowed-tools", "Do("], 64, '"--disallowed-tools" needs rules such as Bash'],
      [["e", "--script", "x"], 64, "Only one of --script, --test can be given"],
    ];
    for (const [args, code, said] of rows) {
      const answer = await test(world, ...args);
      assertEquals(answer.code, code, args.join(" "));
      assertStringIncludes(answer.stderr, said);
    }
  });
});

Deno.test("a scenario whose hooks are not approved differs", async () => {
  const project = { ".claude/s/a.json": JSON.stringify(BASE) };
  await withWorld({ project }, async (world) => {
    const { code, stdout } = await test(world, ".claude/s");
    assertEquals(code, 1);
    assertStringIncludes(stdout, "did not run, because the file is not approved");
  });
});

Deno.test("a scenario's hooks are the only ones, and else those that are configured count", async () => {
  const settings = { hooks: { Stop: [{ hooks: [HOOK] }] } };
  const { hooks: _, ...plain } = BASE;
  const project = {
    "own.json": JSON.stringify({ ...BASE, expect: { hooks: ["UserPromptSubmit"] } }),
    "plain.json": JSON.stringify({ ...plain, expect: { hooks: ["Stop"] } }),
    "settings.json": JSON.stringify({ hooks: { SessionEnd: [{ hooks: [HOOK] }] } }),
    "named.json": JSON.stringify({
      ...{ ...plain, settings: "settings.json" },
      expect: { hooks: ["SessionEnd:other"] },
    }),
  };
  const home = { ".claude/settings.json": JSON.stringify(settings) };
  await withWorld({ project, home }, async (world) => {
    for (const name of ["own", "plain", "named"]) {
      const { code, stdout } = await test(world, `${name}.json`);
      assertEquals(code, 0, stdout);
    }
  });
});
