/** `failure: open | closed | ask`, judges and agents from `skillhook.yaml`, and where requests may go. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { findAnswer } from "../../src/hooks/run_command.ts";
import { isAllowedUrl } from "../../src/hooks/run_http.ts";
import { type FirePlace, firePlace } from "./fire_support.ts";

const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };

function group(handler: Record<string, unknown>): unknown {
  return { hooks: [{ type: "command", ...handler }] };
}

function configure(place: FirePlace, yaml: string): void {
  place.write("home/.claude/skillhook.yaml", yaml);
}

/** Policy, handler, and the decision about a PreToolUse call. */
const FAILURES: readonly [yaml: string, handler: Record<string, unknown>, decision: unknown][] = [
  ["", { command: "sleep 300", timeout: 0.1 }, null],
  ["failure: closed", { command: "sleep 300", timeout: 0.1 }, "deny"],
  ["failure: ask", { command: "sleep 300", timeout: 0.1 }, "ask"],
  ["failure: { PreToolUse: closed }", { command: "/no/such" }, "deny"],
  ["failure: { PreToolUse: closed }", { command: "/no/such", args: [] }, "deny"],
  ["failure: { Stop: closed }", { command: "/no/such" }, null],
  ["failure: { default: closed, /no/such: ask }", { command: "/no/such" }, "ask"],
  ["failure: { default: closed, PreToolUse: open }", { command: "/no/such" }, null],
  ["", { command: "/no/such", onFailure: "block" }, "deny"],
  ["failure: open", { command: "/no/such", onFailure: "block" }, "deny"],
  ["", { command: "echo '{\"decision\":5}'", onFailure: "block" }, "deny"],
  ["failure: closed", { command: "echo hello" }, null],
  ["failure: nonsense", { command: "/no/such" }, null],
];

for (const [yaml, handler, decision] of FAILURES) {
  Deno.test(`a handler that fails (${JSON.stringify(handler)}) with "${yaml}": ${decision}`, async () => {
    await using place = await firePlace();
    configure(place, yaml);
    const hooks = { PreToolUse: [group(handler)] };
    const { json, code } = await place.fire("PreToolUse", CALL, { hooks });
    assertEquals([json.merged.decision, code], [decision, decision === "deny" ? 2 : 0]);
    if (yaml.includes("nonsense")) {
      {
        assertStringIncludes(json.diagnostics[0], 'Cannot use "failure"');
        assertEquals([json.flaws[0].code, json.flaws[0].line], ["settings-value", 1]);
      }
    }
  });
}

Deno.test("a flat handler that is late blocks, unless the policy opens it", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [{ type: "command", command: "sleep 300", timeout: 0.1 }] };
  const late = await place.fire("PreToolUse", CALL, { hooks });
  assertStringIncludes(late.json.merged.reason, "no answer within 0.1 s");
  configure(place, "failure: open");
  assertEquals((await place.fire("PreToolUse", CALL, { hooks })).code, 0);
});

Deno.test("--timeout is a limit for every handler", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [group({ command: "sleep 300" })] };
  const args = ["--json", "--timeout", "0.1"];
  const { json } = await place.fire("PreToolUse", CALL, { hooks, args });
  assertEquals(json.handlers[0].outcome, "timeout");
});

Deno.test("the handlers of SessionEnd share a second and a half", async () => {
  await using place = await firePlace();
  const hooks = { SessionEnd: [group({ command: "sleep 300" })] };
  const env = { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: "120" };
  const { json } = await place.fire("SessionEnd", {}, { hooks, env });
  assertEquals(json.handlers[0].outcome, "timeout");
});

Deno.test("a prompt without a judge is context, and never replaces the message", async () => {
  await using place = await firePlace();
  const prompt = { type: "prompt", prompt: "Check for secrets" };
  for (const list of [[prompt], [{ hooks: [prompt] }]]) {
    const hooks = { UserPromptSubmit: list };
    const { json, code } = await place.fire("UserPromptSubmit", { prompt: "hi" }, { hooks });
    const { message, contexts, blocked } = json.merged;
    assertEquals([code, message, blocked], [0, "hi", false]);
    assertEquals(contexts[0].text, "Check for secrets");
  }
});

Deno.test("a judge reads prompt and event, and decides", async () => {
  await using place = await firePlace();
  const judge = place.write(
    "judge.sh",
    `#!/bin/sh
cat > ${place.directory}/asked
case "$HOOK_PROMPT" in *'"rm '*) echo '{"ok":false,"reason":"no rm"}';; *) echo '{"ok":true}';; esac
`,
    0o755,
  );
  configure(place, `judge:\n  command: ${judge}\n`);
  const hooks = { PreToolUse: [group({ type: "prompt", prompt: "Is $ARGUMENTS safe?" })] };
  assertEquals((await place.fire("PreToolUse", CALL, { hooks })).code, 0);
  const asked = JSON.parse(place.read("asked")!);
  assertEquals(asked.event.tool_input, { command: "ls" });
  assertStringIncludes(asked.prompt, '"command":"ls"');
  const call = { tool_name: "Bash", tool_input: { command: "rm x" } };
  const { json, code } = await place.fire("PreToolUse", call, { hooks });
  assertEquals([code, json.merged.error], [2, "PreToolUse hook blocked: no rm"]);
});

