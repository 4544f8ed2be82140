/** Arguments as every verb reads them. */
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readOptions } from "../../src/cli/options.ts";
import { VerbError } from "../../src/cli/verb.ts";

const ROW = {
  "[A]": "The first",
  "[B]": "The second",
  "--registry FILE": "A file",
  "--given X…": "Some",
  "--last N": { from: 1, default: 20, says: "How many" },
  "--by section|line": { default: "section", says: "How" },
  "--json": "JSON",
  "--no-cache": "No cache",
  "--text": "Text",
  oneOf: ["json", "text"],
} as const;
/** What must be given. */
const STRICT = {
  EVENT: { choices: ["Stop", "Start"], says: "An event" },
  "--max N": { required: true, says: "Tokens" },
} as const;

/** Arguments and what is read from them. */
const READ: readonly (readonly [
  args: readonly string[],
  read: {
    registry?: string;
    given?: string[];
    last?: number;
    by?: string;
    json?: boolean;
    noCache?: boolean;
    operands?: string[];
  },
])[] = [
  [[], {}],
  [["a"], { operands: ["a"] }],
  [["-"], { operands: ["-"] }],
  [["--json", "a"], { json: true, operands: ["a"] }],
  [["a", "--json"], { json: true, operands: ["a"] }],
  [["--registry", "f"], { registry: "f" }],
  [["--registry=f"], { registry: "f" }],
  [["--registry=a=b"], { registry: "a=b" }],
  [["--registry", ""], { registry: "" }],
  [["a", "--registry", ""], { registry: "", operands: ["a"] }],
  [["--registry", "", "a"], { registry: "", operands: ["a"] }],
  [["--registry="], { registry: "" }],
  [["--registry", "-"], { registry: "-" }],
  [["--registry", "", "--registry", "b"], { registry: "b" }],
  [["--given", "", "--given=", "a"], { given: ["", ""], operands: ["a"] }],
  [["", ""], { operands: ["", ""] }],
  [["--json", "true"], { json: true, operands: ["true"] }],
  [["--json", ""], { json: true, operands: [""] }],
  [["--no-cache", "false"], { noCache: true, operands: ["false"] }],
  [["--registry=a", "--registry", "b"], { registry: "b" }],
  [["--given", "a", "--given=b"], { given: ["a", "b"] }],
  [["--last", "3", "--by=line"], { last: 3, by: "line" }],
  [["007", "1e3"], { operands: ["007", "1e3"] }],
  [["true"], { operands: ["true"] }],
  [["--", "--json"], { operands: ["--json"] }],
  [["a", "--", "-b"], { operands: ["a", "-b"] }],
  [["/design x, /commit"], { operands: ["/design x, /commit"] }],
];

/** Arguments and what is wrong with them. */
const REFUSED: readonly (readonly [args: readonly string[], reason: string])[] = [
  [["a", "b", "c"], 'Unexpected argument "c"'],
  [["a", "--", "b", "c"], 'Unexpected argument "c"'],
  [["--jsn"], 'Unknown option "--jsn": did you mean "--json"?'],
  [["--regitsry=f"], 'Unknown option "--regitsry": did you mean "--registry"?'],
  [["--nonsense"], 'Unknown option "--nonsense"'],
  [["-x"], 'Unknown option "-x"'],
  [["--registry"], 'Option "--registry" needs a value'],
  [["--registry", "--json"], 'Option "--registry" needs a value'],
  [["--registry", "--", "a"], 'Option "--registry" needs a value'],
  [["--registry=a", "--registry"], 'Option "--registry" needs a value'],
  [["--given", "a", "--given"], 'Option "--given" needs a value'],
  [["--constructor", "a"], 'Unknown option "--constructor"'],
  [["--__proto__=a"], 'Unknown option "--__proto__"'],
  [["--_", "a"], 'Unknown option "--_"'],
  [["-_"], 'Unknown option "-_"'],
  [["--registry.a=b"], 'Unknown option "--registry.a": did you mean "--registry"?'],
  [["--no-json"], 'Unknown option "--no-json"'],
  [["--json=false"], 'Option "--json" takes no value'],
  [["--no-cache=true"], 'Option "--no-cache" takes no value'],
  [["--last", "0"], 'Option "--last" needs a whole number from 1: got "0"'],
  [["--last", "1e3"], 'Option "--last" needs a whole number from 1: got "1e3"'],
  [["--last", "99999999999999999999"], 'Option "--last" needs a whole number from 1: got "9999'],
  [["--last=-1"], 'Option "--last" needs a whole number from 1: got "-1"'],
  [
    ["--by", "lines"],
    'Option "--by" must be one of section, line: got "lines": did you mean "line"?',
  ],
  [["--by="], 'Option "--by" must be one of section, line: got ""'],
  [["--json", "--text"], "Only one of --json, --text can be given"],
];

/** Arguments for a record that requires some, and what is wrong with them. */
const REQUIRED: readonly (readonly [args: readonly string[], reason: string])[] = [
  [["Stop"], 'Option "--max" is required'],
  [["--max", "1"], "Missing argument EVENT: an event"],
  [
    ["--max", "1", "stop"],
    'Argument EVENT must be one of Stop, Start: got "stop": did you mean "Stop"?',
  ],
];

Deno.test("readOptions() reads options, flags, lists and operands", () => {
  for (const [args, expected] of READ) {
    const options = readOptions(args, "chain parse", ROW);
    const read = {
      registry: options.text("registry"),
      given: options.list("given"),
      last: options.count("last"),
      by: options.text("by"),
      json: options.flag("json"),
      noCache: options.flag("no-cache"),
      operands: options.operands as readonly unknown[],
    };
    const nothing = { registry: undefined, given: [], json: false, noCache: false, operands: [] };
    const standard = { ...nothing, last: 20, by: "section" };
    assertEquals<unknown>(read, { ...standard, ...expected }, args.join(" "));
    assertEquals(options.rest, []);
  }
});

Deno.test("readOptions() refuses what the record does not allow with exit 64", () => {
  const rows = [
    ...REFUSED.map((row) => [ROW, ...row] as const),
    ...REQUIRED.map((row) => [STRICT, ...row] as const),
  ];
  for (const [row, args, reason] of rows) {
    const error = assertThrows(() => readOptions(args, "chain parse", row), VerbError);
    assertEquals(error.code, 64);
    assert(error.message.startsWith(reason), error.message);
    assertStringIncludes(error.message, "\nTry 'skillhook chain parse --help'");
  }
});

Deno.test("readOptions() passes on what stands behind -- only where the record says so", () => {
  const row = { ...ROW, rest: { name: "ARGS", says: "Arguments" } };
  const options = readOptions(["a", "--", "b", "--json"], "chain parse", row);
  assertEquals<readonly unknown[]>([options.operands, options.rest], [["a"], ["b", "--json"]]);
});

Deno.test("an option that the record lacks, or of another kind, is a compile error", () => {
  const options = readOptions([], "chain parse", ROW);
  // @ts-expect-error: the record has no such option
  assertEquals(options.text("nothing"), undefined);
  // @ts-expect-error: a flag has no text
  options.text("json");
  // @ts-expect-error: a list is no flag
  options.flag("given");
  // @ts-expect-error: one of the choices
  assertEquals(options.text("by") === "word", false);
});
