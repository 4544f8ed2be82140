/** Log, explain, record and replay through the built program. */
import { assertEquals, assertMatch } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { cooperativeSkill, withWorld } from "../support/world.ts";

Deno.test("what a hook did can be logged, explained, recorded and replayed", async () => {
  const project = {
    ".claude/skills/design/SKILL.md": cooperativeSkill("design", ["/commit"]),
    ".claude/skills/commit/SKILL.md": cooperativeSkill("commit"),
  };
  await withWorld({ project }, async ({ env, project, home }) => {
    const event = { hook_event_name: "UserPromptSubmit", prompt: "/design x", cwd: project };
    const stdin = JSON.stringify(event);
    const plain = await runBinary({ args: ["hook"], stdin, env });
    const logged = await runBinary({ args: ["hook"], stdin, env: { ...env, SKILLHOOK_LOG: "1" } });
    const recording = await runBinary({ args: ["hook", "--record", `${home}/rec`], stdin, env });
    assertEquals([logged, recording], [plain, plain]);
    const log = await runBinary({ args: ["log"], env });
    assertMatch(log.stdout, /UserPromptSubmit +context .*\n.*tier: .*\n(?:.*\n)*.*chain: /);
    const explained = await runBinary({ args: ["explain", "--last"], env });
    assertMatch(explained.stdout, /\/design ends the typed chain: .*design\/SKILL\.md:6\)/);
    assertMatch(
      explained.stdout,
      new RegExp(`\\nanswer +${RegExp.escape(plain.stdout.trim())}\\n`),
    );
    const replayed = await runBinary({ args: ["replay", `${home}/rec`], env });
    assertEquals(replayed.code, 0);
    assertMatch(replayed.stdout, /All 1 answers are the same/);
  });
});
