import { assert, assertEquals } from "@std/assert";
import { wantedEntries } from "../../src/install/own_places.ts";
import { planInstall, planUninstall } from "../../src/install/settings_edit.ts";
import { SETTINGS_ROWS } from "./settings_files.ts";

const WANTED = wantedEntries("/opt/skillhook");
const same = (a: string, b: string) => a === b;

function install(text: string, take: "ours" | "theirs" = "theirs") {
  const plan = planInstall(text, WANTED, take, same);
  assert(!("flaw" in plan), JSON.stringify(plan));
  return plan;
}

for (const { name, text, refused } of SETTINGS_ROWS) {
  Deno.test(`planInstall() ${refused === undefined ? "adds to" : "refuses"} a file: ${name}`, () => {
    const plan = planInstall(text, WANTED, "theirs", same);
    if (refused !== undefined) {
      assert("flaw" in plan);
      assertEquals(`:${plan.line}:${plan.column}:`, refused);
      return;
    }
    assert(!("flaw" in plan), JSON.stringify(plan));
    const bare = (json: string) => JSON.parse(json.replace(/^\ufeff/, "").trim() || "{}");
    const before = bare(text);
    const after = bare(plan.text);
    // Everything that was there is there; the agent finds each of our entries once, behind the others.
    for (const { event, group } of WANTED) {
      assertEquals(after.hooks[event], [...before.hooks?.[event] ?? [], group]);
      delete after.hooks[event];
      delete before.hooks?.[event];
    }
    before.hooks ??= {};
    assertEquals(after, before);
    assertEquals(install(plan.text), {
      ...{ text: plan.text, added: [], updated: [], edited: [] },
    });
  });
}

Deno.test("planInstall() keeps every line that was there, in its order", () => {
  for (const { text, refused } of SETTINGS_ROWS) {
    if (refused !== undefined || !text.includes("\n  ")) continue;
    const after = install(text).text;
    let from = 0;
    for (const line of text.split("\n")) {
      const bare = line.replace(/\r$/, "").replace(/[\]}]+$/, "");
      from = after.indexOf(bare, from);
      assert(from >= 0, line);
    }
    assertEquals(after.includes("\r\n"), text.includes("\r\n"));
    assertEquals(after.endsWith("\n"), text.endsWith("\n"));
  }
});

Deno.test("planUninstall() takes exactly ours out of a file that changed meanwhile", () => {
  for (const { name, text, refused } of SETTINGS_ROWS) {
    if (refused !== undefined || text.trim() === "" || /\{\s*\}|\[\s+\]|\[\]/.test(text)) continue;
    const changed = install(text).text.replace('"model"', '"modell"');
    const plan = planUninstall(changed, () => false);
    assertEquals("text" in plan && plan.text, text.replace('"model"', '"modell"'), name);
  }
});

const EDITS: readonly (readonly [string, (text: string) => string])[] = [
  ["another time-out", (text) => text.replace('"timeout": 10', '"timeout": 30')],
  ["another program", (text) => text.replace("/opt/skillhook", "/home/ada/bin/skillhook")],
  ["another key", (text) => text.replace('"timeout": 10', '"timeout": 10, "async": true')],
  ["another matcher", (text) => text.replace('"matcher": "', '"matcher": "Task|')],
];

for (const [name, edit] of EDITS) {
  Deno.test(`planInstall() shows an entry that somebody edited: ${name}`, () => {
    const text = edit(install('{\n  "a": 1\n}\n').text);
    const theirs = install(text);
    assertEquals([theirs.text, theirs.added, theirs.edited.length], [text, [], 1]);
    const ours = install(text, "ours");
    assertEquals(install(ours.text).edited, []);
    assertEquals(JSON.parse(ours.text), JSON.parse(install('{"a": 1}').text));
  });
}

Deno.test("planInstall() finds its entries among others in one group, and twice", () => {
  const own = { type: "command", command: "/opt/skillhook", args: ["hook"], timeout: 10 };
  const other = { type: "command", command: "true" };
  const shared = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [other, own] }] } });
  assertEquals(install(shared).edited, []);
  const removed = planUninstall(shared, () => false);
  assertEquals("text" in removed && JSON.parse(removed.text), {
    hooks: { UserPromptSubmit: [{ hooks: [other] }] },
  });
  const twice = JSON.stringify({
    hooks: { UserPromptSubmit: [{ hooks: [own] }, { hooks: [own] }] },
  });
  assertEquals(install(twice).edited.map(({ theirs }) => theirs.length), [2]);
  assertEquals(install(install(twice, "ours").text).edited, []);
});

Deno.test("planUninstall() leaves what only looks like ours", () => {
  const rows = [
    { type: "command", command: "/opt/skillhook hook" },
    { type: "command", command: "/opt/skillhook", args: ["hook", "--record", "/tmp/x"] },
    { type: "command", command: "/opt/skillhook-old", args: ["hook"] },
    { type: "http", url: "http://localhost/skillhook" },
  ];
  const text = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: rows }] } });
  assertEquals(planUninstall(text, () => false), { text, removed: [] });
});

Deno.test("planInstall() replaces what an older version wrote, and nothing that was edited since", () => {
  const now = install('{"a": 1}').text;
  const old = now.replaceAll('"timeout": 50', '"timeout": 40');
  const wrote = new Set(
    Object.values(JSON.parse(old).hooks as Record<string, [unknown]>).map(
      ([group]) => JSON.stringify(group),
    ),
  );
  const isUnedited = (_event: string, group: unknown) => wrote.has(JSON.stringify(group));
  const plan = planInstall(old, WANTED, "theirs", same, isUnedited);
  assert("updated" in plan);
  assert(plan.updated.includes("PreToolUse"));
  assertEquals([plan.edited, JSON.parse(plan.text)], [[], JSON.parse(now)]);
  const edited = planInstall(old.replace("40", "41"), WANTED, "theirs", same, isUnedited);
  assert("edited" in edited && edited.edited.length === 1 && edited.text.includes("41"));
});
