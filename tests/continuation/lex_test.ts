/** Kinds of lexemes, and the invariant: joined they give the text back. */
import { assertEquals } from "@std/assert";
import { lex } from "../../src/continuation/lex.ts";
import { assertWhole } from "../support/chain_rows.ts";
import { seededRandom } from "../support/random.ts";

/** A text and its lexemes; blanks are left out. */
const ROWS: readonly (readonly [text: string, lexemes: readonly string[]])[] = [
  ["", []],
  [" \t\r\n\u00a0\u3000", []],
  ["a b", ["word a", "word b"]],
  ["foo,/bar", ["word foo,/bar"]],
  ["計画、する", ["word 計画、する"]],
  ["'a b' c", ["quote 'a b'", "word c"]],
  ["don't 'a'", ["word don't", "quote 'a'"]],
  ["'it's a'", ["quote 'it's a'"]],
  ['say("a b")x', ["word say", 'bracket ("a b")', "word x"]],
  ["“a” „b“ ‘c’ «d» 「e」 『f』", [
    "quote “a”",
    "quote „b“",
    "quote ‘c’",
    "quote «d»",
    "quote 「e」",
    "quote 『f』",
  ]],
  ['"open', ['word "open']],
  ['"a\n\nb"', ['word "a', 'word b"']],
  ["`a b`", ["code `a b`"]],
  ["``a ` b``", ["code ``a ` b``"]],
  ["`a\n\nb`", ["word `a", "word b`"]],
  ["```x\n/a\n```", ["fence ```x\n/a\n```"]],
  ["  ~~~\n/a", ["fence ~~~\n/a"]],
  ["x ``` y", ["word x", "word ```", "word y"]],
  ["> a b\nc", ["pasted-line > a b", "word c"]],
  ["$ a\n$b", ["pasted-line $ a", "word $b"]],
  ["[CONTINUATION: a b] c", ["transport [CONTINUATION: a b]", "word c"]],
  ["[CONTINUATION: a b", ["transport [CONTINUATION: a b"]],
  ["[a b] c", ["bracket [a b]", "word c"]],
  ["[a b", ["word [a", "word b"]],
  ["(a [b) c]", ["word (a", "bracket [b) c]"]],
  ["<a b>c d</a> e", ["tag <a b>c d</a>", "word e"]],
  ["<a><a></a> b</a>", ["tag <a><a></a> b</a>"]],
  ["<br> a", ["tag <br>", "word a"]],
  ["<br/> a </br> b", ["tag <br/>", "word a", "tag </br>", "word b"]],
  ["<!-- a -->b", ["tag <!-- a -->", "word b"]],
  ["a < b > c", ["word a", "word <", "word b", "word >", "word c"]],
];

const PIECES = [
  ..."`'\"“”„‘’«»「」『』<>()[]{}|│$❯⎿~\\/,.-#\r\n\t \u00a0\u3000aé計\u{1f600}",
  ...[
    "\ud83d",
    "```",
    "~~~",
    "<!--",
    "-->",
    "<a>",
    "</a>",
    "<a ",
    "/>",
    "\n\n",
    "\n- ",
    "\n> ",
    "\n$ ",
  ],
  ...[
    "[CONTINUATION:",
    "[CONTINUATION-PASSING]",
    "and ",
    ", /x",
    "it's ",
    "  ",
    "word ".repeat(120),
  ],
];

Deno.test("lex() cuts texts into lexemes of the right kind", () => {
  for (const [text, expected] of ROWS) {
    const found = lex(text)
      .filter(({ kind }) => kind !== "space")
      .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
    assertEquals(found, expected, JSON.stringify(text));
    assertWhole(text);
  }
});

Deno.test("lex() loses nothing of 5,000 random texts", () => {
  const random = seededRandom(1);
  for (let round = 0; round < 5_000; round++) assertWhole(random.text(PIECES, 40));
});
