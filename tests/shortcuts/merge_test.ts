/** What settings add, replace and turn off; a bad entry is named and the rest works. */
import { assert, assertEquals } from "@std/assert";
import { diagnose } from "../../src/base/diagnostic.ts";
import type { ConfigLayer } from "../../src/config/config_file.ts";
import { mergeShortcuts } from "../../src/shortcuts/merge.ts";

function layer(scope: "project" | "user", fields: ConfigLayer["fields"]): ConfigLayer {
  return { path: `/${scope}.yaml`, scope, fields };
}

/** Entries of a settings file that cannot be used, and what is said about them. */
const BAD: readonly (readonly [fields: ConfigLayer["fields"], message: string])[] = [
  [{ shortcuts: "x" }, 'Cannot read "shortcuts": expected a mapping: got a string'],
  [{ shortcuts: ["x"] }, 'Cannot read "shortcuts": expected a mapping: got a list'],
  [
    { shortcuts: { "/x": "t" } },
    'Cannot use "shortcuts./x": the name must be one word of at most 32 characters that does not begin with / ! # @ or <',
  ],
  [
    { directives: { "1d": "t" } },
    'Cannot use "directives.1d": the name must be letters, digits, - and _, at most 32, beginning with a letter',
  ],
  [
    { shortcuts: { t: 5 } },
    'Cannot use "shortcuts.t": expected a text, a mapping or off: got a number',
  ],
  [
    { shortcuts: { t: true } },
    'Cannot use "shortcuts.t": expected a text, a mapping or off: got a boolean',
  ],
  [
    { shortcuts: { t: [] } },
    'Cannot use "shortcuts.t": expected a text, a mapping or off: got a list',
  ],
  [{ shortcuts: { t: {} } }, 'Cannot use "shortcuts.t": "text" must be a text that is not empty'],
  [
    { shortcuts: { t: " \n" } },
    'Cannot use "shortcuts.t": "text" must be a text that is not empty',
  ],
  [
    { shortcuts: { t: "x".repeat(4_001) } },
    'Cannot use "shortcuts.t": "text" is over 4000 characters: 4001',
  ],
  [
    { shortcuts: { "?": "mine" } },
    'Cannot use "shortcuts.?": the help shows what is installed and can only be turned off',
  ],
];

Deno.test("mergeShortcuts() has the built-in entries without settings", () => {
  const { shortcuts, directives, diagnostics } = mergeShortcuts({ layers: [], diagnostics: [] });
  assertEquals([...shortcuts.keys()], ["s", "x", "xc", "r", "h", "hc", "ci", "?"]);
  assertEquals([...directives.keys()], ["d", "p"]);
  assertEquals(diagnostics, []);
});

Deno.test("mergeShortcuts() adds, replaces and turns off; the project wins over the user", () => {
  const user = layer("user", {
    shortcuts: { t: "user's", x: "user's x", s: null, r: false, hc: "off" },
    directives: { q: { text: "  Q  ", summary: "ask" } },
  });
  const project = layer("project", {
    shortcuts: { t: "project's", s: "back" },
    directives: { d: false },
  });
  const { shortcuts, directives, diagnostics } = mergeShortcuts({
    layers: [project, user],
    diagnostics: [],
  });
  assertEquals(diagnostics, []);
  assertEquals([...shortcuts].map(([key, { text }]) => `${key}=${text.slice(0, 9)}`).slice(1, 2), [
    "xc=[SHORTCUT",
  ]);
  assertEquals(shortcuts.get("t"), { text: "project's", summary: "project's" });
  assertEquals([shortcuts.get("x")?.text, shortcuts.get("s")?.text], ["user's x", "back"]);
  assertEquals(["r", "hc"].filter((key) => shortcuts.has(key)), []);
  assertEquals([...directives.keys()], ["p", "q"]);
  assertEquals(directives.get("q"), { text: "Q", summary: "ask" });
});

Deno.test("mergeShortcuts() names each bad entry and keeps the good ones", () => {
  for (const [fields, message] of BAD) {
    const good = layer("user", { shortcuts: { good: "text" } });
    const merged = mergeShortcuts({ layers: [layer("project", fields), good], diagnostics: [] });
    assertEquals(merged.diagnostics, [diagnose("settings-value", "/project.yaml", message)]);
    assert(merged.shortcuts.has("good") && merged.shortcuts.has("?"), message);
  }
});

Deno.test("mergeShortcuts() keeps the diagnostics of files and never cuts a character in two", () => {
  const flaw = diagnose("settings-unreadable", "/x", "Bad");
  const text = "\u{1f600}".repeat(60) + "x\nmore";
  const layers = [layer("user", { shortcuts: { e: "a" + text } })];
  const { shortcuts, diagnostics } = mergeShortcuts({ layers, diagnostics: [flaw] });
  assertEquals(diagnostics, [flaw]);
  assertEquals(shortcuts.get("e")?.summary, "a" + "\u{1f600}".repeat(49));
});
