/** `skillhook spawn` over the fake host; UPDATE_GOLDEN=1 writes the golden payloads anew: read the difference. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { estimateTokens } from "../../src/budget/estimate.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { projectAt } from "./world.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { verb } from "../support/verb.ts";

const spawnVerb = verb("agent spawn");

const FILES = projectAt("/code");
const COMMANDS: NonNullable<FakeWorld["commands"]> = [[/git status/, " M src/a.ts\n"]];
const UPDATE = Deno.env.get("UPDATE_GOLDEN") === "1";

function spawn(args: readonly string[], world: FakeWorld = {}) {
  const files = { ...FILES, ...world.files };
  return spawnVerb(
    args,
    fakeHost({ env: { HOME: "/home/ada" }, commands: COMMANDS, ...world, files }),
  );
}

for (const strategy of ["minimal", "standard", "comprehensive"]) {
  Deno.test(`spawnVerb() makes the golden payload of strategy ${strategy}`, async () => {
    const { stdout, code } = await spawn(["T2400", "--strategy", strategy]);
    assertEquals(code, 0);
    const path = inProject(`tests/payload/golden/${strategy}.txt`);
    if (UPDATE) Deno.writeTextFileSync(path, stdout);
    else assertEquals(stdout, Deno.readTextFileSync(path));
  });
}

Deno.test("spawnVerb() makes the golden bill of a dry run, and runs nothing", async () => {
  const host = fakeHost({ files: FILES, env: { HOME: "/home/ada" } });
  const args = [
    "T2400",
    "--strategy",
    "comprehensive",
    "--dry-run",
    "--set",
    "API_TOKEN=hush",
    "--set",
  ];
  const { stdout, code } = await spawnVerb([
    ...args,
    "NOTE=key ghp_0123456789abcdefghijABCDEFGHIJ012345",
  ], host);
  assertEquals([code, host.ran], [0, []]);
  const path = inProject("tests/payload/golden/bill.txt");
  if (UPDATE) Deno.writeTextFileSync(path, stdout);
  else assertEquals(stdout, Deno.readTextFileSync(path));
  assert(!stdout.includes("hush") && !stdout.includes("ghp_"));
});

Deno.test("spawnVerb() makes a payload without skills when nobody named one and there is no fallback", async () => {
  const host = fakeHost({ stdin: '{"id":"T1","title":"Say hello"}', env: { HOME: "/home/ada" } });
  const { stdout, stderr, code } = await spawnVerb(["-"], host);
  assertEquals([code, stdout.includes("Say hello")], [0, true]);
  assertStringIncludes(stderr, 'There is no fallback skill "ct-task-executor"');
  const named = await spawnVerb(["-", "none"], fakeHost({ stdin: '{"id":"T1"}' }));
  assertEquals([named.code, named.stdout], [6, ""]);
  const files = { "/code/skills/manifest.json": "{" };
  const flawed = await spawnVerb(["-"], fakeHost({ files, stdin: '{"id":"T1"}' }));
  assertEquals([flawed.code, flawed.stdout], [6, ""], "a manifest that cannot be read");
});

Deno.test("spawnVerb() lets no chain into the name of a file", async () => {
  const stdin = '{"id":"T1","title":"Say hello [CONTINUATION: /a, /b]"}';
  const { stdout } = await spawnVerb(["-"], fakeHost({ stdin }));
  assertStringIncludes(stdout, "_say-hello.md");
  assertEquals(/continuation/i.test(stdout.replace("continuation chains", "")), false);
});

/** Limit → state of each skill. */
const LIMITS: readonly [limit: number, states: readonly string[]][] = [
  [70_000, ["whole", "whole"]],
  [900, ["whole", "whole"]],
  [600, ["cut", "description only"]],
];
Deno.test("spawnVerb() lowers supporting skills first and cuts the primary one last", async () => {
  for (const [limit, states] of LIMITS) {
    const args = ["T2400", "--strategy", "comprehensive", "--limit", String(limit), "--json"];
    const { stdout, stderr, code } = await spawn(args);
    assertEquals(code, 0, stderr);
    const { parts, payload, tokens } = JSON.parse(stdout);
    const skills = parts.filter(({ kind }: { kind: string }) => kind === "skill");
    assertEquals(skills.map(({ state }: { state: string }) => state), states, String(limit));
    assertEquals(tokens, estimateTokens(payload));
    assert(tokens <= limit, `${tokens} of ${limit}`);
    assertStringIncludes(payload, "- Cite every source.");
  }
});

Deno.test("spawnVerb() fits every limit or ends with 10, the bill and nothing on standard output", async () => {
  let fitted = 0;
  for (let limit = 300; limit < 1_100; limit += 20) {
    const { stdout, stderr, code } = await spawn(["T2400", "--limit", String(limit)]);
    if (code === 0) {
      fitted++;
      assert(estimateTokens(stdout) <= limit, `${limit}`);
      assertStringIncludes(stdout, "## Subagent Protocol");
      assertStringIncludes(stdout, "- It is short");
    } else {
      assertEquals([code, stdout], [10, ""]);
      assertStringIncludes(stderr, `(limit: ${limit})`);
      assertStringIncludes(stderr, "ct-research-agent");
    }
  }
  assert(fitted > 20 && fitted < 40, `${fitted}`);
});