Deno.test("a judge that says nothing usable is a failure, not a yes", async () => {
  await using place = await firePlace();
  configure(place, "judge: { command: echo maybe }\nfailure: closed\n");
  const hooks = { Stop: [group({ type: "prompt", prompt: "Done?" })] };
  const { json } = await place.fire("Stop", {}, { hooks });
  assertStringIncludes(json.merged.reason, 'the answer is not {"ok": true or false}');
});

Deno.test("an agent reads the prompt and the event as text; without one there is a note", async () => {
  await using place = await firePlace();
  const hooks = { Stop: [group({ type: "agent", prompt: "Are the tests green?" })] };
  const without = await place.fire("Stop", {}, { hooks });
  assertEquals(without.code, 0);
  assertStringIncludes(without.json.merged.failures[0], "no agent is configured");
  const said = `tee ${place.directory}/asked >/dev/null; echo 'Well.'; echo '{"ok": false}'`;
  configure(place, `agent:\n  command: ${JSON.stringify(said)}\n`);
  const { json } = await place.fire("Stop", { session_id: "s9" }, { hooks });
  assertEquals([json.merged.blocked, json.merged.reason], [true, "the judge said no"]);
  assertStringIncludes(place.read("asked")!, "Are the tests green?");
  assertStringIncludes(place.read("asked")!, '"session_id":"s9"');
});

Deno.test("findAnswer() finds the answer in what models print", () => {
  const rows: readonly [string, boolean | undefined][] = [
    ['{"ok":true}', true],
    ['Let me see.\n```json\n{"ok": false, "reason": "x"}\n```', false],
    ['thinking\n{\n "ok": true\n}\n', true],
    ['{"type":"result","result":"{\\"ok\\":false}"}', false],
    ["yes", undefined],
    ['{"ok":"true"}', undefined],
    ["", undefined],
  ];
  for (const [text, ok] of rows) assertEquals(findAnswer(text)?.ok, ok, text);
});

Deno.test("an MCP tool is reported as not run here", async () => {
  await using place = await firePlace();
  const hooks = { PreToolUse: [group({ type: "mcp_tool", server: "s", tool: "t" })] };
  const { json, code } = await place.fire("PreToolUse", CALL, { hooks });
  assertEquals([code, json.handlers[0].outcome], [0, "unavailable"]);
  assertStringIncludes(json.merged.failures[0], "MCP");
});

Deno.test("http: this machine's answers are hook JSON, everything else is a failure", async () => {
  const allow = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
  let posted: unknown;
  const ended = Promise.withResolvers<void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/deny") {
      posted = [request.headers.get("x-key"), (await request.json()).tool_name];
      return Response.json(allow);
    }
    if (pathname === "/away") return Response.redirect("http://192.0.2.1/", 307);
    if (pathname === "/slow") await ended.promise;
    if (pathname === "/text") return new Response("fine");
    return new Response(null, { status: pathname === "/bad" ? 500 : 204 });
  });
  try {
    await using place = await firePlace();
    const { port } = server.addr;
    const fire = async (path: string, more = {}) => {
      const handler = { type: "http", url: `http://127.0.0.1:${port}${path}`, ...more };
      const hooks = { PreToolUse: [group(handler)] };
      return (await place.fire("PreToolUse", CALL, { hooks, env: { KEY: "k", OTHER: "o" } })).json;
    };
    const headers = { "x-key": "${KEY}$OTHER!" };
    const denied = await fire("/deny", { headers, allowedEnvVars: ["KEY"] });
    assertEquals([denied.merged.decision, posted], ["deny", ["k!", "Bash"]]);
    assertEquals((await fire("/empty")).merged.failures, []);
    const failing: readonly [string, string][] = [
      ["/bad", "HTTP status 500"],
      ["/away", "HTTP status 307"],
      ["/text", "not JSON"],
    ];
    for (const [path, reason] of failing) {
      const { merged } = await fire(path);
      assertEquals(merged.blocked, false);
      assertStringIncludes(merged.failures[0], reason);
    }
    const late = await fire("/slow", { timeout: 0.1 });
    assertEquals(late.handlers[0].outcome, "timeout");
    const hooks = { PreToolUse: [group({ type: "http", url: "https://example.com/hook" })] };
    const { json } = await place.fire("PreToolUse", CALL, { hooks });
    assertStringIncludes(json.merged.failures[0], '"example.com" is not this machine nor listed');
  } finally {
    ended.resolve();
    await server.shutdown();
  }
});

Deno.test("isAllowedUrl() keeps to this machine and the lists", () => {
  const hosts = ["hooks.example.com", "*.corp.example", "ported.example:8080"];
  const urls = ["https://api.example.com/hooks/*", "https://whole.example"];
  const rows: readonly [string, boolean][] = [
    ["http://localhost:1/", true],
    ["http://127.1/", true],
    ["http://[::1]/", true],
    ["http://localhost.evil.example/", false],
    ["http://127.0.0.1.evil.example/", false],
    ["http://10.0.0.1/", false],
    ["http://hooks.example.com/x", true],
    ["http://a.corp.example/", true],
    ["http://corp.example.evil/", false],
    ["http://ported.example:8080/", true],
    ["http://ported.example:81/", false],
    ["https://api.example.com/hooks/1", true],
    ["https://api.example.com/other", false],
    ["http://api.example.com/hooks/1", false],
    ["https://evil.example/?https://api.example.com/hooks/1", false],
    ["https://whole.example/any", true],
  ];
  for (const [url, expected] of rows) {
    assertEquals(isAllowedUrl(new URL(url), hosts, urls), expected, url);
  }
});
