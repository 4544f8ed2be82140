/** `$name` as another agent spells a skill: only names of skills change, and every other byte stays in its place. */
import { assertEquals } from "@std/assert";
import { slashed } from "../../src/continuation/parse.ts";

const SKILLS = new Set(["design", "commit", "own:plan", "home"]);
const ROWS: readonly (readonly [string, string])[] = [
  ["$design x, $commit", "/design x, /commit"],
  ["/design x, $own:plan.", "/design x, /own:plan."],
  ["$HOME $1 $$ $ $PATH $nobody", "$HOME $1 $$ $ $PATH $nobody"],
  [
    "${design} $(design) $design/x $design:x a$design $$design",
    "${design} $(design) $design/x $design:x a$design $$design",
  ],
  ['`$design` "$commit" ($design)', '`$design` "$commit" ($design)'],
  ["costs $5, $home", "costs $5, /home"],
  ["no sign", "no sign"],
];

Deno.test("slashed() writes names of skills with a slash", () => {
  for (const [given, expected] of ROWS) {
    assertEquals(slashed(given, "$", (name) => SKILLS.has(name)), expected);
    assertEquals(expected.length, given.length);
  }
});
