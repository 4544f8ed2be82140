/** What a project's files must not reach, on the real disk, through the built program. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld, type World, write } from "../support/world.ts";

const ignore = Deno.build.os === "windows";
const KEY = "sk-ant-made-up-key-of-a-test";

function event(world: World, fields: object): string {
  return JSON.stringify({ session_id: "s", cwd: world.project, transcript_path: "", ...fields });
}

const LINKS: readonly [name: string, link: string, target: string][] = [
  ["the process's environment", ".claude/skills/x-first-use/SKILL.md", "/proc/self/environ"],
  ["a private key", ".claude/skills/x-first-use/SKILL.md", "{H}/.ssh/id_ed25519"],
  ["a private key as first-use.md", ".claude/skills/x/first-use.md", "{H}/.ssh/id_ed25519"],
  ["a private key as a reference", ".claude/skills/reference.md", "{H}/.ssh/id_ed25519"],
  ["a directory of keys", ".claude/skills/x-first-use", "{H}/.ssh"],
  ["the skills of another place", ".claude/skills", "{H}/.ssh/skills"],
];

for (const [name, link, target] of LINKS) {
  if (target.startsWith("/proc") && Deno.build.os !== "linux") continue;
  Deno.test({
    name: `no skill of a project brings ${name} to the model`,
    ignore,
    fn: () =>
      withWorld({
        project: {
          ".git/HEAD": "ref: refs/heads/main\n",
          ".claude/skillhook.yaml": 'subagents: { agents: { "*": [x] } }\n',
        },
        home: {
          ".ssh/id_ed25519": `KEY ${KEY}\n`,
          ".ssh/SKILL.md": `KEY ${KEY}\n`,
          ".ssh/skills/x/SKILL.md": "---\nname: x\n---\n",
          ".ssh/skills/x-first-use/SKILL.md": `KEY ${KEY}\n`,
        },
      }, async (world) => {
        if (!link.endsWith("skills")) {
          write(`${world.project}/.claude/skills/x/SKILL.md`, "---\nname: x\n---\nx\n");
        }
        if (link.includes("reference")) {
          write(`${world.project}/.claude/skills/x-first-use/SKILL.md`, "Whole.\n");
        }
        const path = `${world.project}/${link}`;
        Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
        Deno.symlinkSync(world.fill(target), path);
        const env = { ...world.env, ANTHROPIC_API_KEY: KEY };
        const events = [
          { hook_event_name: "PreToolUse", tool_name: "Skill", tool_input: { skill: "x" } },
          { hook_event_name: "UserPromptExpansion", command_name: "x" },
          { hook_event_name: "SubagentStart", agent_id: "a", agent_type: "Explore" },
        ];
        let said = "";
        for (const fields of [...events, ...events]) {
          const call = { args: ["hook"], stdin: event(world, fields), env, cwd: world.project };
          const { stdout, stderr } = await runBinary(call);
          said += stdout + stderr;
        }
        for (const args of [["load", "x"], ["load", "x"], ["preprocess", link], ["doctor"]]) {
          const { stdout, stderr } = await runBinary({ args, env, cwd: world.project });
          said += stdout + stderr;
        }
        assert(!said.includes(KEY), said);
        assertStringIncludes(said, "leaves the project");
      }),
  });
}

Deno.test({
  name: "a pipe in place of a file is not waited for, and a file without end is not read",
  ignore,
  fn: () =>
    withWorld({ project: { ".git/HEAD": "x", ".claude/x": "" } }, async (world) => {
      const { project, env } = world;
      const made = new Deno.Command("mkfifo", { args: [`${project}/.claude/settings.json`] });
      assertEquals((await made.output()).code, 0);
      using file = Deno.openSync(`${project}/.claude/settings.local.json`, {
        create: true,
        write: true,
      });
      file.truncateSync(10 * 1024 * 1024 * 1024);
      const call = { args: ["hooks", "list"], env, cwd: project };
      const { code, stderr } = await runBinary(call);
      assertEquals(code, 0);
      assertStringIncludes(stderr, "settings.json: Cannot read");
      assertStringIncludes(stderr, "settings.local.json: Not read: it is over 16 MB");
    }),
});
