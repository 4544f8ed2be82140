/** Cutting to the agent's cap: never over it, never inside a character, and always said. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { AGENT_CAP, CAP_TARGET, capText } from "../../src/protocol/decision.ts";

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

Deno.test("capText() leaves what fits alone", () => {
  for (const text of ["", "x", "x".repeat(CAP_TARGET), "\u{1f600}".repeat(CAP_TARGET / 2)]) {
    assertEquals(capText(text, "rest"), text);
  }
});

Deno.test("capText() stays under the limit with its notice and counts what it cut", () => {
  const texts = {
    "one line": "x".repeat(200_000),
    "lines": "a line of text\n".repeat(20_000),
    "surrogate pairs": "\u{1f600}".repeat(100_000),
    "shifted surrogate pairs": "x" + "\u{1f600}".repeat(100_000),
    "one unit too long": "x".repeat(CAP_TARGET + 1),
    "line feeds": "\n".repeat(50_000),
  };
  for (const [name, text] of Object.entries(texts)) {
    for (const limit of [200, 1_000, 1_001, CAP_TARGET]) {
      const capped = capText(text, "ask for it", limit);
      assert(capped.length <= limit && limit < AGENT_CAP, `${name}: ${capped.length} of ${limit}`);
      assertEquals(HALF.test(capped), false, `${name}: half a character`);
      const at = capped.lastIndexOf("\n[skillhook: ");
      const cut = Number(/skillhook: (\d+) of/.exec(capped.slice(at))?.[1]);
      assertEquals(text.slice(0, at) + text.slice(text.length - cut), text, name);
      assertMatch(capped, /; ask for it\]$/);
    }
  }
});

Deno.test("capText() cuts on a line edge where one is near", () => {
  const capped = capText("a line of text\n".repeat(1_000), "rest", 1_000);
  assertMatch(capped, /text\n\[skillhook: /);
  const far = capText("short\n" + "x".repeat(20_000), "rest", 1_000);
  assertMatch(far, /x\n\[skillhook: /);
});
