import { assert, assertEquals, assertMatch } from "@std/assert";
import { runHook } from "../../src/runner.ts";
import { appendLog, MAX_LOG_BYTES } from "../../src/trace/log_file.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const explainVerb = verb("explain");
const logVerb = verb("log");

const HOME = { HOME: "/home/ada" };
const ON = { ...HOME, SKILLHOOK_LOG: "1" };
const LOG = "/home/ada/.local/state/skillhook/log/events.jsonl";
const LAST = "/home/ada/.local/state/skillhook/log/last-event.json";
const SETTINGS = "/home/ada/.claude/skillhook.yaml";

async function fire(prompt: string, world: FakeWorld): Promise<FakeHost> {
  const event = { hook_event_name: "UserPromptSubmit", prompt, session_id: "s", cwd: "/code" };
  const host = fakeHost({ cwd: "/code", stdin: JSON.stringify(event), ...world });
  await runHook(host);
  return host;
}

Deno.test("the log is off unless somebody turns it on, and a silent prompt then asks nothing", async () => {
  const host = await fire("How are you", { env: HOME });
  assertEquals(Object.keys(host.files), []);
  const asked = Object.entries(host.calls).filter(([, count]) => count > 0).map(([name]) => name);
  assertEquals(asked.sort(), ["env", "monotonic", "readStdin"]);
});

/** Settings and variable → whether an answered and a silent event are logged. */
const SWITCHES: readonly (readonly [string | undefined, string | undefined, boolean, boolean])[] = [
  [undefined, undefined, false, false],
  ["1", undefined, true, true],
  ["0", "log: true\n", false, false],
  [undefined, "log: true\n", true, false],
  [undefined, "shortcuts: {}\nlog: yes # all\n", true, false],
  [undefined, "log: false\n", false, false],
  [undefined, "shortcuts:\n  log: true\n", false, false],
  [undefined, "# log: true\n", false, false],
  [undefined, "{ log: true }\n", true, false],
  [undefined, '"log": "on"\n', true, false],
  [undefined, "log:\n  yes\n", true, false],
  [undefined, "log: maybe\n", false, false],
  [undefined, "{ log: [\n", false, false],
];

for (const [variable, settings, answered, silent] of SWITCHES) {
  Deno.test(`the log with SKILLHOOK_LOG=${variable} and ${JSON.stringify(settings)}`, async () => {
    const world: FakeWorld = {
      env: { ...HOME, ...variable === undefined ? {} : { SKILLHOOK_LOG: variable } },
      files: settings === undefined ? {} : { [SETTINGS]: settings },
    };
    assertEquals(LOG in (await fire("xc", world)).files, answered);
    assertEquals(LOG in (await fire("How are you", world)).files, silent);
  });
}

Deno.test("a project's file cannot turn the log on", async () => {
  const files = { "/code/.claude/skillhook.yaml": "log: true\n" };
  const host = await fire("xc", { env: { ...HOME, CLAUDE_PROJECT_DIR: "/code" }, files });
  assertEquals(LOG in host.files, false);
});

Deno.test("a line of the log says what was decided and why, and no prompt", async () => {
  const host = await fire("xc", { env: ON });
  const line = JSON.parse(host.files[LOG]!);
  assertEquals(Object.keys(line), [
    ...["time", "event", "session", "decision", "ms", "in", "out", "code", "why", "diagnostics"],
  ]);
  assertEquals([line.event, line.decision, line.code], ["UserPromptSubmit", "context", 0]);
  assertMatch(line.why.join("\n"), /tier: .*\nshortcut: "xc"/);
  assertEquals(host.stat(LOG)!.mode & 0o777, 0o600);
});

Deno.test("the log says what was decided, not what the answer looks like", async () => {
  const chained = "Do it [CONTINUATION: /commit]";
  const input = { prompt: chained, subagent_type: "general-purpose", description: "d" };
  /** Each with an event that has this decision. */
  const events: readonly (readonly [string, Record<string, unknown>])[] = [
    ["input", { hook_event_name: "PreToolUse", tool_name: "Task", tool_input: input }],
    ["context", { hook_event_name: "UserPromptSubmit", prompt: "xc" }],
    ["silence", { hook_event_name: "UserPromptSubmit", prompt: "How are you" }],
    ["silence", { hook_event_name: "Stop" }],
    ["error", { hook_event_name: 5 }],
  ];
  for (const [decision, fields] of events) {
    const stdin = JSON.stringify({ session_id: "s", cwd: "/code", ...fields });
    const host = fakeHost({ cwd: "/code", env: ON, stdin });
    const { stdout } = await runHook(host);
    const line = JSON.parse(host.files[LOG]!);
    assertEquals([line.decision, line.out], [decision, stdout.length], stdin);
  }
});

Deno.test("secrets are masked in what is kept", async () => {
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const host = await fire(`/deploy with ${secret}, password=hunter2hunter2`, { env: ON });
  const kept = host.files[LOG]! + host.files[LAST]!;
  assert(!kept.includes(secret) && !kept.includes("hunter2"));
  assertMatch(host.files[LAST]!, /deploy with \*\*\*/);
  assertEquals(host.stat(LAST)!.mode & 0o777, 0o600);
  const { stdout, code } = await explainVerb(["--last"], host);
  assertEquals(code, 0);
  assertMatch(stdout, /^event +UserPromptSubmit$/m);
});

Deno.test("the log begins anew at 1 MB and keeps the file before", () => {
  const host = fakeHost({ env: HOME });
  const line = JSON.stringify({ event: "x".repeat(1000) });
  for (let count = 0; count < 2500; count++) appendLog(host, line);
  const [now, before] = [host.files[LOG]!, host.files[LOG.replace("events", "events.1")]!];
  assert(now.length <= MAX_LOG_BYTES && before.length <= MAX_LOG_BYTES && before.length > 1e6);
  assertEquals(Object.keys(host.files).length, 2);
});

Deno.test("a log that cannot be written is said, and the answer stays", async () => {
  const files = { "/home/ada/.local/state/skillhook/log": { link: "/etc" }, "/etc/x": "" };
  const event = { hook_event_name: "UserPromptSubmit", prompt: "xc" };
  const host = fakeHost({ env: ON, files, stdin: JSON.stringify(event) });
  const { stdout, stderr, code } = await runHook(host);
  assertEquals(code, 0);
  assertMatch(stdout, /additionalContext/);
  assertMatch(stderr, /^skillhook: Cannot write the log: .* is a symbolic link\n$/);
});

Deno.test("logVerb() shows the newest lines, and says when the log is off", async () => {
  const host = await fire("xc", { env: ON });
  assertMatch(
    (await logVerb([], host)).stdout,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}UserPromptSubmit +context/,
  );
  assertEquals(JSON.parse((await logVerb(["--json"], host)).stdout).event, "UserPromptSubmit");
  assertEquals((await logVerb(["--path"], host)).stdout, `${LOG}\n`);
  assertEquals((await logVerb(["--last", "x"], host)).code, 64);
  assertMatch((await logVerb([], fakeHost({ env: HOME }))).stderr, /The log is off/);
});

Deno.test("logVerb() --record keeps the newest event for replay", async () => {
  const host = await fire("xc", { env: ON });
  assertEquals((await logVerb(["--record", "/rec"], host)).code, 0);
  assertEquals(JSON.parse(host.files["/rec/0001-UserPromptSubmit.json"]!).event.prompt, "xc");
  assertEquals((await logVerb(["--record", "/rec"], fakeHost({ env: HOME }))).code, 1);
});
