/** How hooks fare while the log is on: kept by `hooks fire` and by our own hooks, shown by the doctor. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { examine } from "../../src/doctor/examine.ts";
import { runHook } from "../../src/runner.ts";
import { MAX_BEAT_BYTES, readBeats, recordBeats } from "../../src/state/heartbeat.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const fireVerb = verb("hooks fire");
const FILE = "/h/.local/state/skillhook/log/beats.jsonl";
const ENV = { HOME: "/h", PATH: "/bin" };
const OFF: FakeWorld = { env: ENV, cwd: "/p", now: Date.UTC(2026, 10, 1) };
const ON: FakeWorld = { ...OFF, env: { ...ENV, SKILLHOOK_LOG: "1" } };

Deno.test("recordBeats() adds up by hook, and passes over lines that a crash cut off", () => {
  const host = fakeHost(OFF);
  recordBeats(host, [{ hook: "a", isOk: true, ms: 10 }, { hook: "b", isOk: false, ms: 4 }]);
  const first = readBeats(host).get("b")!.lastFire;
  host.change(FILE, `${host.readText(FILE)}\n{"hook":"a","fi`);
  host.advance(1000);
  recordBeats(host, [{ hook: "a", isOk: false, ms: 30.4 }]);
  host.change(FILE, `${host.readText(FILE)}\n{"hook":"c","fires":-1}\n7\n`);
  const { a, b, ...others } = Object.fromEntries(readBeats(host));
  const last = a!.lastFire;
  assert(last >= first + 1000);
  const sum = {
    fires: 2,
    successes: 1,
    lastFire: last,
    lastSuccess: first,
    total: 40,
    slowest: 30,
  };
  assertEquals(a, sum);
  assertEquals(b, {
    ...sum,
    fires: 1,
    successes: 0,
    lastFire: first,
    lastSuccess: 0,
    total: 4,
    slowest: 4,
  });
  assertEquals(others, {});
});

Deno.test("recordBeats() stays bounded, loses no count of what fired last, and follows no link", () => {
  const host = fakeHost(OFF);
  const batch = Array.from({ length: 49 }, (_, at) => ({ hook: `${at}`, isOk: true, ms: 1 }));
  for (let at = 0; at < 80; at++) {
    host.advance(1);
    const rare = batch.map((beat) => ({ ...beat, hook: `${at}-${beat.hook}` }));
    recordBeats(host, [...rare, { hook: "often", isOk: true, ms: 1 }]);
    assert(host.readText(FILE)!.length < MAX_BEAT_BYTES + 10_000);
  }
  assertEquals(readBeats(host).get("often")?.fires, 80);
  assert(readBeats(host).size < 80 * 49);
  host.change(FILE, { link: "/elsewhere" });
  assertMatch(recordBeats(host, [{ hook: "a", isOk: true, ms: 1 }])!, /is not a file of ours/);
});

Deno.test("our own hooks: every event where all is logged, else answers and never failures alone", async () => {
  const event = (prompt: string) =>
    JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt, session_id: "s", cwd: "/p" });
  const sums = async (world: FakeWorld) => {
    const host = fakeHost(world);
    await runHook(host);
    return [...readBeats(host)].map(([hook, { fires, successes }]) => [hook, fires, successes]);
  };
  const own = "skillhook UserPromptSubmit";
  const files = { "/h/.claude/skillhook.yaml": "log: true\n" };
  const broken = '{"hook_event_name": "UserPromptSubmit", "prompt": 7}';
  assertEquals(await sums({ ...ON, stdin: event("Hello") }), [[own, 1, 1]]);
  assertEquals(await sums({ ...ON, stdin: broken }), [[own, 1, 0]]);
  assertEquals(await sums({ ...OFF, stdin: event("xc") }), []);
  assertEquals(await sums({ ...OFF, files, stdin: event("xc") }), [[own, 1, 1]]);
  assertEquals(await sums({ ...OFF, files, stdin: broken }), []);
});

const HOOKS = {
  hooks: { Stop: [{ hooks: ["guard", "notes"].map((command) => ({ type: "command", command })) }] },
};

function world(more: FakeWorld = {}): FakeWorld {
  const files = { "/h/.claude/settings.json": JSON.stringify(HOOKS) };
  const commands = [[/guard/, { code: 1 }], [/notes/, { durationMs: 12 }]] as const;
  return { ...ON, files, commands, stdin: "{}", ...more };
}

Deno.test("hooks fire keeps how each hook fared, and the doctor names those that never succeed", async () => {
  const host = fakeHost(world());
  for (let at = 0; at < 3; at++) await fireVerb(["Stop"], host);
  const found = (await examine(host, "/p")).filter(({ code }) =>
    code === "hook-beats" || code === "hook-no-success"
  );
  assertEquals(found.map(({ severity }) => severity), ["warning", "info"]);
  assertMatch(
    found[0]!.message,
    /^Stop: "guard": 3 fires, no success, the last on 2026-11-01 00:00; \d+ ms each/,
  );
  assertMatch(found[1]!.message, /^Stop: "notes": 3 fires, 0 failed, the last success on 2026/);
  assertEquals(host.readText(FILE)!.includes("guard"), false);
});

Deno.test("hooks fire keeps nothing and asks no file more while the log is off", async () => {
  const [off, said] = [
    fakeHost(world(OFF)),
    fakeHost(world({ env: { ...ENV, SKILLHOOK_LOG: "0" } })),
  ];
  for (const host of [off, said]) {
    await fireVerb(["Stop"], host);
    assertEquals(Object.keys(host.files).some((path) => path.includes("beats")), false);
  }
  assertEquals(off.log.some((line) => /beats|glance .*skillhook\.yaml/.test(line)), false);
});
