/** Printing and peeling: each undoes the other, whatever people put into arguments. */
import { assertEquals } from "@std/assert";
import { type Invocation, peel, printArgs, printCall } from "../../src/continuation/chain.ts";
import { seededRandom } from "../support/random.ts";

const ROUNDS = 20_000;
const SKILLS = ["a", "plan-adhoc", "kit:deploy", "under_score"];
const HOSTILE = [
  ...[
    ",",
    "/",
    "]",
    "[",
    "\\",
    '"',
    "'",
    "\n",
    "\r",
    "\t",
    " ",
    "a",
    "n",
    "r",
    "\0",
    "\v",
    "計",
    "、",
  ],
  ...[
    "[CONTINUATION:",
    "[CONTINUATION: /x, /y]",
    "[CONTINUATION-PASSING]",
    "Current: /a b",
    "\u2028",
  ],
  ...[
    "\nContinuation: /a, /b",
    ", /x",
    ",/x",
    " /x",
    "\\]",
    "\\,",
    "\\n",
    "--commit",
    "\u{1f600}",
    "\ud83d",
  ],
  ...["Skill(skill: ", "\u00a0", "\u3000", "  "],
];

/** What a model writes, and what it means. */
const PEELED: readonly (readonly [text: string, args: string, entries: readonly string[]])[] = [
  ["", "", []],
  ["plans/foo", "plans/foo", []],
  ["[CONTINUATION: ]", "", []],
  ["[CONTINUATION:]", "", []],
  ["x [CONTINUATION: ]", "x", []],
  ["[CONTINUATION: /a]", "", ["a()"]],
  ["[CONTINUATION:/a,/b]", "", ["a()", "b()"]],
  ["[CONTINUATION:  /a  x ,  /b  ]", "", ["a(x)", "b()"]],
  ["x y [CONTINUATION: /a b c, /kit:d --e]", "x y", ["a(b c)", "kit:d(--e)"]],
  ["[CONTINUATION: /a b, c and d, /e]", "", ["a(b, c and d)", "e()"]],
  ["[CONTINUATION: /a x, /tmp/dir, /e]", "", ["a(x, /tmp/dir)", "e()"]],
  ["[CONTINUATION: /a x], more", ", more", ["a(x)"]],
  ["[CONTINUATION: /a, /b", "[CONTINUATION: /a, /b", []],
  ["x \\[CONTINUATION: /a]", "x [CONTINUATION: /a]", []],
  ["[CONTINUATION: /a arr[0], /b]", "", ["a(arr[0])", "b()"]],
  ["x [CONTINUATION: /a [y], [z], /b [w]]", "x", ["a([y], [z])", "b([w])"]],
  ["[CONTINUATION: /a [y], /b", ", /b", ["a([y)"]],
  ["[CONTINUATION: /a [y\\], /b]", "", ["a([y])", "b()"]],
  ["[CONTINUATION: /a [, /b]", "", ["a([)", "b()"]],
  ["[CONTINUATION: /a x,\n/b,\r\n  /c]", "", ["a(x)", "b()", "c()"]],
  ["x [CONTINUATION: /a y, [CONTINUATION: /b z]]", "x", ["a(y)", "b(z)"]],
  ["[CONTINUATION: /a [CONTINUATION: /b [CONTINUATION: /c]]]", "", ["a()", "b()", "c()"]],
  ["[CONTINUATION: /a, [CONTINUATION: /b], /c]", "", ["a()", "b()", "c()"]],
  ["[CONTINUATION: /a \\[CONTINUATION: /b\\], /c]", "", ["a([CONTINUATION: /b])", "c()"]],
  ["[CONTINUATION: /a] [CONTINUATION: /b]", "[CONTINUATION: /a]", ["b()"]],
  ["[CONTINUATION: a, b]", "", []],
  ["[CONTINUATION: /a C:\\dir]", "", ["a(C:\\dir)"]],
  [
    "text with [CONTINUATION-PASSING] in it [CONTINUATION: /a]",
    "text with [CONTINUATION-PASSING] in it",
    ["a()"],
  ],
  ["[CONTINUATION-PASSING]\nCurrent: /x y\nContinuation: /a b, /c\n\nAfter …", "y", [
    "a(b)",
    "c()",
  ]],
  ["[CONTINUATION-PASSING]\nCurrent: /x\nContinuation: (empty)\n\nSkill is terminal.", "", []],
];

function short({ skill, args }: Invocation): string {
  return `${skill}(${args})`;
}

Deno.test("peel() reads what a model writes", () => {
  for (const [text, args, entries] of PEELED) {
    const peeled = peel(text);
    assertEquals([peeled.args, peeled.entries.map(short)], [args, entries], JSON.stringify(text));
  }
});

Deno.test("printCall() prints one valid call on one line", () => {
  const rows:
    readonly (readonly [target: Invocation, rest: readonly Invocation[], call: string])[] = [
      [{ skill: "a", args: "" }, [], 'Skill(skill: "a", args: "")'],
      [{ skill: "a", args: "x" }, [], 'Skill(skill: "a", args: "x")'],
      [
        { skill: "a", args: "" },
        [{ skill: "b", args: "" }],
        'Skill(skill: "a", args: "[CONTINUATION: /b]")',
      ],
      [
        { skill: "a", args: "x" },
        [{ skill: "b", args: "y" }],
        'Skill(skill: "a", args: "x [CONTINUATION: /b y]")',
      ],
      [
        { skill: "a", args: 'say "hi" \\ \n' },
        [],
        'Skill(skill: "a", args: "say \\"hi\\" \\\\ \\n")',
      ],
      [{ skill: 'a"b', args: "" }, [], 'Skill(skill: "a\\"b", args: "")'],
    ];
  for (const [target, rest, call] of rows) assertEquals(printCall(target, rest), call);
});

Deno.test(`${ROUNDS} random chains survive being handed on to their end`, () => {
  const random = seededRandom(4);
  for (let round = 0; round < ROUNDS; round++) {
    const chain = Array.from({ length: 1 + random.below(4) }, (): Invocation => ({
      skill: random.pick(SKILLS),
      args: random.text(HOSTILE, 8).trim(),
    }));
    walk(chain);
  }
});

/** What each skill of a chain receives is what was meant for it, and the last one is told that it is the last. */
function walk(chain: readonly Invocation[]): void {
  let call = printCall(chain[0]!, chain.slice(1));
  for (const [index, expected] of chain.entries()) {
    assertEquals(/[\r\n]/.test(call), false, "a call is one line");
    const [skill, args] = readCall(call);
    const peeled = peel(args);
    assertEquals(skill, expected.skill);
    assertEquals(peeled.args, expected.args, call);
    assertEquals(peeled.entries, chain.slice(index + 1), call);
    assertEquals(printArgs(peeled.args, peeled.entries), args);
    const [next, ...rest] = peeled.entries;
    if (next !== undefined) call = printCall(next, rest);
  }
}

/** The two JSON strings of a call. */
function readCall(call: string): [skill: string, args: string] {
  const body = call.replace(/^Skill\(skill: /, '{"skill":').replace(/, args: /, ',"args":');
  const { skill, args } = JSON.parse(body.replace(/\)$/, "}"));
  return [skill, args];
}
