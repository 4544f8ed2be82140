/** What a settings file may say, and what is said about one that is wrong. */
import { wholeMessage } from "../../src/base/diagnostic.ts";
import { assertEquals, assertMatch } from "@std/assert";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import type { Handler } from "../../src/hooks/handler.ts";
import { HOOK_EVENTS } from "../../src/protocol/hook_events.ts";
import { hooksOf, readHooks } from "../../src/hooks/read_hooks.ts";

function read(hooks: unknown, shape?: Handler["shape"]): { handlers: Handler[]; flaws: string[] } {
  const diagnostics: Diagnostic[] = [];
  const place = { path: "/s.json", scope: "user", needsApproval: false } as const;
  const handlers = readHooks(hooks, { place, isUntrusted: false, shape, diagnostics });
  return { handlers, flaws: diagnostics.map(wholeMessage) };
}

const RUN = { type: "command", command: "true" };

Deno.test("readHooks() reads both shapes out of one list, in order", () => {
  const { handlers, flaws } = read({
    Stop: [RUN, { hooks: [RUN, { type: "prompt", prompt: "Done?" }] }, { ...RUN, command: "x" }],
  });
  assertEquals(handlers.map(({ shape, origin }) => [shape, origin.key]), [
    ["flat", "hooks.Stop[0]"],
    ["agent", "hooks.Stop[1].hooks[0]"],
    ["agent", "hooks.Stop[1].hooks[1]"],
    ["flat", "hooks.Stop[2]"],
  ]);
  assertEquals(flaws, []);
  const forced = read({ Stop: [RUN, { hooks: [RUN] }] }, "agent").handlers;
  assertEquals(forced.map(({ shape }) => shape), ["agent", "agent"]);
});

Deno.test("readHooks() runs the command that an agent of a flat list brings along", () => {
  const agent = { type: "agent", command: "check", prompt: "Look" };
  const { handlers, flaws } = read({
    Stop: [agent, { hooks: [agent] }, { ...agent, command: "" }],
  });
  assertEquals(handlers.map(({ action }) => action.type), ["command", "agent", "agent"]);
  assertEquals(flaws, []);
});

Deno.test("readHooks() takes all 33 events", () => {
  const names = Object.keys(HOOK_EVENTS);
  const { handlers, flaws } = read(Object.fromEntries(names.map((name) => [name, [RUN]])));
  assertEquals([names.length, handlers.length, flaws], [33, 33, []]);
});

/** One flaw each; beside it stands a good handler that must survive. */
const FLAWS: readonly [what: string, hooks: unknown, flaw: RegExp, left: number][] = [
  ["a list", [], /^hooks: Ignored: expected an object: got list$/, 0],
  ["a string", "x", /^hooks: Ignored: expected an object: got string$/, 0],
  ["an unknown event", { PreToolUs: [RUN], Stop: [RUN] }, /PreToolUs: .*"PreToolUse"\?$/, 1],
  ["an event that is no list", { Stop: RUN, SubagentStop: [RUN] }, /hooks\.Stop: .*list: got o/, 1],
  ["an item that is no object", { Stop: [7, RUN] }, /hooks\.Stop\[0\]: .*object: got number$/, 1],
  ["hooks that are no list", { Stop: [{ hooks: {} }, RUN] }, /Stop\[0\]\.hooks: .*list: got o/, 1],
  ["an inner null", { Stop: [{ hooks: [null, RUN] }] }, /Stop\[0\]\.hooks\[0\]: .*got null$/, 1],
  ["no type", { Stop: [{ command: "x" }, RUN] }, /Stop\[0\]\.type: .*"type" is missing/, 1],
  ["a type", { Stop: [{ type: "comand" }, RUN] }, /type: .*"comand": did you mean "command"\?$/, 1],
  ["no command", { Stop: [{ type: "command" }, RUN] }, /\[0\]\.command: .*"command" is missing/, 1],
  [
    "a number",
    { Stop: [{ type: "command", command: 5 }, RUN] },
    /command: .*string: got number/,
    1,
  ],
  ["args", { Stop: [{ ...RUN, args: "-x" }, RUN] }, /\.args: .*list of strings: got string$/, 1],
  [
    "a shell",
    { Stop: [{ ...RUN, shell: "fish" }, RUN] },
    /\.shell: .*"powershell": got "fish"$/,
    1,
  ],
  ["a time-out", { Stop: [{ ...RUN, timeout: "5" }] }, /\.timeout: Ignored: .*got "5"$/, 1],
  ["once", { Stop: [{ ...RUN, once: "yes" }] }, /\.once: Ignored: expected true or false/, 1],
  ["onFailure", { Stop: [{ ...RUN, onFailure: "stop" }] }, /\.onFailure: Ignored: .*"stop"$/, 1],
  [
    "a bad pattern",
    { PreToolUse: [{ matcher: "Bash(", hooks: [RUN] }, RUN] },
    /PreToolUse\[0\]\.matcher: Left out its handlers: bad regular expression: /,
    1,
  ],
  [
    "a matcher of a wrong type",
    { PreToolUse: [{ matcher: ["Bash"], hooks: [RUN] }, RUN] },
    /\.matcher: Left out its handlers: expected a string: got list$/,
    1,
  ],
  ["a rule", { PreToolUse: [{ ...RUN, if: "Bash(git" }, RUN] }, /\.if: Left out .*"Bash\(git"$/, 1],
  ["a rule elsewhere", { Stop: [{ ...RUN, if: "Bash" }] }, /never runs on Stop/, 1],
  ["a url", { Stop: [{ type: "http", url: "ftp://x" }, RUN] }, /\.url: .*http or https/, 1],
  [
    "a prompt where none can be",
    { Notification: [{ hooks: [{ type: "prompt", prompt: "?" }, RUN] }] },
    /Notification takes no prompt handlers$/,
    1,
  ],
];

for (const [what, hooks, flaw, left] of FLAWS) {
  Deno.test(`readHooks() names ${what} and keeps the rest`, () => {
    const { handlers, flaws } = read(hooks);
    assertEquals([handlers.length, flaws.length], [left, 1], flaws.join("\n"));
    assertMatch(flaws[0]!, flaw);
  });
}

Deno.test("readHooks() ignores a matcher on an event that takes none, as the agent does", () => {
  const { handlers, flaws } = read({ Stop: [{ matcher: "Bash(", hooks: [RUN] }] });
  assertEquals([handlers[0]?.matcher, flaws], [undefined, []]);
});

Deno.test("hooksOf() finds hooks under their key or as the whole file", () => {
  assertEquals(hooksOf({ hooks: { Stop: [] }, model: "x" }), { Stop: [] });
  assertEquals(hooksOf({ Stop: [] }), { Stop: [] });
  assertEquals(hooksOf({ model: "x" }), undefined);
});
