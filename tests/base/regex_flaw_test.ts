import { assertEquals, assertThrows } from "@std/assert";
import { regexFlaw } from "../../src/base/regex_flaw.ts";

const OTHER = "a group, a range or a name in it is not understood";

const ROWS: readonly (readonly [pattern: string, flaw: string])[] = [
  ["(a", 'a "(" is never closed (character 1)'],
  ["a(b(c)", 'a "(" is never closed (character 2)'],
  ["a)b", 'a ")" closes nothing (character 2)'],
  ["[)(]x)", 'a ")" closes nothing (character 6)'],
  ["a[b", 'a "[" is never closed (character 2)'],
  ["[\\]", 'a "[" is never closed (character 1)'],
  ["*Bash", '"*" repeats nothing (character 1)'],
  ["a|+b", '"+" repeats nothing (character 3)'],
  ["a**", '"*" repeats nothing (character 3)'],
  ["a*?*", '"*" repeats nothing (character 4)'],
  ["a{2}{3}", '"{" repeats nothing (character 5)'],
  ["(?:*)", '"*" repeats nothing (character 4)'],
  ["^*", '"*" repeats nothing (character 2)'],
  ["a\\", "nothing follows the backslash (character 2)"],
  ["[z-a]", OTHER],
  ["(?<n>a)(?<n>b)", OTHER],
  ["a{3,2}", OTHER],
];

Deno.test("regexFlaw() says in our words why the engine refuses a pattern, and where", () => {
  for (const [pattern, flaw] of ROWS) {
    assertThrows(() => new RegExp(pattern), SyntaxError);
    assertEquals(regexFlaw(pattern), flaw, pattern);
  }
});

Deno.test("regexFlaw() names nothing in what the engine takes", () => {
  const taken = [
    "a(b|c)*?d+",
    "[(*]{2,3}",
    "\\(x\\)",
    "^(?:a|b)$",
    "(?=a)b{1,}",
    "(?<!a)b",
    "a{,2}",
  ];
  for (const pattern of taken) {
    assertEquals(new RegExp(pattern).source, pattern);
    assertEquals(regexFlaw(pattern), OTHER, pattern);
  }
});
