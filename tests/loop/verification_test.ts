/** What a user tries first, point by point, with the built program: hooks in the simple form, skills, formats, pipes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runBinary } from "../support/binary.ts";
import { withWorld, type World } from "../support/world.ts";

const BASH = { name: "Bash", command: `sh -c "$(sed 's/.*"command":"\\([^"]*\\)".*/\\1/')"` };
const bash = (command: string) => ({ tools: [{ name: "Bash", input: { command } }] });
const DONE = { text: "Done." };

/** Plays with hooks in the user's own settings; what the script expects is checked by the script. */
async function play(
  world: World,
  { hooks = {}, turns, args = ["--allowed-tools", "Bash", "go"], stdin = "" }: {
    readonly hooks?: Record<string, unknown>;
    readonly turns: readonly unknown[];
    readonly args?: readonly string[];
    readonly stdin?: string;
  },
) {
  Deno.mkdirSync(`${world.home}/.claude`, { recursive: true });
  Deno.writeTextFileSync(`${world.home}/.claude/settings.json`, JSON.stringify({ hooks }));
  Deno.writeTextFileSync(`${world.project}/turns.json`, JSON.stringify(turns));
  Deno.writeTextFileSync(`${world.project}/tools.json`, JSON.stringify([BASH]));
  return await runBinary({
    args: ["play", "--script", "turns.json", "--tools", "tools.json", ...args],
    ...{ env: world.env, cwd: world.project, stdin },
  });
}

const command = (line: string) => [{ type: "command", command: line }];
const read = (world: World, name: string) => Deno.readTextFileSync(`${world.project}/${name}`);

const POINTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "1 a command hook logs each tool call": async (world) => {
    const hooks = { PreToolUse: command('echo "$TOOL_NAME: $TOOL_INPUT" >> calls.log') };
    const { code } = await play(world, { hooks, turns: [bash("echo a"), bash("echo b"), DONE] });
    assertEquals(code, 0);
    assertEquals(
      read(world, "calls.log"),
      'Bash: {"command":"echo a"}\nBash: {"command":"echo b"}\n',
    );
  },
  "2 a hook that exits with anything but 0 blocks a call, and the tool is not run": async (
    world,
  ) => {
    const hooks = {
      PreToolUse: command('case $TOOL_INPUT in *rm*) echo "no removing" >&2; exit 1;; esac'),
    };
    const expect = { contains: "error: Hook blocked tool execution: no removing" };
    const { code, stderr } = await play(world, {
      hooks,
      turns: [bash("touch kept; rm kept"), { ...bash("touch made"), expect }, DONE],
    });
    assertEquals([code, stderr], [0, ""]);
    assert(!exists(world, "kept"));
    assert(exists(world, "made"));
  },
  "3 a hook changes the user's message before it is in the conversation": async (world) => {
    const hooks = { UserPromptSubmit: command('echo "Be brief. $USER_MESSAGE"') };
    const expect = { contains: "Be brief. go", lacks: "hook success" };
    const { code, stderr } = await play(world, { hooks, turns: [{ ...DONE, expect }] });
    assertEquals([code, stderr], [0, ""]);
  },
  "3 a hook rejects the user's message": async (world) => {
    const hooks = { UserPromptSubmit: command("echo secret >&2; exit 1") };
    const { code, stdout } = await play(world, { hooks, turns: [], args: ["-p", "go"] });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "UserPromptSubmit operation blocked by hook:\nsecret");
  },
  "4 a hook sets up when the session starts": async (world) => {
    const hooks = { SessionStart: command("touch ready; echo It is Monday") };
    const expect = { contains: "It is Monday" };
    const { code } = await play(world, { hooks, turns: [{ ...DONE, expect }] });
    assertEquals([code, exists(world, "ready")], [0, true]);
  },
  "5 a hook cleans up when the conversation ends, once": async (world) => {
    const hooks = { Stop: command("echo end >> ends") };
    await play(world, { hooks, turns: [bash("echo a"), DONE] });
    assertEquals(read(world, "ends"), "end\n");
  },
  "6 a skill of one file is in /help": async (world) => {
    writeCommit(world);
    const { code, stdout } = await play(world, { turns: [], args: ["-p", "/help"] });
    assertEquals(code, 0);
    assertStringIncludes(stdout, "  /commit - Create a git commit\n");
  },
  "7 the skill's text goes to the model, with the words behind its name": async (world) => {
    writeCommit(world);
    const expect = { contains: ["Write a message about the parser.", "<command-name>/commit<"] };
    const args = ["/commit the parser"];
    const { code, stderr } = await play(world, { turns: [{ ...DONE, expect }], args });
    assertEquals([code, stderr], [0, ""]);
  },
  "8 JSON is one valid document": async (world) => {
    const args = ["-p", "hello", "--output-format", "json"];
    const { stdout } = await play(world, { turns: [DONE], args });
    const { type, subtype, result, usage } = JSON.parse(stdout);
    assertEquals([type, subtype, result], ["result", "success", "Done."]);
    assertEquals(usage.output_tokens, 20);
  },
  "9 stream-json is a document a line": async (world) => {
    const hooks = { UserPromptSubmit: command("true") };
    const args = ["-p", "hello", "--output-format", "stream-json"];
    const { stdout } = await play(world, { hooks, turns: [DONE], args });
    const types = stdout.trimEnd().split("\n").map((line) => JSON.parse(line))
      .map(({ type, subtype }) => `${type} ${subtype ?? ""}`.trim());
    assertEquals(types, [
      ...["system init", "system hook_started", "system hook_response"],
      ...["assistant", "result success"],
    ]);
  },
  "10 the prompt comes through a pipe": async (world) => {
    const expect = { contains: "hello" };
    const { stdout } = await play(world, {
      ...{ turns: [{ ...DONE, expect }], args: ["-p"], stdin: "hello\n" },
    });
    assertEquals(stdout, "Done.\n");
  },
  "11 hooks fire for a subagent's calls": async (world) => {
    const hooks = { PreToolUse: command("cat >> events; echo >> events") };
    const agent = { tools: [{ name: "Agent", input: { prompt: "Look." } }] };
    await play(world, { hooks, turns: [agent, bash("echo a"), { text: "Seen." }, DONE] });
    const events = read(world, "events").trim().split(/\n+/).map((line) => JSON.parse(line));
    assertEquals(events.map(({ tool_name, agent_type }) => [tool_name, agent_type]), [
      ["Agent", undefined],
      ["Bash", "general-purpose"],
    ]);
  },
  "12 a hook fires when a permission is asked for, and not else": async (world) => {
    const hooks = { PermissionRequest: command("cat > asked") };
    await play(world, { hooks, turns: [bash("echo a"), DONE] });
    assert(!exists(world, "asked"));
    await play(world, { hooks, turns: [bash("echo a"), DONE], args: ["go"] });
    assertEquals(JSON.parse(read(world, "asked")).tool_name, "Bash");
  },
};

for (const [name, test] of Object.entries(POINTS)) {
  Deno.test({
    name,
    ignore: Deno.build.os === "windows",
    fn: () => withWorld({}, test),
  });
}

function writeCommit({ project }: World): void {
  Deno.mkdirSync(`${project}/.claude/skills`, { recursive: true });
  Deno.writeTextFileSync(
    `${project}/.claude/skills/commit.md`,
    "---\nname: commit\ndescription: Create a git commit\ntrigger: /commit\n---\n\n" +
      "# Commit\n\nWrite a message about $ARGUMENTS.\n",
  );
}

function exists({ project }: World, name: string): boolean {
  try {
    return Deno.statSync(`${project}/${name}`).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
