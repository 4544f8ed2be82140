/** Arguments as every verb reads them. */
import { assert, assertEquals } from "@std/assert";
import { type OptionSpec, readOptions } from "../../src/cli/options.ts";

const SPEC: OptionSpec = {
  verb: "parse",
  strings: ["registry"],
  lists: ["given"],
  flags: ["json", "no-cache"],
  maxOperands: 2,
};

/** Arguments and what is read from them. */
const READ: readonly (readonly [
  args: readonly string[],
  read: {
    registry?: string;
    given?: string[];
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
];

Deno.test("readOptions() reads options, flags, lists and operands", () => {
  for (const [args, expected] of READ) {
    const options = readOptions(args, SPEC);
    assert(!("error" in options), args.join(" "));
    const read = {
      registry: options.text("registry"),
      given: options.list("given"),
      json: options.flag("json"),
      noCache: options.flag("no-cache"),
      operands: options.operands,
    };
    const nothing = { registry: undefined, given: [], json: false, noCache: false, operands: [] };
    assertEquals(read, { ...nothing, ...expected }, args.join(" "));
    assertEquals(options.rest, []);
  }
});

Deno.test("readOptions() refuses what the verb does not take with exit 64", () => {
  for (const [args, reason] of REFUSED) {
    const options = readOptions(args, SPEC);
    assert("error" in options, args.join(" "));
    assertEquals(options.error, {
      stdout: "",
      stderr: `skillhook: ${reason}\nTry 'skillhook parse --help'\n`,
      code: 64,
    });
  }
});

Deno.test("readOptions() passes on what stands behind -- only where a verb asks for it", () => {
  const options = readOptions(["a", "--", "b", "--json"], { ...SPEC, passRest: true });
  assert(!("error" in options));
  assertEquals([options.operands, options.rest], [["a"], ["b", "--json"]]);
});
