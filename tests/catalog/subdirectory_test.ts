/**
 * A session, a shell, in any directory of a repository: every door finds the skills and settings that the
 * agent finds from there, with and without `CLAUDE_PROJECT_DIR`.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { answer } from "../../src/runner.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const allowVerb = verb("trust allow");
const indexVerb = verb("skill index");
const loadVerb = verb("skill load");
const parseVerb = verb("chain parse");
const registryVerb = verb("chain skills");
const skillsVerb = verb("skill list");
const spawnVerb = verb("agent spawn");
const trustedVerb = verb("trust list");

const TMP = { directory: true, mode: 0o1777, owner: 0 } as const;

function skill(name: string, text = "x"): string {
  return `---\nname: ${name}\nversion: 1.0.0\ndescription: About ${name}\n` +
    `continuation: {cooperative: true}\n---\n${text}\n`;
}

const FILES = {
  "/tmp": TMP,
  "/r/.git/HEAD": "ref: refs/heads/main\n",
  "/above/.claude/skills/above/SKILL.md": skill("above"),
  "/r/.claude/skills/root/SKILL.md": skill("root"),
  "/r/.claude/skills/root-first-use/SKILL.md": "Root, whole.\n",
  "/r/.claude/skills/same/SKILL.md": skill("same", "from the root"),
  "/r/.claude/skillhook.yaml":
    "shortcuts: {zz: {text: from the root}, zy: {text: from the root}}\nsubagents: {agents: {Helper: root}}\n",
  "/r/pkg/.claude/skills/mid/SKILL.md": skill("mid", "!`echo mid`"),
  "/r/pkg/.claude/skills/same/SKILL.md": skill("same", "from the middle"),
  "/r/pkg/.claude/skillhook.yaml": "shortcuts: {zz: {text: from the middle}}\n",
  "/r/pkg/a/.agents/skills/leaf/SKILL.md": skill("leaf"),
  "/r/pkg/a/x": "",
  "/r/pkg/b/.claude/skills/side/SKILL.md": skill("side"),
  "/h/.claude/skills/mine/SKILL.md": skill("mine"),
};

/** Started in `/r/pkg/a`: once the agent says so, once only the directory does. */
const DOORS: readonly [about: string, make: () => FakeHost][] = [
  ["CLAUDE_PROJECT_DIR", () => world({ CLAUDE_PROJECT_DIR: "/r/pkg/a" }, "/")],
  ["the current directory", () => world({}, "/r/pkg/a")],
];

function world(env: Record<string, string>, cwd: string): FakeHost {
  const all = { HOME: "/h", CLAUDE_PLUGIN_DATA: "/data", CLAUDE_CODE_SESSION_ID: "s", ...env };
  const host = fakeHost({ files: FILES, env: all, cwd });
  host.advance(10_000);
  return host;
}

async function context(host: FakeHost, event: string, fields: object): Promise<string> {
  const input = { hook_event_name: event, session_id: "s", cwd: "/r/pkg/a", ...fields };
  const { code, stdout, stderr } = await answer(JSON.stringify(input), host);
  assertEquals(code, 0, stderr);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

async function run(
  called: ReturnType<typeof verb>,
  args: readonly string[],
  host: FakeHost,
): Promise<string> {
  const { stdout, stderr, code } = await called(args, host);
  assertEquals(code, 0, stderr);
  return stdout;
}

for (const [about, make] of DOORS) {
  Deno.test(`from a subdirectory, by ${about}: a prompt's chain finds the skills of every level`, async () => {
    for (const name of ["root", "mid", "same", "mine", "leaf"]) {
      const text = await context(make(), "UserPromptSubmit", { prompt: `/${name} x, /root y` });
      assertStringIncludes(text, `Current: /${name} x\nContinuation: `, name);
    }
    const text = await context(make(), "UserPromptSubmit", { prompt: "/mid x, /leaf y, /root z" });
    assertStringIncludes(
      text,
      "read the NEXT continuation entry's file and follow it as that skill, with these arguments:\n" +
        '  "y [CONTINUATION: /root z]"\n\n' +
        "The Skill tool does not run these; read the file and follow it instead:\n" +
        "  /leaf: /r/pkg/a/.agents/skills/leaf/SKILL.md\n",
    );
    for (const name of ["above", "side"]) {
      assertEquals(
        await context(make(), "UserPromptSubmit", { prompt: `/${name} x, /root y` }),
        "",
      );
    }
  });

  Deno.test(`from a subdirectory, by ${about}: settings of every level count, the nearest first`, async () => {
    const said = (prompt: string) => context(make(), "UserPromptSubmit", { prompt });
    assertEquals([await said("zz"), await said("zy")], ["from the middle", "from the root"]);
    const given = await context(make(), "SubagentStart", { agent_id: "a", agent_type: "Helper" });
    assertStringIncludes(given, "Root, whole.");
  });

  Deno.test(`from a subdirectory, by ${about}: a skill's use finds its companion`, async () => {
    const typed = { expansion_type: "slash_command", command_name: "root" };
    assertStringIncludes(await context(make(), "UserPromptExpansion", typed), "Root, whole.");
    const called = { tool_name: "Skill", tool_input: { skill: "root" } };
    assertStringIncludes(await context(make(), "PreToolUse", called), "Root, whole.");
  });

  Deno.test(`from a subdirectory, by ${about}: verbs see what hooks see`, async () => {
    assertEquals(await run(loadVerb, ["root"], make()), "Root, whole.\n");
    const registry = JSON.parse(await run(registryVerb, ["--json"], make()));
    assertEquals(registry.same.path, "/r/pkg/.claude/skills/same/SKILL.md");
    assertEquals(Object.keys(registry).sort(), ["leaf", "mid", "mine", "root", "same"]);
    assertStringIncludes(
      await run(parseVerb, ["/mid x, /same y"], make()),
      "Continuation: /same y",
    );
    assertStringIncludes(await run(indexVerb, [], make()), "- mid: About mid\n");
    const skills: { invoke: string; path: string; shadowed_by: string | null }[] = JSON.parse(
      await run(skillsVerb, ["--json"], make()),
    );
    const same = skills.filter(({ invoke }) => invoke === "same");
    assertEquals(same.map((one) => one.shadowed_by), [null, same[0]!.path]);
    const host = make();
    host.change("/r/pkg/a/.skillhook/tasks.json", '[{"id":"T1","title":"t","description":"d"}]');
    assertStringIncludes(await run(spawnVerb, ["T1", "same"], host), "from the middle");
  });

  Deno.test(`from a subdirectory, by ${about}: allow means the whole repository`, async () => {
    const host = make();
    host.change("/r/.claude/skillhook.yaml", "judge: from the root\n");
    host.change("/r/pkg/.claude/skillhook.yaml", "judge: from the middle\n");
    assertStringIncludes(await run(allowVerb, ["--yes"], host), "Allowed 3 files");
    const { approvals } = JSON.parse(await run(trustedVerb, ["--json"], host));
    assertEquals(approvals.map(({ project }: { project: string }) => project), ["/r", "/r", "/r"]);
  });
}
