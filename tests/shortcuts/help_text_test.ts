/** `?` lists what is really installed. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { helpText } from "../../src/shortcuts/help_text.ts";
import { mergeShortcuts } from "../../src/shortcuts/builtin.ts";
import { registryOf } from "../support/registry.ts";
import { configOf } from "../support/settings.ts";

const { settings } = await configOf("shortcuts:\n  t: |\n    Run\n    the tests\n  s: off\n");
const INSTALLED = mergeShortcuts(settings);

Deno.test("helpText() lists shortcuts, directives and skills as they are installed", () => {
  const text = helpText(INSTALLED, registryOf({ "zeta": [], "kit:deploy": [], "alpha": [] }));
  const lines = text.split("\n");
  assert(lines.includes("  t    Run"), text);
  assert(lines.includes("  d:   discuss: talk about it, do nothing"), text);
  assertEquals(lines.some((line) => line.startsWith("  s ")), false);
  const skills = lines.filter((line) => line.startsWith("  /"));
  assertEquals(skills, [
    "  /alpha The alpha skill",
    "  /kit:deploy The deploy skill",
    "  /zeta The zeta skill",
  ]);
});

Deno.test("helpText() says where to look when no skill takes part", () => {
  assertStringIncludes(helpText(INSTALLED, registryOf({})), "No cooperative skill is installed");
});

Deno.test("helpText() stays short whatever is installed and counts what it leaves out", () => {
  const names = Array.from({ length: 3_000 }, (_, index) => [`skill-${index}`, []] as const);
  const text = helpText(INSTALLED, registryOf(Object.fromEntries(names)));
  assert(text.length < 9_500, `${text.length}`);
  const shown = text.split("\n").filter((line) => line.startsWith("  /")).length;
  assertStringIncludes(
    text,
    `and ${3_000 - shown} more: \`skillhook chain skills\` lists them all`,
  );
});

Deno.test("helpText() keeps each entry on one line, without half a character", () => {
  const description = "two\nlines\t" + "\u{1f600}".repeat(200);
  const registry = new Map([["a", { ...registryOf({ a: [] }).get("a")!, description }]]);
  const line = helpText(INSTALLED, registry).split("\n").at(-1)!;
  assert(line.startsWith("  /a   two lines ") && line.endsWith("\u{1f600}…"), line);
  assert(line.length <= 160);
});
