/** The command line: help for every verb, suggestions, and what each verb of the chain prints. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runCommand } from "../../src/cli/command.ts";
import { findVerb, OLD_SPELLINGS } from "../../src/cli/table.ts";
import { GROUPS as LAZY_GROUPS } from "../../src/cli/table.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { GROUPS, VERBS } from "../support/verbs.ts";

const REGISTRY = JSON.stringify({
  "design": { cooperative: true, default_exit: ["/handoff --commit", "/commit"] },
  "handoff": { cooperative: true, default_exit: ["/commit"] },
  "commit": { cooperative: true, "default-exit": [] },
  "kit:deploy": { default_exit: ["/commit"] },
  "alone": { cooperative: false },
});
const FILES = {
  "/r.json": REGISTRY,
  "/bom.json": "\ufeff" + REGISTRY,
  "/bad.json": "{",
  "/list.json": "[]",
  "/none_at_all.json": "{}",
  "/number.json": '{"a": {"default_exit": ["/b", 5]}}',
  "/empty.json": '{"a": {"default_exit": ["/"]}}',
  "/text.json": '{"a": {"default_exit": "/b c"}}',
};

async function run(args: readonly string[], world: FakeWorld = {}) {
  return await runCommand(fakeHost({ files: FILES, ...world, args }));
}

Deno.test("runCommand() shows help for the program, every group and every verb", async () => {
  for (const args of [["--help"], ["-h"], ["help"], ["help", "--all"], []]) {
    const { code, stdout } = await run(args);
    assertEquals(code, 0);
    for (const { word, verbs } of GROUPS) {
      if (word !== undefined) assertMatch(stdout, new RegExp(`^  ${word} `, "m"));
      for (const verb of Object.keys(verbs)) assertStringIncludes(stdout, verb.split(" ").at(-1)!);
    }
  }
  for (const { word, verbs } of GROUPS) {
    if (word === undefined) continue;
    const { stdout } = await run([word, "--help"]);
    assertEquals(stdout, (await run(["help", word])).stdout);
    for (const [verb, { summary }] of Object.entries(verbs)) {
      assertMatch(
        stdout,
        new RegExp(`^  ${verb.slice(word.length + 1)} +${summary.slice(0, 20)}`, "m"),
      );
    }
    assertEquals(
      await run([word]),
      word === "hooks" ? await run(["hooks", "list"]) : {
        code: 64,
        stdout: "",
        stderr: stdout,
      },
    );
  }
  for (const [name, { summary }] of Object.entries(VERBS)) {
    const words = name.split(" ");
    const { code, stdout } = await run([...words, "--help"]);
    assertEquals(code, 0);
    assert(stdout.startsWith(`${summary}\n\nUsage: skillhook ${name}`), stdout);
    for (const args of [[...words, "-h"], ["help", ...words], ["--help", ...words]]) {
      assertEquals((await run(args)).stdout, stdout, args.join(" "));
    }
  }
});

Deno.test("a verb's help is made from its record", async () => {
  assertEquals(
    (await run(["budget", "truncate", "--help"])).stdout,
    `Shorten a skill's text

Usage: skillhook budget truncate [OPTIONS] --max N [FILE|-]

Arguments:
  FILE|-  The file to read; - or nothing: standard input

Options:
  --max N                  Tokens that the text may cost
  --by section|line        Leave out whole sections, least important first, or keep the first lines
                           (default: section)
  --estimate bytes|better  How to estimate tokens: four bytes each, or by kind of character (else
                           what skillhook.yaml says)
  --project DIR            The project (else $CLAUDE_PROJECT_DIR, else this directory)

Exit codes:
  10  not even the notice about the cut fits

Examples:
  skillhook budget truncate --max 2000 < SKILL.md
`,
  );
});

Deno.test("runCommand() uses colour on a terminal only, and never with NO_COLOR", async () => {
  const rows: readonly (readonly [FakeWorld, boolean])[] = [
    [{ terminals: ["stdout"] }, true],
    [{}, false],
    [{ terminals: ["stderr", "stdin"] }, false],
    [{ terminals: ["stdout"], env: { NO_COLOR: "1" } }, false],
    [{ terminals: ["stdout"], env: { TERM: "dumb" } }, false],
  ];
  for (const [world, colour] of rows) {
    assertEquals((await run(["--help"], world)).stdout.includes("\x1b["), colour);
  }
});

Deno.test("runCommand() suggests the verb that was meant and exits with 64", async () => {
  const rows: readonly (readonly [args: readonly string[], said: string])[] = [
    [["pasre"], 'Unknown verb "pasre": did you mean "chain parse"?'],
    [["nxet"], 'Unknown verb "nxet": did you mean "chain next"?'],
    [["inspct"], 'Unknown verb "inspct": did you mean "skill inspect"?'],
    [["skil"], 'Unknown verb "skil": did you mean "skill"?'],
    [["instal"], 'Unknown verb "instal": did you mean "install"?'],
    [["hepl"], 'Unknown verb "hepl": did you mean "help"?'],
    [["--hlep"], 'Unknown option "--hlep": did you mean "--help"?'],
    [["nonsense"], 'Unknown verb "nonsense"'],
    [["constructor"], 'Unknown verb "constructor"'],
    [["__proto__"], 'Unknown verb "__proto__"'],
    [["help", "pasre"], 'Unknown verb "pasre": did you mean "chain parse"?'],
    [[""], 'Unknown verb ""'],
  ];
  for (const [args, said] of rows) {
    const stderr = `skillhook: ${said}\nTry 'skillhook --help'\n`;
    assertEquals(await run(args), { stdout: "", stderr, code: 64 }, args.join(" "));
  }
  const inGroup: readonly (readonly [args: readonly string[], said: string])[] = [
    [["skill", "lst"], 'Unknown verb "skill lst": did you mean "skill list"?'],
    [["skill", "active"], 'Unknown verb "skill active": did you mean "skill prompt"?'],
    [["hooks", "lst"], 'Unknown verb "hooks lst": did you mean "hooks list"?'],
    [["help", "trust", "trusted"], 'Unknown verb "trust trusted": did you mean "trust list"?'],
    [["budget", "nonsense"], 'Unknown verb "budget nonsense"'],
  ];
  for (const [args, said] of inGroup) {
    const group = args.at(-2)!;
    const stderr = `skillhook: ${said}\nTry 'skillhook ${group} --help'\n`;
    assertEquals(await run(args), { stdout: "", stderr, code: 64 }, args.join(" "));
  }
});

Deno.test("old spellings are the same verbs", async () => {
  for (const [old, name] of Object.entries(OLD_SPELLINGS)) {
    const expected = await run([...name.split(" "), "--help"]);
    assertEquals(expected.code, 0);
    // "hooks --help" is about the whole group.
    if (!old.startsWith("hooks")) {
      assertEquals(await run([...old.split(" "), "--help"]), expected, old);
    }
  }
  const rows: readonly (readonly [args: string[], name: string, rest: readonly string[]])[] = [
    [["skills", "--json"], "skill list", ["--json"]],
    [["skills", "--root", "a", "--check"], "skill lint", ["--root", "a"]],
    [["skills", "--", "--check"], "skill list", ["--", "--check"]],
    [["hooks"], "hooks list", []],
    [["hooks", "--json"], "hooks list", ["--json"]],
    [["hooks", "fire", "Stop"], "hooks fire", ["Stop"]],
    [["fire", "Stop", "--json"], "hooks fire", ["Stop", "--json"]],
    [["budget", "check"], "budget check", []],
  ];
  for (const [words, name, args] of rows) {
    assertEquals(await findVerb(words), { name, row: VERBS[name]!, args });
  }
});

Deno.test("a verb is found by loading no records but those of its group", async () => {
  const loaded: (string | undefined)[] = [];
  const originals = LAZY_GROUPS.map((group) => [group, group.load] as const);
  for (const [group, load] of originals) {
    Object.assign(group, { load: () => (loaded.push(group.word), load()) });
  }
  try {
    const spellings = Object.entries(OLD_SPELLINGS);
    for (
      const [spelling, name] of [...spellings, ...Object.keys(VERBS).map((name) => [name, name])]
    ) {
      for (const more of [[], ["a"], ["--json"], ["--", "--help"]]) {
        const words = [...spelling!.split(" "), ...more];
        if (words[0] === "hooks" && words[1] === "a") continue;
        loaded.length = 0;
        const found = await findVerb(words);
        assertEquals([found?.name, found?.row], [name, VERBS[name!]], words.join(" "));
        const group = name!.includes(" ") ? name!.split(" ")[0] : undefined;
        assertEquals(new Set(loaded), new Set([group]), words.join(" "));
      }
    }
  } finally {
    for (const [group, load] of originals) Object.assign(group, { load });
  }
});

Deno.test("runCommand() shows version and engine", async () => {
  for (const args of [["--version"], ["-V"], ["version"]]) {
    const { stdout } = await run(args, { engine: "bun 9.9.9" });
    assert(/^skillhook \d+\.\d+\.\d+ \(bun 9\.9\.9, linux\)\n$/.test(stdout), stdout);
  }
});

Deno.test("skillhook parse reads its operand, what follows --, or standard input", async () => {
  const single = '{"current":{"skill":"commit","args":"x"},"continuation":[],"mode":"single"}\n';
  const base = ["parse", "--json", "--registry"];
  const rows: readonly (readonly [args: readonly string[], stdin: string, stdout: string])[] = [
    [[...base, "/r.json", "/commit x"], "", single],
    [[...base, "/bom.json", "/commit x"], "", single],
    [[...base, "/r.json", "--", "/commit x"], "", single],
    [[...base, "/r.json", "-"], "/commit x\n", single],
    [[...base, "/r.json"], "\ufeff/commit x", single],
    [[...base, "/r.json", ""], "/commit x", "null\n"],
    [[...base, "/r.json", "--", "--flag"], "", "null\n"],
    [[...base, "/r.json", "/alone x"], "", "null\n"],
    [
      [...base, "/text.json", "/a"],
      "",
      '{"current":{"skill":"a","args":""},"continuation":[{"skill":"b","args":"c"}],"mode":"single"}\n',
    ],
    [
      [...base, "/r.json", "/deploy"],
      "",
      '{"current":{"skill":"kit:deploy","args":""},"continuation":[{"skill":"commit","args":""}],"mode":"single"}\n',
    ],
  ];
  for (const [args, stdin, stdout] of rows) {
    assertEquals(await run(args, { stdin }), { code: 0, stdout, stderr: "" }, args.join(" "));
  }
});

Deno.test("skillhook parse says what is wrong with a registry file", async () => {
  for (
    const [file, reason] of [["/none.json", "no such file: correct the path"], [
      "/list.json",
      "expected an object: got list",
    ], [
      "/number.json",
      'default exit of "a" must be text such as "/commit": got number',
    ], [
      "/empty.json",
      'default exit of "a" must be text such as "/commit": got "/"',
    ]]
  ) {
    const stderr = `skillhook: Cannot read registry "${file}": ${reason}\n`;
    assertEquals(await run(["parse", "/x", "--registry", file!]), { code: 1, stdout: "", stderr });
  }
  const bad = await run(["parse", "/x", "--registry", "/bad.json"]);
  assertEquals([bad.code, bad.stdout], [1, ""]);
  assertStringIncludes(bad.stderr, 'skillhook: Cannot read registry "/bad.json": ');
});

Deno.test("skillhook parse shows the context text, or that there is none", async () => {
  const chain = await run(["parse", "/design a, /commit", "--registry", "/r.json"]);
  assertStringIncludes(chain.stdout, '\n  Skill(skill: "commit", args: "")\n');
  const none = await run(["parse", "hello", "--registry", "/r.json"]);
  assertEquals(none.stdout, "No chain: the prompt does not begin with a cooperative skill\n");
  const empty = await run(["parse", "/design x", "--registry", "/none_at_all.json"]);
  assertStringIncludes(
    empty.stdout,
    'No chain: no skill here takes part in chains; "skillhook chain',
  );
});

Deno.test("skillhook next prints for people and for scripts", async () => {
  const args = "x [CONTINUATION: /a y, /b]";
  assertEquals(
    (await run(["next", args])).stdout,
    'Arguments: x\nNext: Skill(skill: "a", args: "y [CONTINUATION: /b]")\nThen: /b\n',
  );
  assertEquals(
    (await run(["next", ""])).stdout,
    "Arguments: (none)\nNext: (none, this skill is terminal)\n",
  );
  assertEquals(
    (await run(["next", "--json", "-"], { stdin: args })).stdout,
    '{"args":"x","target":{"skill":"a","args":"y"},"remainder":["/b"],"invocation":"Skill(skill: \\"a\\", args: \\"y [CONTINUATION: /b]\\")"}\n',
  );
});
