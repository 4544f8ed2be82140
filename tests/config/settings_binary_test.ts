/** What a user sees who makes a slip in `skillhook.yaml`: the built program names it, wherever it looks. */
import { assert, assertEquals } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld } from "../support/world.ts";

const TEXT = "shortcuts:\n  t: Run the tests\nfialure: closed\nbudget:\n  totl: 3\n";
const WRONG = [
  ["settings-unknown-key", 3, 1, 'Did you mean "failure"?'],
  ["settings-unknown-key", 5, 3, 'Did you mean "total"?'],
];

Deno.test("a slip in skillhook.yaml is named by the hook and by doctor, and the rest counts", async () => {
  await withWorld({ project: { ".claude/skillhook.yaml": TEXT } }, async ({ env, project }) => {
    const path = `${project}/.claude/skillhook.yaml`;
    const event = {
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      prompt: "t",
      cwd: project,
    };
    const hook = await runBinary({
      args: ["hook"],
      stdin: JSON.stringify(event),
      env,
      cwd: project,
    });
    const [answer, ...told] = JSON.parse(hook.stdout).systemMessage.split("\n");
    assertEquals([hook.code, answer, told.length > 0], [0, "skillhook: t = Run the tests", true]);
    assert(told.every((line: string) => line.startsWith(`skillhook: ${path}:`)), told.join("\n"));
    assertEquals(hook.stderr.trimEnd().split("\n"), [
      `skillhook: ${path}:3:1: Unknown key "fialure": did you mean "failure"?`,
      `skillhook: ${path}:5:3: Unknown key "budget.totl": did you mean "total"?`,
    ]);
    const doctor = await runBinary({ args: ["doctor", "--json"], env, cwd: project });
    const { ok, findings } = JSON.parse(doctor.stdout);
    const own = findings.filter((one: { path?: string }) => one.path === path);
    assertEquals([doctor.code, ok], [1, false]);
    assertEquals(
      own.map((one: Record<string, unknown>) => [one.code, one.line, one.column, one.remedy]),
      WRONG,
    );
  });
});
