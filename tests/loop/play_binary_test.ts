/** `skillhook play` as users see it: the built program, real hooks and tools, pipes. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { builtBinary, runBinary } from "../support/binary.ts";
import { withWorld, type World } from "../support/world.ts";

const TURNS = [
  { text: "I look.", tools: [{ name: "Look", input: { where: "über" } }] },
  { text: "Grün." },
];
const LINES = TURNS.map((turn) => JSON.stringify(turn)).join("\n") + "\n";
const HOOKS = {
  hooks: {
    SessionStart: [{ hooks: [{ type: "command", command: "echo hello" }] }],
    PreToolUse: [{
      matcher: "Look",
      hooks: [{ type: "command", command: 'cat > "$CLAUDE_PROJECT_DIR/in"' }],
    }],
    Stop: [{ hooks: [{ type: "command", command: "echo stopped >&2; exit 1" }] }],
  },
};
const TOOLS = [{ name: "Look", command: "cat", free: true }];
const PROJECT = {
  "a b/türns.jsonl": LINES,
  "list.json": JSON.stringify(TURNS),
  "hooks.json": JSON.stringify(HOOKS),
  "tools.json": JSON.stringify(TOOLS),
  "broken.jsonl": '{"text":"a"}\n{"txt":"b"}\n',
  "cut.jsonl": '{"text":"a"}\n{"text":\n',
  "bad_tools.json": '[{"name":"A","command":"x","output":"y"}]',
  "no_list.json": "{}",
  "empty.jsonl": "\n",
};
const ARGS = ["--settings", "hooks.json", "--tools", "tools.json"];

async function play(world: World, args: readonly string[], stdin = "") {
  return await runBinary({ args: ["play", ...args], env: world.env, cwd: world.project, stdin });
}

Deno.test("a session is told as text, as its last answer, as one document and as a stream", async () => {
  await withWorld({ project: PROJECT }, async (world) => {
    const script = ["--script", "a b/türns.jsonl", ...ARGS];
    const text = await play(world, [...script, "look around"]);
    assertEquals([text.code, text.stderr], [0, ""]);
    assertEquals(text.stdout.split("\n"), [
      "  [SessionStart:startup] echo hello: success: hello",
      "> look around",
      "I look.",
      '-> Look({"where":"über"})',
      '  [PreToolUse:Look] cat > "$CLAUDE_PROJECT_DIR/in": success',
      '<- result: {"where":"über"}',
      "Grün.",
      "  [Stop] echo stopped >&2; exit 1: exit code 1: stopped",
      '  ! Stop: Hook "echo stopped >&2; exit 1" failed: exit status 1: stopped',
      "",
    ]);
    assertEquals((await play(world, [...script, "-p", "look around"])).stdout, "Grün.\n");
    const json = await play(world, [...script, "look around", "--output-format", "json"]);
    const whole = JSON.parse(json.stdout);
    assertEquals([whole.type, whole.subtype, whole.is_error], ["result", "success", false]);
    assertEquals([whole.result, whole.num_turns, whole.terminal_reason], ["Grün.", 2, "completed"]);
    // It repeats nothing.
    assertEquals(json.stdout.split("Grün.").length, 2);
    assertEquals(
      whole.hooks.map((hook: Record<string, unknown>) => [hook.hook_name, hook.outcome]),
      [["SessionStart:startup", "success"], ["PreToolUse:Look", "success"], ["Stop", "error"]],
    );
    const stream = await play(world, [...script, "look around", "--output-format", "stream-json"]);
    const lines = stream.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(lines.map(({ type, subtype }) => subtype ?? type), [
      ...["hook_started", "hook_response", "init", "assistant", "assistant"],
      ...["hook_started", "hook_response", "user", "assistant"],
      ...["hook_started", "hook_response", "informational", "success"],
    ]);
    assertEquals(new Set(lines.map(({ session_id }) => session_id)).size, 1);
    assertEquals(new Set(lines.map(({ uuid }) => uuid)).size, lines.length);
    const told = JSON.parse(Deno.readTextFileSync(`${world.project}/in`));
    assertEquals([told.tool_name, told.tool_input], ["Look", { where: "über" }]);
  });
});

Deno.test("a prompt is typed, piped in, or both, in the agent's order", async () => {
  await withWorld({ project: PROJECT }, async (world) => {
    const expecting = (text: string) =>
      JSON.stringify([{ text: "A.", expect: { contains: text } }]);
    const rows: readonly (readonly [args: string[], stdin: string, shown: string])[] = [
      [["-p", "Review"], "a file\n", "Review\na file\n"],
      [["-p"], "a file\n", "a file\n"],
      [["Review"], "", "Review"],
      [["--print", "Review"], " \n", "Review"],
      [[], "a file", "a file"],
    ];
    for (const [args, stdin, shown] of rows) {
      Deno.writeTextFileSync(`${world.project}/expecting.json`, expecting(shown));
      const { code, stderr } = await play(world, ["--script", "expecting.json", ...args], stdin);
      assertEquals([code, stderr], [0, ""], JSON.stringify(args));
    }
    for (const args of [[], ["-p"], ["-p", ""], ["-p", " \n"]]) {
      const { code, stdout, stderr } = await play(world, ["--script", "list.json", ...args], " \n");
      assertEquals([code, stdout], [64, ""]);
      assertStringIncludes(stderr, "Nothing to play: give a prompt, or pipe one in");
    }
  });
});

Deno.test("what cannot be played is said with its place and what to do", async () => {
  await withWorld({ project: PROJECT }, async (world) => {
    const rows: readonly (readonly [args: string[], code: number, stderr: RegExp])[] = [
      [
        ["go"],
        64,
        /There is no model: give --script or --model-command, or set \$ANTHROPIC_API_KEY/,
      ],
      [
        ["--script", "list.json", "--model-command", "x", "go"],
        64,
        /Only one of --script, --model/,
      ],
      [["--script", "none.jsonl", "go"], 1, /Cannot read script "none.jsonl": no such file/],
      [
        ["--script", "broken.jsonl", "go"],
        1,
        /"broken.jsonl": Line 2: expected no field "txt": did/,
      ],
      [["--script", "cut.jsonl", "go"], 1, /"cut.jsonl": Line 2: expected one JSON object/],
      [
        ["--script", "empty.jsonl", "go"],
        1,
        /^skillhook: Ended: The script is empty, and one more/,
      ],
      [
        ["--script", "list.json", "--tools", "bad_tools.json", "go"],
        1,
        /Cannot read tools "bad_tools.json": Tool 1: expected one of "command", "output" and "error"/,
      ],
      [["--script", "list.json", "--tools", "no_list.json", "go"], 1, /expected a list of tools/],
      [
        ["--script", "list.json", "--settings", "cut.jsonl", "go"],
        1,
        /cut.jsonl.*Cannot read hooks/,
      ],
      [["--script", "list.json", "--max-turns", "0", "go"], 64, /needs a whole number from 1/],
      [
        ["--script", "list.json", "--plugin-dir", "nowhere", "go"],
        64,
        /Cannot use --plugin-dir "nowhere": no such directory/,
      ],
      [["--script", "list.json", "-x", "go"], 64, /Unknown option "-x"/],
    ];
    for (const [args, code, stderr] of rows) {
      const answer = await play(world, args);
      assertEquals(answer.code, code, `${args.join(" ")}: ${answer.stderr}`);
      assertMatch(answer.stderr, stderr);
    }
    const left = await play(world, ["--script", "list.json", "go"]);
    // Without the tool it goes on all the same.
    assertEquals([left.code, left.stderr], [0, ""]);
    const early = await play(world, ["--script", "list.json", "/help"]);
    assertEquals(early.stderr, "skillhook: 2 turns of the script not asked for\n");
  });
});

Deno.test({
  name: "a reader that goes away ends the session quietly, and its end is still told to hooks",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const end = { SessionEnd: [{ hooks: [{ type: "command", command: "touch '{P}/ended'" }] }] };
    const files = { ...PROJECT, "end.json": JSON.stringify({ hooks: end }) };
    await withWorld({ project: files }, async (world) => {
      const line = `set -o pipefail; "$0" play --script list.json --tools tools.json ` +
        `--settings end.json go --output-format stream-json </dev/null | head -n 1 | wc -l; ` +
        `echo "\${PIPESTATUS[0]}"`;
      const shell = new Deno.Command("bash", {
        args: ["-c", line, await builtBinary()],
        ...{ cwd: world.project, env: world.env, stdout: "piped", stderr: "piped" },
      });
      const { stdout, stderr } = await shell.output();
      const decoder = new TextDecoder();
      assertEquals([decoder.decode(stdout).trim(), decoder.decode(stderr)], ["1\n0", ""]);
      assertEquals(Deno.statSync(`${world.project}/ended`).isFile, true);
    });
  },
});
