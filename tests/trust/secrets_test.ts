/** Secrets in a project's files are masked before they are handed on, and named; others' texts are left alone. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

// Put together here, so that no scanner of this repository takes them for real ones.
const TOKEN = ["ghp", "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9"].join("_");
const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
const KEY = `-----BEGIN ${"PRIVATE"} KEY-----\n${LINE}\n-----END ${"PRIVATE"} KEY-----`;
const PASSWORD = "hunter2hunter2";
const TEXT = `Use ${TOKEN} here.\n${KEY}\nDB_PASSWORD=${PASSWORD}\n`;
const SECRETS = [TOKEN, LINE, PASSWORD];
const HEAD = "---\nname: x\ndescription: About x\ncontinuation: { cooperative: true }\n---\n";

function world(root: string): FakeHost {
  return fakeHost({
    files: {
      "/p/.git/HEAD": "x",
      [`${root}/skills/x/SKILL.md`]: `${HEAD}Read @text.md\n`,
      [`${root}/skills/x-first-use/SKILL.md`]: `${HEAD}${TEXT}`,
      [`${root}/skills/y/SKILL.md`]: HEAD.replaceAll("x", "y"),
      "/p/.skillhook/tasks.json": JSON.stringify([{ id: "T1", title: "t", description: TEXT }]),
      "/p/text.md": TEXT,
    },
    env: { HOME: "/home/ada", CLAUDE_CODE_SESSION_ID: "s", CLAUDE_PROJECT_DIR: "/p" },
    cwd: "/p",
  });
}

const EVENT = { session_id: "s", cwd: "/p", hook_event_name: "PreToolUse", tool_name: "Skill" };

async function said(host: FakeHost): Promise<{ stdout: string; stderr: string }[]> {
  const event = JSON.stringify({ ...EVENT, tool_use_id: "1", tool_input: { skill: "x" } });
  return [
    await verb("skill load")(["x", "--session", "other"], host),
    await answer(event, host),
    await verb("preprocess")([
      host.files["/p/.claude/skills/x-first-use/SKILL.md"] === undefined
        ? "text.md"
        : ".claude/skills/x-first-use/SKILL.md",
    ], host),
    await verb("agent spawn")(["T1", "x"], host),
    await verb("agent spawn")(["T1", "x", "--json"], host),
    await verb("agent resolve")(["text.md"], host),
  ];
}

Deno.test("secrets in a project's files are masked wherever they are handed on, and named", async () => {
  const outcomes = await said(world("/p/.claude"));
  for (const { stdout, stderr } of outcomes) {
    for (const secret of SECRETS) assert(!stdout.includes(secret), `${secret} in ${stdout}`);
    assertStringIncludes(stdout, "Use *** here.");
    for (const kind of ["a token", "a private key", "the value of DB_PASSWORD"]) {
      assertStringIncludes(stderr, `Masked ${kind} before handing the text on`);
    }
  }
});

Deno.test("a user's own skill says what it says", async () => {
  const [loaded, hooked] = await said(world("/home/ada/.claude"));
  for (const secret of SECRETS) {
    assertStringIncludes(loaded!.stdout, secret);
    assertStringIncludes(hooked!.stdout, secret);
  }
});

Deno.test("what the user types stays as it is typed", async () => {
  const typed = TOKEN.replace("0a", "9z");
  const prompt = `/x ${typed}, /y b`;
  const event = { ...EVENT, hook_event_name: "UserPromptSubmit", prompt };
  const { stdout, stderr } = await answer(JSON.stringify(event), world("/p/.claude"));
  assertStringIncludes(stdout, `Current: /x ${typed}`);
  assertEquals(stderr, "");
});
