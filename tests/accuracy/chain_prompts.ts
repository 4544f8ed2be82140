/** Prompts that begin with a registered skill and are chains, in every spelling: none may be missed. */

/** A chain with what it means, default exits left out. */
export interface ChainPrompt {
  readonly id: string;
  readonly kind: string;
  readonly prompt: string;
  readonly expect: readonly { readonly skill: string; readonly args: string }[];
}

/** Registered all at once with empty default exits; some are prefixes of others. */
export const chainNames: readonly string[] = [
  "design",
  "design-doc",
  "plan",
  "plan-adhoc",
  "plan-adhoc-2",
  "plan_tdd",
  "plan-tdd",
  "orchestrate",
  "commit",
  "review",
  "pr-review",
  "s",
  "superpowers:brainstorming",
  "superpowers:brain",
];

const DELIMITERS: readonly string[] = [
  ", ",
  ",\t",
  ",   ",
  " , ",
  " and ",
  " then ",
  " finally ",
  ", and ",
  ", then ",
  ", finally ",
  " and then ",
  ", and then ",
  " and finally ",
  ", and finally ",
  "\tand\t",
  "\nand ",
  "\r\nthen ",
];

/** Arguments of a skill that is not the last; no delimiter may be found inside, none may be lost. */
const ARGS: readonly string[] = [
  "",
  "plans/foo",
  "/plans/foo/bar",
  "fix it, please",
  "a, b and c",
  "x then y",
  "search and replace",
  "don't break Bob's page",
  "5 o'clock tea",
  'a 5" panel',
  "line one\nline two",
  "line one\r\nline two",
  "see https://example.com/commit",
  "docs/commit.md",
  "the `/commit` flow",
  'print "x, /commit" once',
  "(like plan, /commit)",
  "--flag value",
  "实现登录页面",
  "12/24 and 1/2",
  "yes and/or no",
  "Map<string, number>",
  "if a < b",
  "add a <name> field",
  "[CONTINUATION: /commit]",
  "C:\\tmp\\x",
  "smile :)",
  "mail a@example.com/commit",
  "😀",
  "```\nx, /commit\n```",
  "the brand",
  "/commit.md",
  "Go. Use tabs.",
];

/**
 * Makes the set, in a fixed order.
 *
 * @returns Prompts with the skills they ask for, in order.
 */
export function* chainPrompts(): Generator<ChainPrompt> {
  let number = 0;
  const make = (kind: string, prompt: string, ...expect: (readonly [string, string])[]) => ({
    id: `chain-${++number}`,
    kind,
    prompt,
    expect: expect.map(([skill, args]) => ({ skill, args })),
  });
  for (const delimiter of DELIMITERS) {
    for (const args of ARGS) {
      const first = nameAt(number);
      const second = nameAt(number * 3 + 1);
      const last = number % 3 === 0 ? "" : number % 3 === 1 ? "next.md" : "do a, b and c.";
      yield make(
        `inline ${JSON.stringify(delimiter)}`,
        `${invocation(first, args)}${delimiter}${invocation(second, last)}`,
        [first, args],
        [second, last],
      );
    }
    yield make(
      "three",
      `/design a${delimiter}/plan-adhoc b, c and /commit`,
      ["design", "a"],
      ["plan-adhoc", "b, c"],
      ["commit", ""],
    );
  }
  for (const line of ["\n", "\r\n", " \n", "\t\r\n"]) {
    for (
      const [first, args] of [["design", "plans/foo"], ["s", ""], ["plan-adhoc", "a, b"]] as const
    ) {
      const head = invocation(first, args);
      const own = [first, args] as const;
      yield make("list", `${head} and${line}- /plan`, own, ["plan", ""]);
      yield make(
        "list",
        `${head} and${line}- /plan-adhoc design.md${line}- /orchestrate a, b and c`,
        own,
        ["plan-adhoc", "design.md"],
        ["orchestrate", "a, b and c"],
      );
      yield make(
        "list, indented, then a line end",
        `${head} and${line}  - /superpowers:brainstorming x/y${line}  - /commit${line}`,
        own,
        ["superpowers:brainstorming", "x/y"],
        ["commit", ""],
      );
      yield make(
        "list with an unknown entry",
        `${head} and${line}- /unknown x${line}- /commit y`,
        own,
        ["commit", "y"],
      );
    }
  }
  for (const name of chainNames) {
    yield make("full stop", `/design x, /${name}.`, ["design", "x"], [name, ""]);
    yield make("full stop", `/design x and then /${name}.\n`, ["design", "x"], [name, ""]);
    yield make("blanks around", `  \n/${name}, /${name}  \n`, [name, ""], [name, ""]);
  }
  yield make(
    "unknown in the middle",
    "/design foo, /unknown bar, /commit",
    ["design", "foo, /unknown bar"],
    ["commit", ""],
  );
  yield make("unknown first", "/design, /unknown, /commit", ["design", ", /unknown"], [
    "commit",
    "",
  ]);
  yield make(
    "longer than the name",
    "/design a, /plan-adhoc-3 b, /plan-adhoc-2 c",
    ["design", "a, /plan-adhoc-3 b"],
    ["plan-adhoc-2", "c"],
  );
  yield make(
    "the rest belongs to the last",
    '/design then /plan Handle it (a, b and c). Read-only. See x/y, then z. Mark it "done".',
    ["design", ""],
    ["plan", 'Handle it (a, b and c). Read-only. See x/y, then z. Mark it "done".'],
  );
}

function nameAt(number: number): string {
  return chainNames[number % chainNames.length]!;
}

function invocation(name: string, args: string): string {
  return args === "" ? `/${name}` : `/${name} ${args}`;
}
