/** Hook mode over a machine in memory: what is said, where, and with which code. */
import { assertEquals, assertMatch } from "@std/assert";
import { diagnose } from "../src/base/diagnostic.ts";
import { EVENTS } from "../src/events/table.ts";
import type { EventModule, EventRow } from "../src/events/event.ts";
import { defineEvent } from "../src/events/event.ts";
import { InputError } from "../src/protocol/input.ts";
import { answer, runHook } from "../src/runner.ts";
import { fakeHost, type FakeWorld } from "./support/fake_host.ts";

const EVENT = '{"hook_event_name":"UserPromptSubmit","prompt":"ci"}';
const SILENCE = { stdout: "", stderr: "", code: 0 };

/** Puts a row into the table for the time of one test. */
async function withRow(
  row: { handle: EventModule<unknown>["handle"] },
  test: () => Promise<void>,
): Promise<void> {
  const table = EVENTS as Record<string, EventRow>;
  const decode: EventModule<unknown>["decode"] = (input) => {
    if (input.fields.bad === true) throw new InputError("Cannot read hook input: it is bad");
    return input;
  };
  const module = defineEvent({ decode, handle: row.handle });
  table.Probe = {
    summary: "",
    deadlineMs: 4_000,
    timeoutS: 5,
    load: () => Promise.resolve(module),
  };
  try {
    await test();
  } finally {
    delete table.Probe;
  }
}

Deno.test("runHook() answers whatever the chunks of the event look like", async () => {
  const expected = await answer(EVENT, fakeHost());
  assertMatch(
    expected.stdout,
    /^\{"hookSpecificOutput":\{"hookEventName":"UserPromptSubmit",.*\}\n$/,
  );
  const bytes = new TextEncoder().encode(EVENT);
  const threes = Array.from(
    { length: Math.ceil(bytes.length / 3) },
    (_, index) => bytes.subarray(index * 3, index * 3 + 3),
  );
  const inputs: FakeWorld["stdin"][] = [
    EVENT,
    "\ufeff" + EVENT,
    " \n" + EVENT + "\n\n",
    EVENT + EVENT,
    EVENT + " trailing garbage",
    { chunks: [EVENT], open: true },
    { chunks: threes, open: true },
    { chunks: ["\ufeff", EVENT, "never read"], open: true },
  ];
  for (const stdin of inputs) {
    assertEquals(await runHook(fakeHost({ stdin: stdin! })), expected, JSON.stringify(stdin));
  }
});

Deno.test("runHook() gives up after its deadline with one line", async () => {
  for (const chunks of [[], ['{"prompt":"half']]) {
    const host = fakeHost({ stdin: { chunks, open: true } });
    assertEquals(await runHook(host), {
      stdout: "",
      stderr: "skillhook: Cannot read hook input: no whole JSON object within 5 s\n",
      code: 1,
    });
    assertEquals(host.monotonic(), 5_000);
  }
});

Deno.test("runHook() refuses what is no event with one line and exit 1", async () => {
  const inputs = [
    "",
    " ",
    "nonsense",
    "[]",
    "null",
    '"x"',
    "5",
    '{"prompt":null}',
    '{"prompt":5}',
    '{"a":',
  ];
  for (const stdin of inputs) {
    const { code, stdout, stderr } = await runHook(fakeHost({ stdin }));
    assertEquals([code, stdout], [1, ""], stdin);
    assertMatch(stderr, /^skillhook: Cannot read hook input: [^\n]+[^.\n]\n$/, stdin);
  }
});

Deno.test("answer() is silent for events it does not know", async () => {
  const events = ["{}", '{"hook_event_name":"Unheard"}', '{"hook_event_name":"toString"}'];
  for (const text of [...events, '{"hook_event_name":"__proto__"}', '{"hook_event_name":""}']) {
    assertEquals(await answer(text, fakeHost()), SILENCE, text);
  }
});

Deno.test("answer() says one line when a handler fails", async () => {
  const failures: readonly (readonly [EventModule<unknown>["handle"], string])[] = [
    [() => {
      throw new Error("two\nlines");
    }, "two lines"],
    [() => Promise.reject(new TypeError("late")), "late"],
    [() => {
      throw "a string";
    }, "a string"],
  ];
  for (const [handle, reason] of failures) {
    await withRow({ handle }, async () => {
      assertEquals(await answer('{"hook_event_name":"Probe"}', fakeHost()), {
        stdout: "",
        stderr: `skillhook: Cannot handle Probe: ${reason}\n`,
        code: 1,
      });
    });
  }
});

Deno.test("answer() lets no handler go on beyond its row's deadline", async () => {
  await withRow({ handle: () => new Promise(() => {}) }, async () => {
    const host = fakeHost();
    const answered = answer('{"hook_event_name":"Probe"}', host);
    // The handler has to be waiting before time passes.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    host.advance(4_000);
    assertEquals((await answered).stderr, "skillhook: Cannot handle Probe: no answer within 4 s\n");
  });
});

Deno.test("answer() tells a bad event of a known kind from a failure of ours", async () => {
  const handle = () => ({ decision: { kind: "pass" } as const, diagnostics: [] });
  await withRow({ handle }, async () => {
    assertEquals(await answer('{"hook_event_name":"Probe","bad":true}', fakeHost()), {
      stdout: "",
      stderr: "skillhook: Cannot read hook input: it is bad\n",
      code: 1,
    });
  });
});

Deno.test("answer() puts diagnostics on standard error beside the answer", async () => {
  const decision = { kind: "context", context: "hi" } as const;
  const diagnostics = [
    diagnose("trigger", { path: "/a", line: 2 }, "Bad"),
    diagnose("trigger", "/b", "Worse"),
  ];
  await withRow({ handle: () => ({ decision, diagnostics }) }, async () => {
    assertEquals(await answer('{"hook_event_name":"Probe"}', fakeHost()), {
      stdout: '{"hookSpecificOutput":{"hookEventName":"Probe","additionalContext":"hi"}}\n',
      stderr: "skillhook: /a:2: Bad\nskillhook: /b: Worse\n",
      code: 0,
    });
  });
});
