/** `skillhook load` as a process: what only a real disk and real processes can show. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Program, program } from "../support/program.ts";

const SKILL = "<skill>\nBODY\n</skill>\n<output>\nOUT\n</output>\n";

async function world(): Promise<Program> {
  const run = await program();
  run.write("plugin/skills/foo/SKILL.md", "stub\n");
  run.write("plugin/skills/foo-first-use/SKILL.md", SKILL);
  run.write("plugin/skills/reference.md", "REF\n");
  return run;
}

function args(...more: string[]): string[] {
  return ["load", "foo", "--plugin-root", "plugin", "--session", "s1", ...more];
}

const FIRST = "BODY\n\nOUT\n";
const LATER = "REF\n\nOUT\n";

Deno.test("two loads at once give exactly one first use", async () => {
  await using run = await world();
  const runs = await Promise.all(Array.from({ length: 6 }, () => run(args())));
  assertEquals(runs.filter(({ stdout }) => stdout === FIRST).length, 1);
  assertEquals(runs.filter(({ stdout }) => stdout === LATER).length, 5);
});

Deno.test("markers are private to the user", async () => {
  await using run = await world();
  await run(args());
  const modes: string[] = [];
  function walk(path: string): void {
    const { mode, isDirectory } = Deno.lstatSync(path);
    modes.push((mode! & 0o777).toString(8) + (isDirectory ? "d" : "f"));
    if (isDirectory) { for (const { name } of Deno.readDirSync(path)) walk(`${path}/${name}`); }
  }
  walk(`${run.directory}/state/skillhook`);
  assertEquals([...new Set(modes)].sort(), ["600f", "700d"]);
});

Deno.test("a link in the marker tree is neither followed nor removed", async () => {
  await using run = await world();
  await run(args());
  const sessions = `${run.directory}/state/skillhook/sessions`;
  const main = `${sessions}/session-s1/main`;
  const [marker] = [...Deno.readDirSync(main)].map(({ name }) => `${main}/${name}`);
  run.write("victim/skill-x", "precious\n");
  Deno.removeSync(marker!);
  Deno.symlinkSync(`${run.directory}/victim/skill-x`, marker!);
  const loaded = await run(args());
  assertEquals([loaded.stdout, loaded.code], [FIRST, 0]);
  assertStringIncludes(loaded.stderr, "is not a file of ours");
  Deno.symlinkSync(`${run.directory}/victim`, `${sessions}/session-s1/agent-a1`);
  Deno.symlinkSync(`${run.directory}/victim`, `${sessions}/session-s2`);
  for (const session of ["s1", "s2"]) {
    assertEquals((await run(["clear", "--session", session])).code, 0);
    await run(["clear", "--session", session, "--agent", "a1"]);
  }
  assertEquals(Deno.readTextFileSync(`${run.directory}/victim/skill-x`), "precious\n");
  assert(Deno.lstatSync(marker!).isSymlink);
  assert(Deno.lstatSync(`${sessions}/session-s2`).isSymlink);
});

const STATES: readonly [title: string, env: Record<string, string | undefined>][] = [
  ["a state directory that cannot be made", { XDG_STATE_HOME: "/proc/none" }],
  ["a file in its place", { XDG_STATE_HOME: "/etc/passwd" }],
  ["no HOME", { HOME: undefined, XDG_STATE_HOME: undefined }],
  ["a relative one only", { HOME: undefined, XDG_STATE_HOME: "relative" }],
];

for (const [title, env] of STATES) {
  Deno.test(`with ${title} a skill loads in full every time and says so once`, async () => {
    await using run = await world();
    for (let time = 0; time < 2; time++) {
      const { stdout, stderr, code } = await run(args(), { env });
      assertEquals([stdout, code], [FIRST, 0]);
      assertEquals(stderr.match(/Cannot record/g)?.length, 1, stderr);
    }
  });
}

const MISTAKES: readonly [args: string[], stderr: string][] = [
  [["load", "../x", "--session", "s"], `must be one name`],
  [["load", "a/b", "--session", "s"], "must be one name"],
  [["load", "", "--session", "s"], "name is blank"],
  [["load", "a..b", "--session", "s"], `hold ".."`],
  [["load", "x".repeat(300), "--session", "s"], "longer than 200"],
  [["load", "nothing", "--session", "s"], "there is no skill of this name"],
  [["load", "foo", "--plugin-root", "elsewhere", "--session", "s"], "no skill of this name"],
  [["load", "foo", "--plugin-root", "plugin"], "session is blank"],
  [["load", "foo", "--plugin-root", "plugin", "--session", " "], "session is blank"],
  [["load", "foo", "--plugin-root", "plugin", "--session", "a\nb"], "control character"],
  [["load", "foo", "--plugin-root", "plugin", "--session", "s", "--agent", ""], "agent is blank"],
  [["load", "foo", "--plugin-root", "plugin", "--session", "s", "--page", "3"], "there is 1 page"],
  [["load", "foo", "--plugin-root", "", "--session", "s"], "plugin root is blank"],
  [["clear", "--session", ""], "session is blank"],
];

for (const [list, expected] of MISTAKES) {
  const title = list.join(" ").slice(0, 70);
  Deno.test(`${JSON.stringify(title)} is one line on stderr, exit 1, nothing written`, async () => {
    await using run = await world();
    const { stdout, stderr, code } = await run(list);
    assertEquals([stdout, code], ["", 1]);
    assertStringIncludes(stderr, expected);
    assertEquals(stderr.trimEnd().split("\n").length, 1);
    assertEquals([...Deno.readDirSync(`${run.directory}/home`)], []);
    assertEquals(exists(`${run.directory}/state`), false);
  });
}

Deno.test("names of any kind stay apart and inside the tree", async () => {
  await using run = await world();
  const sessions = ["../../x", "Ü", "ü", "A", "a", "s".repeat(300), "con", "a+b", "a:b", "~x"];
  for (const session of sessions) {
    const load = ["load", "foo", "--plugin-root", "plugin", "--session", session];
    assertEquals((await run(load)).stdout, FIRST, session);
  }
  const { stdout } = await run(["status", "--json"]);
  const { loaded } = JSON.parse(stdout);
  assertEquals(loaded.map((row: { session: string }) => row.session).sort(), sessions.sort());
  for (const { marker } of loaded) {
    assert(marker.startsWith(`${run.directory}/state/skillhook/sessions/session-`));
    assert(!marker.includes(".."));
  }
});

Deno.test("a long skill comes in pages of one text, however it changes meanwhile", async () => {
  await using run = await world();
  const path = "plugin/skills/foo-first-use/SKILL.md";
  run.write(
    path,
    `# One\n\n${"x\n".repeat(3_500)}\n# Two\n\n${"y\n".repeat(3_000)}\n!\`date +%N\`\n`,
  );
  run.write("project/README.md", "");
  const first = await run(args("--project", `${run.directory}/project`));
  assertStringIncludes(first.stdout, "page 1 of 2; the text goes on");
  const command = first.stdout.trimEnd().split("skillhook load ")[1]!.replace(/\]$/, "");
  const next = await run(["load", ...command.split(" ")]);
  assertEquals(next.code, 0, next.stderr);
  assert(next.stdout.startsWith("# Two"));
  assertStringIncludes(next.stdout, "<skill-output>");
  run.write(path, "SHORT\n");
  assertEquals((await run(["load", ...command.split(" ")])).stdout, next.stdout);
});

Deno.test("arguments are filled in, and those nobody asks for are added", async () => {
  await using run = await world();
  assertEquals((await run(args("--", "a b"))).stdout, "BODY\n\nOUT\n\nARGUMENTS: a b\n");
  run.write(
    "plugin/skills/foo-first-use/SKILL.md",
    "---\narguments: first second\n---\n<skill>\n$0|$ARGUMENTS[1]|$second|$ARGUMENTS\n</skill>\n",
  );
  assertEquals((await run(args("--", `a "b c"`))).stdout, `a|b c|b c|a "b c"\n`);
  await run(["clear", "--session", "s1"]);
  assertEquals((await run(args("--", "a", "b c"))).stdout, "a|b c|b c|a b c\n");
  run.write(
    "plugin/skills/foo-first-use/SKILL.md",
    "---\narguments: first second\n---\n<output>\n!`printf '%s|' $second $0 $first \"$third\"`\n</output>\n",
  );
  const output = "<skill-output>\nb c|a|a||\n</skill-output>\n";
  // The plugin must not lie in the project.
  run.write("project/file", "");
  const project = ["--project", `${run.directory}/project`];
  assertEquals((await run(args(...project, "--", "a", "b c"))).stdout, output);
});

Deno.test("a project's skill brings its text, and runs nothing before it is allowed", async () => {
  await using run = await world();
  run.write("project/.claude/skills/bar/SKILL.md", "stub\n");
  run.write("project/.claude/skills/bar-first-use/SKILL.md", "BODY\n!`touch ran`\n");
  const project = `${run.directory}/project`;
  const loaded = await run(["load", "bar", "--session", "s1", "--project", project]);
  assertEquals(loaded.code, 0);
  assertStringIncludes(loaded.stdout, "BODY\n");
  assertStringIncludes(loaded.stdout, "skillhook trust allow");
  const event = {
    hook_event_name: "PreToolUse",
    session_id: "s2",
    cwd: project,
    tool_name: "Skill",
    tool_input: { skill: "bar" },
  };
  const { stdout, code } = await run([], { stdin: JSON.stringify(event) });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "touch ran");
  assertEquals(exists(`${project}/ran`), false);
});

Deno.test("CLAUDE_PLUGIN_ROOT names the plugin, and a plugin's name overrides it", async () => {
  await using run = await world();
  run.write("plugin/.claude-plugin/plugin.json", `{"name":"p"}`);
  const env = { CLAUDE_PLUGIN_ROOT: `${run.directory}/plugin` };
  assertEquals((await run(["load", "foo", "--session", "s1"], { env })).stdout, FIRST);
  assertEquals((await run(["load", "p:foo", "--session", "s1"], { env })).stdout, LATER);
  assertEquals((await run(["load", "q:foo", "--session", "s1"], { env })).code, 1);
});

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("commands in a reference run: what is left as written would be read as their output", async () => {
  await using run = await world();
  run.write("plugin/skills/reference.md", "---\na: b\n---\nREF !`echo new`\n");
  const elsewhere = args("--project", `${run.directory}/project`);
  assertEquals((await run(elsewhere)).stdout, FIRST);
  const made = "REF <skill-output>\nnew\n</skill-output>\n\nOUT\n";
  run.write("project/README.md", "");
  assertEquals((await run(elsewhere)).stdout, made);
  run.write("project/.claude/skills/bar-first-use/SKILL.md", "WHOLE\n");
  run.write("project/.claude/skills/reference.md", "!`touch ran`\n");
  const own = ["load", "bar", "--session", "s1", "--project", `${run.directory}/project`];
  await run(own);
  const { stdout } = await run(own);
  assertStringIncludes(stdout, "[Not run: !`touch ran`");
  assertStringIncludes(stdout, "skills/reference.md --project");
});
