/** Hook mode of the built program: what only a real pipe and a real exit code can show. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { builtBinary, runBinary } from "./support/binary.ts";
import { bounded } from "./support/bounded.ts";
import { cooperativeSkill, withWorld, type World } from "./support/world.ts";

const WIDTH = 4;
const EXIT = ["/handoff --commit", "/commit"];
const SKILLS = {
  "design": EXIT,
  "plan-adhoc": EXIT,
  "handoff": ["/commit"],
  "commit": [],
};
const PROJECT = Object.fromEntries(
  Object.entries(SKILLS).map(([name, exits]) =>
    [`.claude/skills/${name}/SKILL.md`, cooperativeSkill(name, exits)] as const
  ),
);

function eventOf(prompt: string, more: object = {}): string {
  return JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt, ...more });
}

/** Starts the program and writes to it without ever closing the pipe. */
async function withOpenPipe(
  world: World,
  chunks: readonly Uint8Array[],
  pauseMs: number,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new Deno.Command(await builtBinary(), {
    args: ["hook"],
    cwd: world.project,
    clearEnv: true,
    env: { ...world.env, ...systemRoot() },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  for (const chunk of chunks) {
    await writer.write(chunk);
    if (pauseMs > 0) await new Promise((wake) => setTimeout(wake, pauseMs));
  }
  const { code, stdout, stderr } = await output;
  await writer.close().catch(() => undefined);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function systemRoot(): Record<string, string> {
  const root = Deno.env.get("SYSTEMROOT");
  return root === undefined ? {} : { SYSTEMROOT: root };
}

Deno.test("hook mode answers on a pipe that stays open, in pieces of three bytes", async () => {
  await withWorld({ project: PROJECT }, async (world) => {
    const bytes = new TextEncoder().encode(eventOf("/commit é計\u{1f600}"));
    const threes = Array.from(
      { length: Math.ceil(bytes.length / 3) },
      (_, index) => bytes.slice(index * 3, index * 3 + 3),
    );
    for (const [chunks, pause] of [[[bytes], 0], [threes, 2]] as const) {
      const { code, stdout, stderr } = await withOpenPipe(world, chunks, pause);
      assertEquals([code, stderr], [0, ""]);
      const { hookSpecificOutput } = JSON.parse(stdout);
      assertStringIncludes(hookSpecificOutput.additionalContext, "Current: /commit é計\u{1f600}\n");
    }
  });
});

Deno.test("hook mode gives up on an open, silent pipe with one line and exit 1", async () => {
  await withWorld({}, async (world) => {
    assertEquals(await withOpenPipe(world, [], 0), {
      code: 1,
      stdout: "",
      stderr: "skillhook: Cannot read hook input: no whole JSON object within 5 s\n",
    });
  });
});

Deno.test("hook mode never exits with 2 and says one line when it exits with 1", async () => {
  const inputs: readonly (readonly [stdin: string, code: number])[] = [
    ["", 1],
    ["   \n", 1],
    ["\ufeff", 1],
    ["nonsense", 1],
    ["{", 1],
    ['{"prompt":', 1],
    ["[]", 1],
    ["null", 1],
    ["5", 1],
    ['"text"', 1],
    ["\0\0\0", 1],
    ["[".repeat(1_000_000), 1],
    [`{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`, 0],
    ['{"prompt":null}', 1],
    ['{"prompt":5}', 1],
    ['{"prompt":["x"]}', 1],
    ['{"hook_event_name":7}', 1],
    ["{}", 0],
    ['{"hook_event_name":"Unheard","prompt":null}', 0],
    ['{"hook_event_name":"UserPromptSubmit"}', 0],
    ['{"prompt":"hello"} trailing garbage', 0],
    [eventOf("hello"), 0],
    ["\ufeff" + eventOf("hello"), 0],
    [eventOf("<task-notification>/commit</task-notification>"), 0],
    [eventOf("x".repeat(10 * 1024 * 1024)), 0],
    [eventOf("/commit " + "x ".repeat(5 * 1024 * 1024)), 0],
  ];
  await withWorld({ project: PROJECT }, async ({ env, project }) => {
    await bounded(inputs, WIDTH, async ([stdin, code]) => {
      for (const args of stdin.length > 1_000 ? [["hook"]] : [["hook"], []]) {
        const answer = await runBinary({ stdin, args, env, cwd: project });
        const shown = `${stdin.slice(0, 60)} … ${answer.stderr.slice(0, 300)}`;
        // How deep JSON may nest is the engine's business, as long as it says so.
        if (!(stdin.startsWith('{"a":[') && answer.code === 1)) {
          assertEquals(answer.code, code, shown);
        }
        if (answer.code === 0) assertEquals(answer.stderr, "", shown);
        else assertMatch(answer.stderr, /^skillhook: Cannot [^\n]+\n$/, shown);
        if (code === 1) assertEquals(answer.stdout, "", shown);
        if (answer.stdout !== "") assert(answer.stdout.length < 12_000);
      }
    });
  });
});

Deno.test("a chain goes from the prompt to its end through the program, byte for byte", async () => {
  await withWorld({ project: PROJECT }, async ({ env, project }) => {
    const { stdout } = await runBinary({
      stdin: eventOf("/design x, /plan-adhoc"),
      args: ["hook"],
      env,
      cwd: project,
    });
    const text = `[CONTINUATION-PASSING]
Current: /design x
Continuation: /plan-adhoc, /handoff --commit, /commit

After completing the current skill, invoke the NEXT continuation entry via Skill tool:
  Skill(skill: "plan-adhoc", args: "[CONTINUATION: /handoff --commit, /commit]")

Do NOT include continuation metadata in Task tool prompts.`;
    const answer = {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: text },
      systemMessage: "skillhook: chain 1/4 /design x → /plan-adhoc → /handoff --commit → /commit",
    };
    assertEquals(stdout, JSON.stringify(answer) + "\n");
    let call = /^ {2}(Skill\(.*\))$/m.exec(text)?.[1] ?? "";
    const steps = [
      {
        args: "",
        target: { skill: "handoff", args: "--commit" },
        remainder: ["/commit"],
        invocation: 'Skill(skill: "handoff", args: "--commit [CONTINUATION: /commit]")',
      },
      {
        args: "--commit",
        target: { skill: "commit", args: "" },
        remainder: [],
        invocation: 'Skill(skill: "commit", args: "")',
      },
      { args: "", target: null, remainder: [], invocation: null },
    ];
    for (const step of steps) {
      const args = JSON.parse(/, args: (".*")\)$/.exec(call)?.[1] ?? "null");
      const next = await runBinary({ args: ["next", "--json", "-"], stdin: args, env });
      assertEquals(next, { code: 0, stdout: JSON.stringify(step) + "\n", stderr: "" });
      call = step.invocation ?? "";
    }
  });
});
