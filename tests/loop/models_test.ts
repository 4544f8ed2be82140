/** What can answer in the model's place: the Messages API on loopback, and a program. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { serverEvents } from "../../src/loop/messages_model.ts";
import { runBinary } from "../support/binary.ts";
import { seededRandom } from "../support/random.ts";
import { withWorld, type World } from "../support/world.ts";

/** One answer: a status and its text, in pieces. */
interface ApiAnswer {
  readonly status?: number;
  readonly pieces: readonly string[];
}

interface Asked {
  readonly headers: Readonly<Record<string, string>>;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

const event = (fields: { type: string }) =>
  `event: ${fields.type}\r\ndata: ${JSON.stringify(fields)}\r\n\r\n`;

/** A message as the API streams it. */
function streamed(text: string, call?: { name: string; input: unknown }): string {
  const input = JSON.stringify(call?.input ?? {});
  return [
    { type: "message_start", message: { id: "msg_a", usage: { input_tokens: 7 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...[...text].map((piece) => {
      return { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } };
    }),
    { type: "content_block_stop", index: 0 },
    ...call === undefined ? [] : [
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "toolu_x", name: call.name, input: {} },
      },
      ...[input.slice(0, 3), input.slice(3)].map((partial_json) => {
        return {
          type: "content_block_delta",
          index: 1,
          delta: { type: "input_json_delta", partial_json },
        };
      }),
      { type: "content_block_stop", index: 1 },
    ],
    {
      type: "message_delta",
      delta: { stop_reason: call === undefined ? "end_turn" : "tool_use" },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ].map(event).join("");
}

/** Plays against a server that answers in order; `undefined` turns come as 500. */
async function againstApi(
  answers: readonly ApiAnswer[],
  test: (
    play: (args: readonly string[]) => ReturnType<typeof runBinary>,
    asked: Asked[],
    world: World,
  ) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const left = [...answers];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    asked.push({ headers: Object.fromEntries(request.headers), body: await request.json() });
    const { status = 200, pieces } = left.shift() ?? { status: 500, pieces: ["no more"] };
    const stream = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    return new Response(stream, { status });
  });
  try {
    const tools = JSON.stringify([{
      name: "Echo",
      description: "Says it",
      command: "cat",
      free: true,
    }]);
    const StopFailure = [{
      hooks: [{ type: "command", command: 'cat > "$CLAUDE_PROJECT_DIR/failed"' }],
    }];
    const UserPromptSubmit = [{ hooks: [{ type: "command", command: "echo think" }] }];
    const hooks = JSON.stringify({ hooks: { StopFailure, UserPromptSubmit } });
    await withWorld({ project: { "tools.json": tools, "hooks.json": hooks } }, async (world) => {
      const env = {
        ...world.env,
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.addr.port}/`,
        ANTHROPIC_API_KEY: "k-1",
      };
      const play = (args: readonly string[]) =>
        runBinary({
          args: ["play", "--tools", "tools.json", "--settings", "hooks.json", ...args],
          ...{ env, cwd: world.project },
        });
      await test(play, asked, world);
    });
  } finally {
    await server.shutdown();
  }
}

Deno.test("the Messages API is asked as it wants to be, and read however its stream is cut", async () => {
  const text = streamed("Grüß dich", { name: "Echo", input: { word: "ö" } });
  const cuts = [[text], [...text], text.split(/(?<=\n)/)];
  for (const pieces of cuts) {
    await againstApi([{ pieces }, { pieces: [streamed("Fertig.")] }], async (play, asked) => {
      const { code, stdout, stderr } = await play([
        "Hi",
        "--output-format",
        "json",
        "--model",
        "m-1",
      ]);
      assertEquals([code, stderr], [0, ""]);
      const { result, usage, num_turns } = JSON.parse(stdout);
      assertEquals([result, num_turns, usage.input_tokens, usage.output_tokens], [
        "Fertig.",
        2,
        14,
        10,
      ]);
      const [first, second] = asked as [Asked, Asked];
      assertEquals(
        ["x-api-key", "anthropic-version", "content-type"].map((name) => first.headers[name]),
        ["k-1", "2023-06-01", "application/json"],
      );
      const { model, stream, system, messages, tools } = first.body;
      assertEquals([model, stream], ["m-1", true]);
      assertStringIncludes(system, "Working directory: ");
      assertEquals(tools.map(({ name }: { name: string }) => name), ["Echo", "Skill", "Agent"]);
      const reminder =
        "<system-reminder>\nUserPromptSubmit hook success: think\n</system-reminder>";
      assertEquals(messages, [{
        role: "user",
        content: [{ type: "text", text: "Hi" }, { type: "text", text: reminder }],
      }]);
      assertEquals(second.body.messages.slice(1), [
        {
          role: "assistant",
          content: [
            { type: "text", text: "Grüß dich" },
            { type: "tool_use", id: "toolu_x", name: "Echo", input: { word: "ö" } },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_x", content: '{"word":"ö"}' }],
        },
      ]);
    });
  }
});

Deno.test("pieces of an answer are told while they come, where that is wanted", async () => {
  const stream = ["--output-format", "stream-json"];
  for (const [more, pieces] of [[[], 0], [["--include-partial-messages"], 3]] as const) {
    await againstApi([{ pieces: [streamed("abc")] }], async (play) => {
      const { stdout } = await play(["Hi", ...stream, ...more]);
      const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
      const deltas = lines.filter(({ event }) => event?.delta?.type === "text_delta");
      assertEquals(deltas.length, pieces);
      assertEquals(lines.filter(({ type }) => type === "assistant").length, 1);
    });
  }
});

Deno.test("a server that does not stream is understood, too", async () => {
  const message = {
    ...{ id: "msg_b", type: "message", role: "assistant", stop_reason: "end_turn" },
    ...{
      content: [{ type: "text", text: "Whole." }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  };
  await againstApi([{ pieces: [JSON.stringify(message)] }], async (play) => {
    assertEquals((await play(["-p", "Hi"])).stdout, "Whole.\n");
  });
});

Deno.test("a refusal of the Messages API is said, and told to a StopFailure hook in the agent's word", async () => {
  const refused = (message: string) => JSON.stringify({ type: "error", error: { message } });
  const rows: readonly (readonly [ApiAnswer, kind: string, said: RegExp])[] = [
    [
      { status: 401, pieces: [refused("bad key")] },
      "authentication_failed",
      /API Error: 401 bad key/,
    ],
    [{ status: 400, pieces: [refused("bad thing")] }, "unknown", /API Error: 400 bad thing/],
    [{ status: 429, pieces: [refused("slow down")] }, "rate_limit", /429 slow down/],
    [{ status: 404, pieces: ["no such model"] }, "model_not_found", /404 no such model/],
    [{ status: 500, pieces: [""] }, "server_error", /API Error: 500/],
    [{ status: 529, pieces: [""] }, "overloaded", /API Error: 529/],
    [
      { pieces: [event({ type: "error", ...{ error: { message: "busy" } } })] },
      "overloaded",
      /busy/,
    ],
    [{ pieces: [streamed("abc").slice(0, 300)] }, "server_error", /broke off its answer/],
  ];
  for (const [answer, kind, said] of rows) {
    await againstApi([answer], async (play, _asked, { project }) => {
      const { code, stderr } = await play(["-p", "Hi"]);
      assertEquals(code, 1);
      assertMatch(stderr, said);
      const told = JSON.parse(Deno.readTextFileSync(`${project}/failed`));
      assertEquals([told.hook_event_name, told.error], ["StopFailure", kind]);
      assertMatch(told.last_assistant_message, said);
    });
  }
  await againstApi([], async (play) => {
    const { stdout } = await play(["Hi", "--output-format", "json"]);
    const { subtype, is_error, terminal_reason } = JSON.parse(stdout);
    assertEquals([subtype, is_error, terminal_reason], [
      "success",
      true,
      "api_error",
    ]);
  });
});

Deno.test("a server that is not there is said", async () => {
  await withWorld({}, async ({ env, project }) => {
    const { code, stderr } = await runBinary({
      args: ["play", "-p", "Hi"],
      env: { ...env, ANTHROPIC_BASE_URL: "http://127.0.0.1:1", ANTHROPIC_API_KEY: "k" },
      cwd: project,
    });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot reach the Messages API");
  });
});

Deno.test("server-sent events are the same, wherever the text is cut", () => {
  const random = seededRandom(17);
  const text = ": comment\n\nevent: a\ndata: one\n\ndata: two\r\ndata:three\r\n\r\ndata: {}\n\n";
  const all = ["one", "two\nthree", "{}"];
  for (let round = 0; round < 300; round++) {
    const read = serverEvents();
    const found: string[] = [];
    for (let at = 0; at < text.length;) {
      const end = at + 1 + random.below(12);
      found.push(...read(text.slice(at, end)));
      at = end;
    }
    assertEquals(found, all);
  }
});

Deno.test("a program can be the model: it reads the request and prints a turn", async () => {
  await withWorld({}, async ({ env, project }) => {
    const play = (command: string, ...args: string[]) =>
      runBinary({ args: ["play", "--model-command", command, ...args], env, cwd: project });
    const seen = await play(
      `cat > seen; echo noise; echo '{"text":"I am a program."}'`,
      "-p",
      "Hi",
    );
    assertEquals([seen.code, seen.stdout], [0, "I am a program.\n"]);
    const request = JSON.parse(Deno.readTextFileSync(`${project}/seen`));
    assertEquals(request.purpose, "turn");
    assertEquals(request.messages, [{ role: "user", content: [{ type: "text", text: "Hi" }] }]);
    assertEquals(Object.keys(request).sort(), ["messages", "purpose", "system", "tools"]);
    const rows = [
      ["exit 3", /The model command failed: exit status 3/],
      ["echo hm >&2; exit 1", /exit status 1: hm/],
      ["echo hello", /printed no turn: expected a line of JSON/],
      [`echo '{"words":"x"}'`, /printed no turn: expected no field "words"/],
      ["true", /printed no turn/],
    ] as const;
    for (const [command, said] of rows) {
      const { code, stderr } = await play(command, "Hi");
      assertEquals(code, 1, command);
      assertMatch(stderr, said);
    }
  });
});
