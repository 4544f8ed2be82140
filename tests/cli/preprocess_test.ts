import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommand } from "../../src/cli/command.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";

const FILES = {
  "/plugin/skills/x/SKILL.md":
    "---\nskillhook: {directives: {timout: 3}}\n---\n${CLAUDE_SKILL_DIR} !`date`\n",
  "/proj/x": "",
};
const TRUSTED = "<skill-output>\nnow\n</skill-output>\n";

const ROWS: readonly [
  name: string,
  args: string[],
  world: FakeWorld,
  answer: { stdout: string; stderr: string; code: number },
][] = [
  ["a plugin's file", ["/plugin/skills/x/SKILL.md", "--plugin-root", "/plugin"], {}, {
    stdout: `---\nskillhook: {directives: {timout: 3}}\n---\n/plugin/skills/x ${TRUSTED}`,
    stderr:
      'skillhook: /plugin/skills/x/SKILL.md: Ignored "skillhook.directives → timout": did you mean "timeout"?\n',
    code: 0,
  }],
  ["standard input", [], { stdin: "a !`date`\n" }, {
    stdout:
      "a [Not run: !`date` (the text came from standard input). To allow it, the user runs: skillhook preprocess --trust]\n",
    stderr: "skillhook: (standard input): No output of !`date`: not allowed: " +
      'run "skillhook preprocess --trust"\n',
    code: 1,
  }],
  ["standard input that the caller trusts", ["-", "--trust"], { stdin: "a !`date`" }, {
    stdout: `a ${TRUSTED}`,
    stderr: "",
    code: 0,
  }],
  ["a missing file", ["nothing.md"], {}, {
    stdout: "",
    stderr:
      'skillhook: Cannot read "nothing.md": no such file: correct the path, which counts from "/proj"\n',
    code: 1,
  }],
];

for (const [name, args, world, answer] of ROWS) {
  Deno.test(`preprocess answers for ${name}`, async () => {
    const host = fakeHost({
      files: FILES,
      cwd: "/proj",
      env: { HOME: "/home/ada" },
      commands: [["/bin/sh -c date", "now\n"]],
      args: ["preprocess", ...args],
      ...world,
    });
    assertEquals(await runCommand(host), answer);
  });
}

Deno.test("preprocess tells a failure on standard error and by its exit code", async () => {
  const host = fakeHost({
    cwd: "/proj",
    stdin: "!`date`",
    commands: [[/./, { code: 3 }]],
    args: ["preprocess", "--trust"],
  });
  const { stdout, stderr, code } = await runCommand(host);
  assertStringIncludes(stdout, "**Preprocessor Error**: Command failed (exit code 3)");
  assertEquals(
    [stderr, code],
    ["skillhook: (standard input): No output of !`date`: Command failed (exit code 3)\n", 1],
  );
});
