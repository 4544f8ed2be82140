/** The prompt's beginning, the order of the modes, and what is no chain at all. */
import { assertEquals } from "@std/assert";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { testChains } from "../support/chain_rows.ts";
import { registryOf } from "../support/registry.ts";

testChains("takes a prompt only if it begins with a registered skill", [
  ["/design", "single: /design"],
  ["/design plans/foo", "single: /design plans/foo"],
  ["  \n\t/design x  ", "single: /design x"],
  ["\uFEFF/design x", "single: /design x"],
  ["/design\nfirst\n\nsecond", "single: /design first\n\nsecond"],
  ["/design\tx", "single: /design x"],
  ["", null],
  ["   ", null],
  ["/", null],
  ["//design", null],
  ["/ design", null],
  ["design", null],
  ["please /design x", null],
  ["please, /design x", null],
  ["and /design x", null],
  ["/unknown, /design x", null],
  ["/Design x", null],
  ["/designs x", null],
  ["/design-x y", null],
  ["/design_x y", null],
  ["/design/x y", null],
  ["/design.md", null],
  ["/design: x", null],
  ["`/design` x", null],
  ['"/design x"', null],
  ["```\n/design x\n```", null],
  ["<command-name>/design</command-name>", null],
  ["- /design x", null],
  ["> /design x", null],
]);

testChains("knows names with hyphens, underscores and plugins, the longest first", [
  ["/plan x", "single: /plan x"],
  ["/plan-adhoc x", "single: /plan-adhoc x"],
  ["/plan_tdd x", "single: /plan_tdd x"],
  ["/design x, /plan users table, /commit", "inline: /design x | /plan users table | /commit"],
  ["/design see x and /plan for reference", "single: /design see x and /plan for reference"],
  ["/design x, /plan users broken, /commit", "inline: /design x | /plan users broken | /commit"],
  ["/plan-adhoc, /plan and /plan_tdd", "inline: /plan-adhoc | /plan | /plan_tdd"],
  ["/plan-ad x", null],
  ["/design, /plan-ad x", "single: /design , /plan-ad x"],
  ["/kit:deploy x", "single: /kit:deploy x"],
  ["/deploy x", "single: /kit:deploy x"],
  ["/other:deploy x", null],
  ["/kit:design x", null],
  ["/design a, /kit:deploy b and /deploy c", "inline: /design a | /kit:deploy b | /kit:deploy c"],
]);

testChains("asks for a list first, then for inline skills, then for one skill", [
  ["/design a, /plan b and\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n- /nope b", "single: /design a and\n- /nope b"],
  ["/design a, /commit and\n- /nope b", "inline: /design a | /commit and\n- /nope b"],
  ["/design a, /commit", "inline: /design a | /commit"],
  ["/design a", "single: /design a"],
]);

testChains("leaves user text that looks like our own alone", [
  ["[CONTINUATION: /commit]", null],
  ["[CONTINUATION-PASSING]\nCurrent: /design\nContinuation: /commit", null],
  ["/design x [CONTINUATION: /plan, /commit]", "single: /design x [CONTINUATION: /plan, /commit]"],
  ["/design [CONTINUATION: /plan, /commit", "single: /design [CONTINUATION: /plan, /commit"],
  ["/design [CONTINUATION: ], /commit", "inline: /design [CONTINUATION: ] | /commit"],
  [
    "/design [CONTINUATION: /a [CONTINUATION: /b] , /commit x]",
    "single: /design [CONTINUATION: /a [CONTINUATION: /b] , /commit x]",
  ],
  [
    "/design [CONTINUATION: a \\] b, /commit c] d, /plan",
    "inline: /design [CONTINUATION: a \\] b, /commit c] d | /plan",
  ],
  [
    "/design [CONTINUATION-PASSING]\nCurrent: /design\nContinuation: /plan, /commit\n\ntext, /commit",
    "single: /design [CONTINUATION-PASSING]\nCurrent: /design\nContinuation: /plan, /commit\n\ntext, /commit",
  ],
]);

Deno.test("parseContinuation() takes names that are properties of every object for names only", () => {
  const odd = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
  for (const name of odd) {
    assertEquals(parseContinuation(`/${name} x`, registryOf({})), null, name);
    const registry = registryOf({ design: [], [name]: [] });
    const chain = parseContinuation(`/design a, /${name} b`, registry);
    assertEquals(chain?.continuation, [{ skill: name, args: "b" }], name);
  }
});
