/** Skills below the start, once a file there was touched: as Claude Code 2.1.330 has them. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

function skill(text: string, more = ""): string {
  return `---\nversion: 1.0.0\ndescription: d\ncontinuation: {cooperative: true}\n${more}---\n${text}\n`;
}

const FILES = {
  "/tmp": { directory: true, mode: 0o1777, owner: 0 },
  "/r/.git/HEAD": "",
  "/r/.claude/skills/same/SKILL.md": skill("top"),
  "/r/pkg/.claude/skills/mid/SKILL.md": skill("mid"),
  "/r/pkg/b/.claude/skills/same/SKILL.md": skill("below"),
  "/r/pkg/b/.claude/skills/side/SKILL.md": skill("side", "triggers: {files: ['*.py']}\n"),
  "/r/pkg/b/.claude/skills/side-first-use/SKILL.md": "Side, whole.\n",
  "/r/pkg/b/.agents/skills/team/SKILL.md": skill("team"),
  "/r/pkg/c/.claude/skills/twin/SKILL.md": skill("c"),
  "/r/pkg/d/.claude/skills/twin/SKILL.md": skill("d"),
  "/r/node_modules/m/.claude/skills/package/SKILL.md": skill("package"),
  "/r/pkg/b/x.py": "",
} as const;

function world(): FakeHost {
  const env = { HOME: "/h", CLAUDE_PLUGIN_DATA: "/data", CLAUDE_PROJECT_DIR: "/r" };
  const host = fakeHost({
    files: FILES,
    env: { ...env, CLAUDE_CODE_SESSION_ID: "s1" },
    cwd: "/r",
  });
  host.advance(10_000);
  return host;
}

async function fire(host: FakeHost, event: string, fields: object, session = "s1") {
  const input = { hook_event_name: event, session_id: session, cwd: "/r", ...fields };
  const { code, stdout, stderr } = await answer(JSON.stringify(input), host);
  assertEquals(code, 0, stderr);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
}

const touch = (host: FakeHost, file: string, session?: string) =>
  fire(host, "PostToolUse", { tool_name: "Read", tool_input: { file_path: file } }, session);
const chain = (host: FakeHost, name: string, session?: string) =>
  fire(host, "UserPromptSubmit", { prompt: `/${name} x` }, session);

async function names(host: FakeHost): Promise<string[]> {
  const { stdout } = await verb("skill list")(["--json"], host);
  return JSON.parse(stdout).map(({ invoke }: { invoke: string }) => invoke).sort();
}

Deno.test("files that are read at the same time lose nothing of each other", async () => {
  const host = world();
  // Each hook has read the record before the other has written its own.
  let seen = 0;
  const blind = Object.assign(Object.create(host), {
    glance: (path: string) =>
      path.includes("/touched/") && seen++ < 2 ? undefined : host.glance(path),
  });
  await touch(blind, "/r/pkg/b/x.py");
  seen = 0;
  await touch(blind, "/r/pkg/c/x.py");
  const all = await names(host);
  for (const name of ["side", "pkg/b:same", "twin"]) assertEquals(all.includes(name), true, name);
});

Deno.test("a touched file brings the skills of every directory on the way to it", async () => {
  const host = world();
  assertEquals(await chain(host, "side"), "");
  assertStringIncludes(await touch(host, "/r/pkg/b/x.py"), 'The skill "side" is for files like');
  for (const name of ["side", "mid", "same", "pkg/b:same", "team"]) {
    assertStringIncludes(await chain(host, name), `Current: /${name} x\n`, name);
  }
  assertEquals(await names(host), [
    ...["mid", "pkg/b:same", "same", "side", "side-first-use", "team"],
  ]);
  const used = { tool_name: "Skill", tool_input: { skill: "side" } };
  assertStringIncludes(await fire(host, "PreToolUse", used), "Side, whole.");
  host.change("/r/.skillhook/tasks.json", '[{"id":"T1","title":"t","description":"d"}]');
  const { stdout } = await verb("agent spawn")(["T1", "pkg/b:same"], host);
  assertStringIncludes(stdout, "below");
});

Deno.test("two skills of one name below the start keep their directories before it", async () => {
  const host = world();
  await touch(host, "/r/pkg/c/x");
  assertEquals((await names(host)).filter((name) => name.includes("twin")), ["twin"]);
  await touch(host, "/r/pkg/d/y/z");
  assertEquals((await names(host)).filter((name) => name.includes("twin")), [
    "pkg/c:twin",
    "pkg/d:twin",
  ]);
});

Deno.test("what was touched counts for its session, until that begins anew or ends", async () => {
  for (
    const [event, fields, remains] of [
      ["SessionStart", { source: "compact" }, true],
      ["SessionStart", { source: "resume" }, false],
      ["SessionStart", { source: "clear" }, false],
      ["SessionEnd", { reason: "other" }, false],
    ] as const
  ) {
    const host = world();
    await touch(host, "/r/pkg/b/x");
    assertEquals(await chain(host, "side", "s2"), "", "another session");
    await fire(host, event, fields);
    assertEquals(await chain(host, "side") !== "", remains, JSON.stringify(fields));
  }
});

Deno.test("files outside, searches, the shell and installed packages bring nothing", async () => {
  const host = world();
  for (const file of ["/r/x", "/elsewhere/pkg/b/x", "/r/node_modules/m/x", "pkg/b/x", "/"]) {
    await touch(host, file);
  }
  for (const tool_name of ["Grep", "Glob", "Bash"]) {
    const tool_input = { file_path: "/r/pkg/b/x", path: "/r/pkg/b", command: "cat pkg/b/x" };
    await fire(host, "PostToolUse", { tool_name, tool_input });
  }
  assertEquals(await names(host), ["same"]);
});

Deno.test("a verb that runs further down than the session was started sees what lies there", async () => {
  const host = { ...world(), cwd: () => "/r/pkg/b" };
  assertEquals((await names(host as FakeHost)).includes("pkg/b:same"), true);
});
