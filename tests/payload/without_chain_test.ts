import { assertEquals } from "@std/assert";
import { contextText } from "../../src/continuation/context_text.ts";
import { printArgs } from "../../src/continuation/chain.ts";
import { withoutChain } from "../../src/payload/without_chain.ts";
import { assertLinear } from "../support/steps.ts";

const BLOCK = contextText({
  current: { skill: "design", args: "plans/foo" },
  continuation: [{ skill: "plan-adhoc", args: "a [1], /b" }, { skill: "commit", args: "" }],
});
const TERMINAL = contextText({ current: { skill: "commit", args: "" }, continuation: [] });

/** A prompt, and what is left of it; `undefined`: all of it. */
const ROWS: readonly [prompt: string, left: string | undefined][] = [
  ["Do it [CONTINUATION: /commit]", "Do it"],
  ["Do it [CONTINUATION: /commit] now", "Do it now"],
  ["[CONTINUATION: /commit]\nDo it", "Do it"],
  ["a\n  [CONTINUATION: /x y\\], /z]\nb", "a\nb"],
  ["Do it [CONTINUATION: ]", "Do it"],
  ["Do it [CONTINUATION: ,]", "Do it"],
  ["cut off [CONTINUATION: /a, /b", "cut off"],
  ["lines [CONTINUATION: /a,\n  /b] end", "lines end"],
  ["in [CONTINUATION: /a [CONTINUATION: /b]] in", "in in"],
  ["in [CONTINUATION: /a, [CONTINUATION: /b], /c] in", "in in"],
  ["pairs [CONTINUATION: /a x[0], /b [y]] end", "pairs end"],
  ["half [CONTINUATION: /a [y, /b] end", "half end"],
  ["half [CONTINUATION: /a [y\\], /b] see [1]", "half see [1]"],
  ["two [CONTINUATION: /a] and [CONTINUATION: /b] x", "two and x"],
  [BLOCK, ""],
  [`Before\n\n${BLOCK}\n\nAfter`, "Before\n\n\nAfter"],
  [`Before ${BLOCK}\nAfter`, "Before \nAfter"],
  [`${TERMINAL}\nTask`, "Task"],
  [`> ${BLOCK.replaceAll("\n", "\n> ")}\nTask`, "Task"],
  [BLOCK.replaceAll("\n", "\r\n") + "\r\nTask", "Task"],
  ["[CONTINUATION-PASSING]\nTask", "Task"],
  ["Task\n[CONTINUATION-PASSING]\nCurrent: /a\nDo this", "Task\nDo this"],
  ['Then\n  Skill(skill: "commit", args: "[CONTINUATION: /x]")\nDone', "Then\nDone"],
  [`One line: ${TERMINAL.replaceAll("\n", "\\n")} tail`, "One line:  tail"],
  ["```\nnever closed\n[CONTINUATION: /a]", "```\nnever closed\n"],
  ["Use `x` [CONTINUATION: /a] and `y`", "Use `x` and `y`"],
  // Talk about the format is left alone.
  ["```\n[CONTINUATION: /a]\n```\nExplain this", undefined],
  [`\`\`\`text\n${BLOCK}\n\`\`\`\nExplain this`, undefined],
  [`~~~\n${BLOCK}\n~~~`, undefined],
  ["The suffix `[CONTINUATION: /a]` is peeled", undefined],
  ["The [CONTINUATION: …] suffix is peeled", undefined],
  ["Explain [CONTINUATION-PASSING] please", undefined],
  ["What does [CONTINUATION-PASSING]\nmean here?", undefined],
  ["\\[CONTINUATION: /a] is escaped", undefined],
  ["Current: /a\nContinuation: /b", undefined],
  ["continuation: none, [continuation: /a]", undefined],
  ["", undefined],
];
Deno.test("withoutChain() takes chains out and leaves everything else", () => {
  for (const [prompt, left] of ROWS) {
    const { text, removed } = withoutChain(prompt);
    assertEquals(text, left ?? prompt, JSON.stringify(prompt));
    assertEquals(removed > 0, left !== undefined, JSON.stringify(prompt));
  }
});

Deno.test("withoutChain() takes out whatever the transport prints", () => {
  const args = [
    "x",
    "a, /b",
    "c]d",
    "e\\",
    "[CONTINUATION: /z]",
    "line\nline",
    "`",
    '"q"',
    "[",
    "é",
  ];
  for (const first of args) {
    for (const second of args) {
      const own = printArgs("plans/foo", [{ skill: "n", args: first }, {
        skill: "m",
        args: second,
      }]);
      assertEquals(withoutChain(`Work on ${own}`).text, "Work on plans/foo", own);
    }
  }
});

Deno.test("withoutChain() is done after one time", () => {
  for (const [prompt] of ROWS) {
    const { text } = withoutChain(prompt);
    assertEquals(withoutChain(text), { text, removed: 0 }, JSON.stringify(prompt));
  }
});

Deno.test("withoutChain() grows about as its prompt, whatever the prompt", async () => {
  const shapes = [
    "[CONTINUATION: ",
    "[CONTINUATION: /a\n/",
    "[CONTINUATION-PASSING] x ",
    "[CONTINUATION-PASSING]\nCurrent: /x\n\n\n",
    "`` x `` ",
    "x `a`\n",
    "\\[CONTINUATION:",
    'Skill(skill: "x ',
    " [CONTINUATION: /a\n",
    "[CONTINUATION: [CONTINUATION: ]]",
    "[CONTINUATION: [ ]",
    "[CONTINUATION: [[ ] x",
    "[CONTINUATION: [",
  ];
  for (const shape of shapes) {
    const textOf = (length: number) => shape.repeat(length / shape.length) + "[CONTINUATION: /a]";
    await assertLinear(withoutChain, textOf, { about: JSON.stringify(shape) });
  }
});