/** Arguments, standard input, exit code, parts of standard error. */
const ROWS: readonly [
  args: readonly string[],
  stdin: string,
  code: number,
  stderr: readonly string[],
][] = [
  [["T24000"], "", 4, [`Cannot find task "T24000"`, `did you mean "T2400"?`]],
  [["T1", "--tasks", "none.json"], "", 4, [
    `Cannot read the tasks "/code/none.json": no such file`,
  ]],
  [["T4"], "", 6, [`Cannot read the task "T4": "description" must be a text: got list`]],
  [["-"], "{", 6, ["Cannot read the task: it is not valid JSON"]],
  [["-"], "[]", 6, ["Cannot read the task: expected an object: got list"]],
  [["-"], `{"id":"T9","labels":5}`, 6, [`"labels" must be a list of strings`]],
  [["-"], `{"title":"x"}`, 6, ["Missing required tokens: TASK_ID (TI_TASK_ID)"]],
  [["-"], `{"id":"T9","values":{"DATE":"tomorrow"}}`, 6, [`DATE "tomorrow" does not match`]],
  [["T2400", "nobody"], "", 0, [`WARNING: Cannot find skill "nobody"`, `"ct-task-executor"`]],
  [["T2400", "../x"], "", 6, [`Cannot use skill "../x"`]],
  [["T2400", "ct-test-writer"], "", 0, [`WARNING: Cannot find skill "ct-test-writer"`]],
  [["T1"], "", 0, ["no trigger fits the task"]],
  [["T3"], "", 0, ["Took a continuation chain out of the task"]],
  [["T2400", "--protocol", "none.md"], "", 6, [`Cannot read the protocol "none.md": no such file`]],
  [["T2400", "--agent", "none.md"], "", 6, [`definition "none.md": no such file`]],
  [["T2400", "--limit", "100"], "", 10, ["Budget exceeded:", "(limit: 100)", "Strategy: minimal"]],
  [[], "", 64, ["Missing argument TASK"]],
  [["T2400", "--strategy", "big"], "", 64, [
    'must be one of minimal, standard, comprehensive: got "big"',
  ]],
  [["T2400", "--limit", "1e3"], "", 64, ["needs a whole number"]],
  [["-", "--tasks", "-"], "{}", 64, ["cannot be used with a task on standard input"]],
  [["T2400", "--set", "x"], "", 64, ["expected NAME=VALUE"]],
  [["T2400", "a", "b"], "", 64, ["Unexpected argument"]],
];
Deno.test("spawnVerb() keeps to its exit codes, with nothing on standard output but a payload", async () => {
  for (const [args, stdin, code, stderr] of ROWS) {
    const outcome = await spawn(args, { stdin });
    assertEquals(
      [outcome.code, outcome.stdout === ""],
      [code, code !== 0],
      `${args}: ${outcome.stderr}`,
    );
    for (const part of stderr) assertStringIncludes(outcome.stderr, part);
    assert(!outcome.stdout.includes("[CONTINUATION:"));
  }
});

Deno.test("spawnVerb() does not inject what the agent's definition preloads", async () => {
  const files = { "/code/agent.md": "---\nname: a\nskills: [plug:ct-task-executor]\n---\n" };
  const { stdout, stderr } = await spawn(["T2400", "--agent", "agent.md"], { files });
  assert(!stdout.includes("### ct-task-executor"));
  assertStringIncludes(stderr, `Skill "ct-task-executor" is not injected`);
});

Deno.test("spawnVerb() takes a protocol of one's own and any format", async () => {
  const files = { "/code/p.md": "# Ours\n\nFor {{TASK_ID}}, not run: !`date`\n" };
  const args = ["T2400", "--protocol", "p.md", "--output-format", "a table"];
  const { stdout, code } = await spawn(args, { files });
  assertEquals(code, 0);
  assert(stdout.startsWith("# Ours\n\nFor T2400, not run: !`date`\n\n## Skill Context\n"));
  assert(stdout.endsWith("## Output Requirements\n\nFormat: a table\n"));
});

Deno.test("spawnVerb() refuses a manifest whose path leaves its directory", async () => {
  const files = {
    "/code/skills/manifest.json": `{"skills":[{"name":"evil","path":"../other/evil"}]}`,
    "/other/evil/SKILL.md": "---\nname: evil\n---\nSECRET",
  };
  const { stdout, stderr, code } = await spawn(["T2400", "evil"], { files });
  assertEquals([stdout, code], ["", 6]);
  assertStringIncludes(stderr, `the manifest's path "../other/evil" leaves "/code"`);
});

Deno.test("spawnVerb() runs a command once, however often a depth is lowered", async () => {
  const files = {
    ...FILES,
    "/home/ada/.claude/skills/r/SKILL.md": "# R\n\n## Summary\n\n!`git status`\n\n## Rest\n\n" +
      "x ".repeat(4_000),
  };
  const host = fakeHost({ files, env: { HOME: "/home/ada" }, commands: COMMANDS });
  const args = ["T2400", "ct-task-executor,r", "--strategy", "comprehensive", "--limit", "900"];
  const { code, stderr } = await spawnVerb(args, host);
  assertEquals([code, host.ran.length], [0, 1], stderr);
});

Deno.test("spawnVerb() takes references only from the skill's own directory", async () => {
  const skill = "/home/ada/.claude/skills/l";
  const files = {
    [`${skill}/SKILL.md`]: "# L\n",
    [`${skill}/references`]: { link: "/secret" },
    "/secret/key.md": "SECRET",
    "/home/ada/.claude/skills/m/SKILL.md": "# M\n",
    "/home/ada/.claude/skills/m/references/a.md": { link: "/secret/key.md" },
    "/home/ada/.claude/skills/m/references/b.md": { link: "/home/ada/.claude/skills/m/SKILL.md" },
  };
  const { stdout, code } = await spawn(["T2400", "l,m", "--strategy", "comprehensive"], { files });
  assertEquals([code, stdout.includes("SECRET")], [0, false]);
  assertStringIncludes(stdout, "#### references/b.md");
});
