/** What a budget buys, with notices, and what an event may say. */
import { assertEquals } from "@std/assert";
import { fitFragments, type Fragment } from "../../src/budget/fit.ts";
import { fitEvent } from "../../src/budget/fit_event.ts";
import { CAP_TARGET } from "../../src/protocol/decision.ts";

const LONG = "Ten words of a line that holds nothing else.\n".repeat(46).slice(0, 2000);

function fragments(...rows: [string, Fragment["source"], string][]): Fragment[] {
  return rows.map(([name, source, text]) => ({ name, source, text }));
}

Deno.test("fitFragments() lets everything through in order when there is no budget", () => {
  const list = fragments(["m", "mcp", LONG], ["i", "inline", "x"]);
  for (const budget of [undefined, { total: 0, perSkill: 1 }]) {
    const fitted = fitFragments(list, budget);
    assertEquals(fitted.fragments.map(({ name, text, cut }) => ({ name, text, cut })), [
      { name: "m", text: LONG, cut: false },
      { name: "i", text: "x", cut: false },
    ]);
    assertEquals([fitted.excluded, fitted.tokens], [[], 501]);
  }
});

Deno.test("fitFragments() ranks plugins with the user's skills", () => {
  const list = fragments(["p", "project", "a"], ["g", "plugin", "b"], ["u", "user", "c"]);
  const names = fitFragments(list, { total: 9, perSkill: 0 }).fragments.map(({ name }) => name);
  assertEquals(names, ["g", "u", "p"]);
});

Deno.test("fitFragments() says what was cut, what is out, and why", () => {
  const list = fragments(["own", "inline", LONG], ["total", "user", LONG], ["out", "mcp", "x"]);
  const { fragments: kept, excluded, tokens } = fitFragments(list, { total: 150, perSkill: 100 });
  assertEquals(
    kept.map(({ name, cut, why, fullTokens }) => ({ name, cut, why, fullTokens })),
    [
      { name: "own", cut: true, why: "per-skill", fullTokens: 500 },
      { name: "total", cut: true, why: "total", fullTokens: 500 },
    ],
  );
  assertEquals(excluded, [{ name: "out", source: "mcp", tokens: 1, why: "total" }]);
  assertEquals(tokens <= 150 && tokens > 140, true);
  // One notice, not one per cut.
  assertEquals(kept[1]!.text.split("[skillhook").length, 2);
});

Deno.test("fitEvent() joins what fits and says nothing", () => {
  const parts = [
    { name: "a", text: "one" },
    { name: "b", text: "" },
    { name: "c", text: "two" },
  ];
  assertEquals(fitEvent(parts, CAP_TARGET), { text: "one\n\ntwo", cut: [], excluded: [] });
});

Deno.test("fitEvent() pays and shows in the order given", () => {
  const parts = [
    { name: "chain", text: "c".repeat(500), isWhole: true },
    { name: "skill text", text: "s".repeat(3000) },
    { name: "skill index", text: "i".repeat(9000), rest: `run "skillhook index"` },
    { name: "active skills", text: "a" },
  ];
  const { text, cut, excluded } = fitEvent(parts, CAP_TARGET);
  assertEquals([cut, excluded], [["skill index"], ["active skills"]]);
  assertEquals(text.length <= CAP_TARGET && text.length > CAP_TARGET - 120, true);
  assertEquals(text.startsWith(`${"c".repeat(500)}\n\n${"s".repeat(3000)}\n\niiiii`), true);
  const end = `characters left out here: run "skillhook index"]\n\n` +
    "[skillhook: left out to stay under the agent's limit: active skills]";
  assertEquals(text.endsWith(end), true);
});

Deno.test("fitEvent() leaves a whole part out rather than half in", () => {
  const parts = [{ name: "chain", text: "c".repeat(200), isWhole: true }];
  assertEquals(fitEvent(parts, 100), {
    text: "[skillhook: 1 more part left out]",
    cut: [],
    excluded: ["chain"],
  });
});
