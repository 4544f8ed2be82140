import { assertEquals } from "@std/assert";
import { argumentsOf, fillText, splitArguments } from "../../src/loader/fill_text.ts";

const SPLITS: readonly [text: string, words: string[]][] = [
  ["", []],
  ["  ", []],
  ["a  b", ["a", "b"]],
  [`"a b" 'c d' e`, ["a b", "c d", "e"]],
  [`a"b c"d`, ["ab cd"]],
  [`"" ''`, ["", ""]],
  [`a\\ b \\"c`, ["a b", `"c`]],
  [`"a\\"b" 'c\\d'`, [`a"b`, "c\\d"]],
  [`"C:\\dir"`, ["C:\\dir"]],
  [`"never closed`, ["never closed"]],
  ["$(x) `y` ${z}", ["$(x)", "`y`", "${z}"]],
  ["tail\\", ["tail\\"]],
];

for (const [text, words] of SPLITS) {
  Deno.test(`splitArguments() splits ${JSON.stringify(text)} as a shell would`, () => {
    assertEquals(splitArguments(text), words);
  });
}

const FILLS: readonly [text: string, filled: string][] = [
  ["$ARGUMENTS", `one "two three"`],
  ["$ARGUMENTS[1] $ARGUMENTS[0]!", "two three one!"],
  ["$ARGUMENTS[7]", "$ARGUMENTS[7]"],
  ["$0, $1 and $2", "one, two three and $2"],
  ["$10 $1st $1.5", "$10 $1st two three.5"],
  ["\\$1 \\$ARGUMENTS", "$1 $ARGUMENTS"],
  ["$issue-$kind $other $kinds", "one-two three $other $kinds"],
  ["$missing.", "."],
  ["```sh\nawk '{print $1}' $issue\n```\n$1", "```sh\nawk '{print $1}' $issue\n```\ntwo three"],
  ["```\n$ARGUMENTS\n```", '```\none "two three"\n```'],
  ["${CLAUDE_SESSION_ID} ${OTHER} $CLAUDE_SESSION_ID", "s1 ${OTHER} $CLAUDE_SESSION_ID"],
  ["cost: $5", "cost: $5"],
  ["$", "$"],
  ["$$0", "$one"],
];

for (const [text, filled] of FILLS) {
  Deno.test(`fillText() fills ${JSON.stringify(text)}`, () => {
    const given = argumentsOf(`one "two three"`);
    const variables = { CLAUDE_SESSION_ID: "s1" };
    const names = ["issue", "kind", "missing"];
    assertEquals(fillText(text, { variables, given, names }), filled);
  });
}

Deno.test("fillText() never looks at a value again", () => {
  const given = argumentsOf("'$1' '${CLAUDE_SESSION_ID}' '$ARGUMENTS'");
  const variables = { CLAUDE_SESSION_ID: "$0 ${CLAUDE_SESSION_ID}" };
  const filled = fillText("$0|$1|${CLAUDE_SESSION_ID}", { variables, given, names: [] });
  assertEquals(filled, "$1|${CLAUDE_SESSION_ID}|$0 ${CLAUDE_SESSION_ID}");
});
