/** `@std/cli` under either import map: the same command lines, sorted alike. */
import { assertArrayIncludes, assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";

Deno.test("parseArgs() sorts the same command lines with either package", () => {
  const options = {
    string: ["registry", "skill", "_"],
    boolean: ["json", "no-color"],
    collect: ["skill"],
  } as const;
  const none = { json: false, "no-color": false };
  const rows: [string[], Record<string, unknown>][] = [
    [[], { ...none, skill: [], _: [] }],
    [["parse", "-"], { ...none, skill: [], _: ["parse", "-"] }],
    [["--json", "a", "b"], { ...none, json: true, skill: [], _: ["a", "b"] }],
    [["--json=false"], { ...none, skill: [], _: [] }],
    [["--json", "true"], { ...none, json: true, skill: [], _: [] }],
    [["--registry", "x"], { ...none, registry: "x", skill: [], _: [] }],
    [["--registry=x=y"], { ...none, registry: "x=y", skill: [], _: [] }],
    [["--registry", "x", "--registry", "y"], { ...none, registry: "y", skill: [], _: [] }],
    [["--registry", "12"], { ...none, registry: "12", skill: [], _: [] }],
    [["--registry", "--json"], { ...none, registry: "", json: true, skill: [], _: [] }],
    [["--registry", ""], { ...none, registry: "", skill: [], _: [""] }],
    [["--registry="], { ...none, registry: "", skill: [], _: [] }],
    [["--registry", "-"], { ...none, registry: "", skill: [], _: ["-"] }],
    [["--skill", "a", "--skill=b"], { ...none, skill: ["a", "b"], _: [] }],
    [["--no-color", "x"], { ...none, "no-color": true, skill: [], _: ["x"] }],
    [["1", "--", "--json", "2"], { ...none, skill: [], _: ["1", "--json", "2"] }],
    [["-n5", "-ab", "x"], { ...none, n: 5, a: true, b: "x", skill: [], _: [] }],
  ];
  for (const [args, expected] of rows) assertEquals({ ...parseArgs(args, options) }, expected);
  assertEquals(parseArgs(["a", "--", "b"], { "--": true })["--"], ["b"]);
});

Deno.test("parseArgs() asks about unknown options with either package", () => {
  const asked: string[] = [];
  const found = parseArgs(["--jsn", "--registry=x", "-q", "word", "--", "--not"], {
    boolean: ["json"],
    string: ["registry", "_"],
    unknown: (argument: string) => {
      asked.push(argument);
      return !argument.startsWith("-");
    },
  });
  assertEquals(asked.slice(0, 1), ["--jsn"]);
  assertArrayIncludes(asked, ["-q"]);
  assertEquals([found.registry, found.jsn, found.q], ["x", undefined, undefined]);
});
