/** `@std/cli` under either import map: the same command lines, sorted alike. */
import { assertArrayIncludes, assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";

Deno.test("parseArgs() sorts the same command lines with either package", () => {
  const options = {
    string: ["registry", "skill", "_"],
    boolean: ["json", "help", "no-color"],
    alias: { h: "help" },
    collect: ["skill"],
    default: { registry: "none" },
  } as const;
  const none = { registry: "none", json: false, help: false, h: false, "no-color": false };
  const rows: [string[], Record<string, unknown>][] = [
    [[], { ...none, skill: [], _: [] }],
    [["parse", "-"], { ...none, skill: [], _: ["parse", "-"] }],
    [["--json", "a", "b"], { ...none, json: true, skill: [], _: ["a", "b"] }],
    [["--json=false"], { ...none, skill: [], _: [] }],
    [["-h"], { ...none, help: true, h: true, skill: [], _: [] }],
    [["--registry", "x"], { ...none, registry: "x", skill: [], _: [] }],
    [["--registry=x=y"], { ...none, registry: "x=y", skill: [], _: [] }],
    [["--registry", "x", "--registry", "y"], { ...none, registry: "y", skill: [], _: [] }],
    [["--registry", "12"], { ...none, registry: "12", skill: [], _: [] }],
    [["--registry", "--json"], { ...none, registry: "", json: true, skill: [], _: [] }],
    [["--skill", "a", "--skill=b"], { ...none, skill: ["a", "b"], _: [] }],
    [["--no-color", "x"], { ...none, "no-color": true, skill: [], _: ["x"] }],
    [["1", "--", "--json", "2"], { ...none, skill: [], _: ["1", "--json", "2"] }],
  ];
  for (const [args, expected] of rows) assertEquals({ ...parseArgs(args, options) }, expected);
  const stopped = parseArgs(["--json", "parse", "--x", "-y"], { ...options, stopEarly: true });
  assertEquals<unknown>(stopped._, ["parse", "--x", "-y"]);
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
