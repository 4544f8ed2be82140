/** Skills that ask for what a task already says, in the words of the tracker they were written for. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { KNOWN_VALUES } from "../../src/payload/known_values.ts";
import { runBinary } from "../support/binary.ts";
import { fakeHost } from "../support/fake_host.ts";
import { sharedText } from "../support/shared.ts";
import { verb } from "../support/verb.ts";
import { withWorld } from "../support/world.ts";

const spawnVerb = verb("agent spawn");
const resolveVerb = verb("agent resolve");

const TASK = {
  id: "T7",
  title: "Fix the clock",
  description: "Make it tick.",
  labels: ["time", "bug"],
  parent: "E1",
  session: "S3",
  deliverables: ["clock.ts", "a test"],
  depends: ["T5"],
  acceptance: ["It ticks"],
};
const CONFIG = `subagents:
  commands:
    TASK_SHOW_CMD: tracker show
    TASK_COMPLETE_CMD: tracker done
`;

/** A name, and what stands for it: of the whole task, of a task that has but an identifier. */
const ROWS: readonly [name: string, whole: string, bare: string][] = [
  ["TASK_NAME", "Fix the clock", ""],
  ["TASK_INSTRUCTIONS", "Make it tick.", "{{TASK_INSTRUCTIONS}}"],
  ["TOPICS_JSON", '["time","bug"]', "[]"],
  ["EPIC_ID", "E1", ""],
  ["SESSION_ID", "S3", "env-session"],
  ["DELIVERABLES_LIST", "clock.ts, a test", "{{DELIVERABLES_LIST}}"],
  ["DEPENDS_LIST", "T5", ""],
  ["ACCEPTANCE_CRITERIA", "- It ticks", ""],
  ["TASK_SHOW_CMD", "tracker show", "tracker show"],
  ["TASK_START_CMD", "{{TASK_START_CMD}}", "{{TASK_START_CMD}}"],
];

Deno.test("spawnVerb() fills in what the task and the settings say, and leaves the rest with a warning", async () => {
  const body = ROWS.map(([name]) => `<${name}:{{${name}}}>`).join("\n");
  const files = {
    "/code/.claude/skills/x/SKILL.md": `---\nname: x\ndescription: d\n---\n${body}\n`,
    "/code/.claude/skillhook.yaml": CONFIG,
  };
  for (const [column, task] of [[1, TASK], [2, { id: "T7" }]] as const) {
    const host = fakeHost({
      files,
      stdin: JSON.stringify(task),
      env: { CLAUDE_CODE_SESSION_ID: "env-session" },
    });
    const { stdout, stderr, code } = await spawnVerb(["-", "x", "--set", "TOPIC_SLUG=x"], host);
    assertEquals(code, 0, stderr);
    for (const row of ROWS) {
      const [name, value] = [row[0], row[column]];
      assertStringIncludes(stdout, `<${name}:${value}>`);
      assertEquals(stderr.includes(`Unresolved token {{${name}}}`), value.startsWith("{{"), name);
    }
  }
});

Deno.test("resolve --list shows every name that a spawn fills in, and those of the settings", async () => {
  await withWorld(
    { project: { ".claude/skillhook.yaml": CONFIG } },
    async ({ project: cwd, env }) => {
      const { stdout, code } = await runBinary({ args: ["agent", "resolve", "--list"], cwd, env });
      assertEquals(code, 0);
      const names = stdout.trim().split("\n").map((line) => line.split(/\s/, 1)[0]);
      assertEquals(names, [
        "NAME",
        ...Object.keys(KNOWN_VALUES),
        "TASK_SHOW_CMD",
        "TASK_COMPLETE_CMD",
      ]);
    },
  );
});

const EXECUTOR =
  "corpus/skills/kryptobaseddev__cleo/packages/skills/skills/ct-task-executor/SKILL.md";

