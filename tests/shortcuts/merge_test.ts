/** What settings add, replace and turn off; a bad entry is named and the rest works. */
import { assert, assertEquals } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { mergeShortcuts } from "../../src/shortcuts/builtin.ts";
import { configOf, DEFAULTS } from "../support/settings.ts";

/** Entries of a settings file that cannot be used, and what is said about them. */
const BAD: readonly (readonly [text: string, place: string, message: string])[] = [
  ["shortcuts: x", "1:1", 'Cannot use "shortcuts": expected "key: value" lines: got "x"'],
  ["shortcuts: [x]", "1:1", 'Cannot use "shortcuts": expected "key: value" lines: got a list'],
  [
    "shortcuts:\n  /x: t",
    "2:3",
    'Cannot use "shortcuts./x": the name must be one word of at most 32 characters that does not begin with / ! # @ or <',
  ],
  [
    "directives: { 1d: t }",
    "1:15",
    'Cannot use "directives.1d": the name must be letters, digits, - and _, at most 32, beginning with a letter',
  ],
  ...["5", "true", "[]", "2024-01-01"].map((value, index) =>
    [
      `shortcuts:\n  t: ${value}`,
      "2:3",
      'Cannot use "shortcuts.t": expected a text, a mapping or off: got ' +
      ["5", "true", "a list", "a date"][index],
    ] as const
  ),
  ["shortcuts:\n  t: {}", "2:3", 'Cannot use "shortcuts.t": "text" is missing'],
  [
    'shortcuts:\n  t: " \\n"',
    "2:3",
    'Cannot use "shortcuts.t": expected a text that is not empty',
  ],
  [
    'shortcuts:\n  t:\n    summary: s\n    text: ""',
    "4:5",
    'Cannot use "shortcuts.t.text": expected a text that is not empty',
  ],
  [
    "shortcuts: { t: { txt: x } }",
    "1:19",
    'Unknown key "shortcuts.t.txt": did you mean "text"?',
  ],
  [
    `shortcuts:\n  t: ${"x".repeat(4_001)}`,
    "2:3",
    'Cannot use "shortcuts.t": expected at most 4000 characters: got 4001',
  ],
  [
    'shortcuts:\n  "?": mine',
    "2:3",
    'Cannot use "shortcuts.?": the help shows what is installed and can only be turned off',
  ],
];

Deno.test("mergeShortcuts() has the built-in entries without settings", () => {
  const { shortcuts, directives } = mergeShortcuts(DEFAULTS);
  assertEquals([...shortcuts.keys()], ["s", "x", "xc", "r", "h", "hc", "ci", "?", "h?"]);
  assertEquals([...directives.keys()], ["d", "p"]);
});

Deno.test("mergeShortcuts() adds, replaces and turns off; the project wins over the user", async () => {
  const { settings, diagnostics } = await configOf(
    "shortcuts: { t: project's, s: back }\ndirectives: { d: false }",
    "shortcuts:\n  t: user's\n  x: user's x\n  s:\n  r: false\n  hc: off\n" +
      'directives:\n  q: { text: "  Q  ", summary: ask }\n',
  );
  assertEquals(diagnostics, []);
  const { shortcuts, directives } = mergeShortcuts(settings);
  assertEquals([...shortcuts].map(([key, { text }]) => `${key}=${text.slice(0, 9)}`).slice(0, 3), [
    "s=back",
    "x=user's x",
    "xc=[SHORTCUT",
  ]);
  assertEquals(shortcuts.get("t"), { text: "project's", summary: "project's" });
  assertEquals([shortcuts.get("x")?.text, shortcuts.get("s")?.text], ["user's x", "back"]);
  assertEquals(["r", "hc"].filter((key) => shortcuts.has(key)), []);
  assertEquals([...directives.keys()], ["p", "q"]);
  assertEquals(directives.get("q"), { text: "Q", summary: "ask" });
});

Deno.test("a bad entry is named and the good ones are kept", async () => {
  for (const [text, place, message] of BAD) {
    const { settings, diagnostics } = await configOf(text, "shortcuts: { good: text }");
    assertEquals(diagnostics.map(formatDiagnostic), [`/1.yaml:${place}: ${message}`]);
    const { shortcuts } = mergeShortcuts(settings);
    assert(shortcuts.has("good") && shortcuts.has("?"), message);
    assertEquals([shortcuts.has("t"), shortcuts.has("/x")], [false, false], message);
  }
});

Deno.test("mergeShortcuts() never cuts a character of a summary in two", async () => {
  const text = "\u{1f600}".repeat(60) + "x\nmore";
  const { settings } = await configOf(`shortcuts: { e: ${JSON.stringify("a" + text)} }`);
  assertEquals(
    mergeShortcuts(settings).shortcuts.get("e")?.summary,
    "a" + "\u{1f600}".repeat(49),
  );
});
