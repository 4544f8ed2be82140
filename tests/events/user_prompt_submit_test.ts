/** UserPromptSubmit over a machine in memory: which tier answers, to whom, and what is looked at. */
import { posix } from "node:path";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { cooperativeSkill } from "../support/world.ts";
import { inProject } from "../../.ci/tasks/project.ts";

const FILES = { "/p/.claude/skills/commit/SKILL.md": cooperativeSkill("commit") };

async function ask(prompt: string, more: object = {}, world: FakeWorld = {}) {
  const host = fakeHost({ files: FILES, env: { HOME: "/h" }, ...world });
  const event = { hook_event_name: "UserPromptSubmit", cwd: "/p", prompt, ...more };
  const outcome = await answer(JSON.stringify(event), host);
  return { ...outcome, host, document: outcome.stdout === "" ? null : JSON.parse(outcome.stdout) };
}

Deno.test("UserPromptSubmit is silent, without one file call, for what fits no tier", async () => {
  const machines = [
    "task-notification",
    "command-name",
    "command-message",
    "bash-stdout",
    "bash-input",
  ];
  const prompts = [
    ...machines.map((tag) => `<${tag}>/commit</${tag}>`),
    "<local-command-stdout>x</local-command-stdout>",
    ...[
      "",
      "  ",
      "fix the bug",
      "please /commit",
      "see /tmp",
      "a, /commit",
      "x\ny",
      "# note",
      "!ls -l",
    ],
  ];
  for (const prompt of prompts) {
    const { code, stdout, stderr, host } = await ask(prompt);
    assertEquals([code, stdout, stderr], [0, "", ""], prompt);
    const files = host.log.filter((call) => !call.startsWith("env"));
    assertEquals(files, [], prompt);
  }
});

Deno.test("UserPromptSubmit answers shortcuts and directives to the model, and to the user in a line", async () => {
  for (const prompt of ["s", " x\n", "ci", "d: topic", "p: task"]) {
    const { document, stderr } = await ask(prompt);
    const { hookEventName, additionalContext } = document.hookSpecificOutput;
    assertEquals([hookEventName, stderr], ["UserPromptSubmit", ""], prompt);
    const typed = prompt.trim().split(":")[0]!;
    assertStringIncludes(additionalContext, ` ${typed}: `, prompt);
    assertEquals(document.systemMessage.startsWith(`skillhook: ${typed} = `), true, prompt);
    assertEquals(document.systemMessage.includes("\n"), false, prompt);
  }
});

Deno.test("UserPromptSubmit answers chains to the model alone, and never inside a subagent", async () => {
  const { document } = await ask("  /commit x");
  assertEquals(Object.keys(document), ["hookSpecificOutput"]);
  assertStringIncludes(document.hookSpecificOutput.additionalContext, "Current: /commit x\n");
  assertEquals((await ask("/commit x", { agent_id: "a1" })).stdout, "");
  assertEquals((await ask("/unknown x")).stdout, "");
});

Deno.test("UserPromptSubmit takes the project from the environment before the event", async () => {
  const env = { HOME: "/h", CLAUDE_PROJECT_DIR: "/elsewhere" };
  assertEquals((await ask("/commit", {}, { env })).stdout, "");
  assertEquals((await ask("/commit", { cwd: "/elsewhere" })).stdout, "");
  assertEquals((await ask("/commit", { cwd: undefined })).stdout, "");
});

Deno.test("UserPromptSubmit names a flawed settings file, for ? as well, and still answers", async () => {
  const files = { ...FILES, "/p/.claude/skillhook.yaml": "shortcuts:\n  t: 5\n  u: Do it\n" };
  for (const prompt of ["?", "u", "d: topic"]) {
    const { code, document, stderr } = await ask(prompt, {}, { files });
    assertEquals([code, document === null], [0, false], prompt);
    assertEquals(
      stderr,
      'skillhook: /p/.claude/skillhook.yaml:2:3: Cannot use "shortcuts.t": expected a text, a mapping or off: got 5\n',
      prompt,
    );
  }
});

Deno.test("a chain that is kept costs a prompt one file write more than one that nobody can keep", async () => {
  const prompt = "/commit x, /commit y";
  const writes = async (more: object) => {
    const { host } = await ask(prompt, more);
    const { writeText, appendText, writeBytes } = host.calls as Record<string, number>;
    return (writeText ?? 0) + (appendText ?? 0) + (writeBytes ?? 0);
  };
  const without = await writes({});
  assertEquals(await writes({ session_id: "s", prompt_id: "p" }), without + 1);
});

Deno.test("what a silent prompt loads is of few folders, and none of them knows of chains", () => {
  const seen = new Set<string>();
  const read = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = Deno.readTextFileSync(inProject(path));
    for (
      const [, target = ""] of text.matchAll(
        /^(?:import|export) (?!type)[^;]*?from "(\.[^"]+)";$/gm,
      )
    ) {
      read(posix.join(posix.dirname(path), target));
    }
  };
  read("src/events/user_prompt_submit.ts");
  const folders = new Set([...seen].map((path) => path.split("/")[1]));
  assertEquals([...folders].sort(), ["base", "config", "events", "protocol", "shortcuts"]);
  assertEquals(seen.size < 15, true, `${seen.size} modules`);
});