Deno.test("a skill of the seed's own origin works unchanged", async () => {
  const text = sharedText(EXECUTOR);
  if (text === undefined) return;
  const host = fakeHost({
    files: {
      "/code/.claude/skills/ct-task-executor/SKILL.md": text,
      "/code/.claude/skillhook.yaml": CONFIG,
    },
    stdin: JSON.stringify(TASK),
  });
  const { stdout, code } = await spawnVerb(["-", "ct-task-executor"], host);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Execute `Make it tick.` step by step");
  const left = [...stdout.split("## Skill Context")[1]!.matchAll(/\{\{[A-Z_]+\}\}/g)].map((
    [found],
  ) => found);
  // What another agent has written down is nowhere in a task.
  assertEquals([...new Set(left)], ["{{MANIFEST_SUMMARIES}}"]);
});

/** A text, what resolve prints, and what it says is unresolved. */
const REFERENCES: readonly [text: string, shown: string, left: string | undefined][] = [
  ["See @b.md here.", "See B here.", undefined],
  ["See (@b.md).", "See (@b.md).", "@b.md"],
  ['See "@b.md".', 'See "@b.md".', "@b.md"],
  ["See **@b.md**.", "See **@b.md**.", "@b.md"],
  ["See [@b.md](b.md).", "See [@b.md](b.md).", "@b.md"],
  ["See (@docs/*.md).", "See (@docs/*.md).", "@docs/*.md"],
  ["Not me_a@b.md nor `(@b.md)`.", "Not me_a@b.md nor `(@b.md)`.", undefined],
];
Deno.test("resolveVerb() names references that are no word of their own, and follows none of them", async () => {
  for (const [stdin, shown, left] of REFERENCES) {
    const world = { stdin, files: { "/code/b.md": "B\n", "/code/docs/c.md": "C\n" } };
    const loose = await resolveVerb([], fakeHost(world));
    assertEquals([loose.stdout, loose.code], [shown, 0]);
    if (left === undefined) assertEquals(loose.stderr, "");
    else assertStringIncludes(loose.stderr, `Cannot include "${left}": a reference must be a word`);
    const strict = await resolveVerb(["--strict"], fakeHost(world));
    assertEquals([strict.stdout, strict.code], left === undefined ? [shown, 0] : ["", 6]);
  }
});

/** How a text is written, and what stands there when its author wants output bare. */
const INLINE: readonly [body: string, shown: string][] = [
  ["Today is !`day` again.", "Today is 2026-11-22 again."],
  ["Today: !`day`", "Today: 2026-11-22"],
  ["- !`day`", "- 2026-11-22"],
  ["!`day`\nnext", "<skill-output>\n2026-11-22\n</skill-output>\nnext"],
  ["  !`day`  \n", "  <skill-output>\n2026-11-22\n</skill-output>  \n"],
  ["All: !`days`.", "All: <skill-output>\n1\n2\n</skill-output>."],
  ["It is !`day`\n\n!`day`\n", "It is 2026-11-22\n\n<skill-output>\n2026-11-22\n</skill-output>\n"],
];
Deno.test("one line of output stands bare in a sentence where the author asks, in tags elsewhere", async () => {
  for (const [body, shown] of INLINE) {
    const commands = [[/ days$/, "1\n2\n"], [/ day$/, "2026-11-22\n"]] as [RegExp, string][];
    const byOption = await resolveVerb(
      ["--trust", "--inline"],
      fakeHost({ stdin: body, commands }),
    );
    assertEquals(byOption.stdout, shown);
    const head = "---\nskillhook:\n  directives:\n    inline: true\n---\n";
    const byAuthor = await resolveVerb(["--trust"], fakeHost({ stdin: head + body, commands }));
    assertEquals(byAuthor.stdout, head + shown);
    const unasked = await resolveVerb(["--trust"], fakeHost({ stdin: body, commands }));
    assertEquals(unasked.stdout.split("<skill-output>").length, body.split("!`").length);
  }
});
