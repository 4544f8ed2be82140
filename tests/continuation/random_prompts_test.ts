/** What holds for every prompt, whatever is in it. */
import { assert, assertEquals } from "@std/assert";
import { contextText } from "../../src/continuation/context_text.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { AGENT_CAP } from "../../src/protocol/decision.ts";
import { assertWhole, BARE } from "../support/chain_rows.ts";
import { seededRandom } from "../support/random.ts";

const PIECES = [
  ...[
    ", /plan ",
    " and /commit",
    " then /orchestrate x",
    ", /kit:deploy",
    ", /nope ",
    " and\n- /plan a",
  ],
  ...[
    "\n- /commit",
    "\n- /nope",
    "\n  more",
    "\n- plain",
    "\r\n",
    "\n\n",
    "\t",
    " ",
    "word ",
    "word. ",
  ],
  ...[
    '"',
    "'",
    "`",
    "```\n",
    "\n```\n",
    "<a>",
    "</a>",
    "<!--",
    "-->",
    "(",
    ")",
    "[",
    "]",
    "“",
    "”",
  ],
  ...[
    "[CONTINUATION: /commit]",
    "[CONTINUATION:",
    "\n> ",
    "\n$ ",
    "| ",
    "/tmp/commit",
    "計",
    "\u{1f600}",
  ],
  ...[
    "\ud83d",
    "--commit",
    ", ",
    ",",
    "\\",
    "/",
    "\0",
    "handoff",
    "/handoff",
    "words ".repeat(100),
  ],
];

Deno.test("parseContinuation() keeps its promises for 5,000 random prompts", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 5_000; round++) {
    const prompt = "/design " + random.text(PIECES, 14);
    const shown = JSON.stringify(prompt);
    const chain = parseContinuation(prompt, BARE);
    assert(chain !== null && chain.current.skill === "design", shown);
    let from = 0;
    for (const { skill, args } of [chain.current, ...chain.continuation]) {
      assert(BARE.get(skill) !== undefined, `${skill} of ${shown}`);
      assertEquals(args, args.trim(), shown);
      assert(!args.endsWith(","), shown);
      // Arguments are pieces of the prompt, in order; a list's are joined from whole lines.
      const first = args.split(/\r?\n/, 1)[0]!;
      const at = prompt.indexOf(first, from);
      assert(at >= from, `${first} of ${shown}`);
      from = at;
    }
    assert(contextText(chain).length < AGENT_CAP, shown);
    assertWhole(prompt);
    assertEquals(parseContinuation(`\n ${prompt}\t`, BARE), chain, shown);
    assertEquals(parseContinuation(`please ${prompt}`, BARE), null, shown);
  }
});

/** What follows each name of a prompt, and what joins it to the next one. */
const ARGUMENTS = [
  "",
  " x",
  " plans/foo.md",
  ' say "a, /commit" once',
  " a, b and c",
  "\nline\n\nline",
];
const JOINTS = [", ", " and ", " then ", ", and then ", ",\n", "\nfinally "];
const PROSE = "alpha beta gamma, delta and epsilon don't care; zeta: eta 5\" theta \n iota.".split(
  " ",
);

Deno.test("parseContinuation() reads the same references whatever amount of prose is between them", () => {
  const random = seededRandom(14);
  for (let round = 0; round < 600; round++) {
    const names = Array.from(
      { length: 2 + random.below(4) },
      () => random.pick(["design", "plan-adhoc", "commit"]),
    );
    const joints = names.map(() => random.pick(JOINTS));
    const own = names.map(() => random.pick(ARGUMENTS));
    const promptWith = (prose: readonly string[]) =>
      names.map((name, at) => `/${name}${own[at]}${prose[at]}${joints[at]}`).join("") + "/commit";
    const prose = names.map(() =>
      " " + Array.from({ length: random.below(400) }, () => random.pick(PROSE)).join(" ") + " end"
    );
    const named = (prompt: string) => {
      const chain = parseContinuation(prompt, BARE)!;
      return [chain.current, ...chain.continuation].map(({ skill }) => skill);
    };
    const shown = JSON.stringify(promptWith(prose));
    assertEquals(named(promptWith(names.map(() => ""))), [...names, "commit"], shown);
    assertEquals(named(promptWith(prose)), [...names, "commit"], shown);
    assertWhole(promptWith(prose));
  }
});
