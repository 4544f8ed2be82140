/** What is wrong with files of yours is told once per session and file, with what to do about it. */
import { assertEquals, assertMatch } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";
import { cooperativeSkill } from "../support/world.ts";

const SKILLS = "/code/.claude/skills";
const BROKEN = "---\nname: [\n---\n";

function world(files: Record<string, string>, env: Record<string, string> = {}): FakeHost {
  return fakeHost({
    files: { [`${SKILLS}/design/SKILL.md`]: cooperativeSkill("design"), ...files },
    env: { HOME: "/home/ada", CLAUDE_PROJECT_DIR: "/code", ...env },
    cwd: "/code",
  });
}

/** Lines for the user, without those about the chain or the shortcut itself. */
async function told(host: FakeHost, fields: Record<string, unknown>): Promise<string[]> {
  const event = { session_id: "s", cwd: "/code", hook_event_name: "UserPromptSubmit", ...fields };
  const { stdout } = await answer(JSON.stringify(event), host);
  const { systemMessage = "" } = stdout.startsWith("{") ? JSON.parse(stdout) : {};
  return systemMessage.split("\n").filter((line: string) =>
    /^skillhook: (?:\/|\d+ more)/.test(line)
  );
}

/** What is broken, what is typed → the line. */
const ROWS: readonly (readonly [string, Record<string, string>, string, RegExp])[] = [
  [
    "skillhook.yaml",
    { "/code/.claude/skillhook.yaml": "shortcuts: [" },
    "s",
    /yaml:\d+.*run "skillhook lint"/,
  ],
  [
    "a SKILL.md",
    { [`${SKILLS}/bad/SKILL.md`]: BROKEN },
    "/design x",
    /bad\/SKILL\.md:\d+.*run "skillhook lint"/,
  ],
];
for (const [what, files, prompt, line] of ROWS) {
  Deno.test(`a broken ${what} is told once, and again in another session`, async () => {
    const host = world(files);
    const [first = "", ...others] = await told(host, { prompt });
    assertMatch(first, line);
    assertEquals(others, []);
    assertEquals(await told(host, { prompt }), []);
    assertEquals((await told(host, { prompt, session_id: "t" })).length, 1);
  });
}

Deno.test("commands that wait for approval are told with the command that allows them", async () => {
  const host = world({
    [`${SKILLS}/look/SKILL.md`]: "---\nname: look\ndescription: x\n---\nStub\n",
    [`${SKILLS}/look-first-use/SKILL.md`]: "<skill>\nx\n</skill>\n<output>\n!`date`\n</output>\n",
  });
  const fields = {
    hook_event_name: "UserPromptExpansion",
    expansion_type: "slash_command",
    command_name: "look",
    command_args: "",
    prompt: "/look",
  };
  const [line = "", ...others] = await told(host, fields);
  assertMatch(
    line,
    /look-first-use\/SKILL\.md: .*`date`: not allowed: run "skillhook trust allow \/code/,
  );
  assertEquals(others, []);
  assertEquals(await told(host, fields), []);
});

Deno.test("commands that a directive of the agent's could not run are told at the end of the turn", async () => {
  const host = world({
    [`${SKILLS}/look/SKILL.md`]: "---\nname: look\ndescription: x\n---\nStub\n",
    [`${SKILLS}/look-first-use/SKILL.md`]: "<skill>\nx\n</skill>\n<output>\n!`date`\n</output>\n",
  }, { CLAUDE_CODE_SESSION_ID: "s" });
  const stop = { hook_event_name: "Stop", last_assistant_message: "Done." };
  assertEquals(await told(host, stop), []);
  for (const lines of [1, 0]) {
    for (const times of ["first use", "reference"]) {
      const { stdout, stderr } = await verb("skill load")(["look"], host);
      assertMatch(stdout, /\[Not run: !`date`/, times);
      assertEquals(stderr, "");
    }
    const said = await told(host, stop);
    assertEquals(said.length, lines);
    for (const line of said) assertMatch(line, /look-first-use\/SKILL\.md: .*trust allow \/code/);
  }
});

Deno.test("many broken files are a few lines and a number", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `${SKILLS}/bad${index}/SKILL.md`);
  const lines = await told(world(Object.fromEntries(names.map((name) => [name, BROKEN]))), {
    prompt: "/design x",
  });
  assertEquals(lines.length, 6);
  assertEquals(lines.at(-1), 'skillhook: 4 more: run "skillhook doctor"');
});

Deno.test("nothing is told where nobody looks, and of no session", async () => {
  const host = world({ [`${SKILLS}/bad/SKILL.md`]: BROKEN });
  for (const hook_event_name of ["PreCompact", "SessionEnd"]) {
    assertEquals(await told(host, { hook_event_name, reason: "other", trigger: "auto" }), []);
  }
  assertEquals(await told(host, { prompt: "/design x", session_id: undefined }), []);
});
