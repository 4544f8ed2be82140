/** One manner over all verbs: width of help, colours, the manual page, exit codes, missing inputs, errors that help, plurals. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { groupHelp, programHelp, verbHelp } from "../../src/cli/help.ts";
import { manVerb } from "../../src/cli/man.ts";
import { operandRows, optionRows } from "../../src/cli/options.ts";
import { runCommand } from "../../src/cli/command.ts";
import { EXIT_CODES } from "../../src/cli/verb.ts";
import { inProject } from "../../.ci/tasks/project.ts";
import { absolutePath } from "../../src/cli/named_input.ts";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { sourceFiles } from "../support/source_files.ts";
import { GROUPS, VERBS } from "../support/verbs.ts";

const WIDTH = 100;

Deno.test("every help fits into 100 columns", async () => {
  const host = fakeHost();
  const groups = GROUPS.flatMap(({ word }) => word ?? []);
  const texts = [
    ["skillhook", await programHelp(host)],
    ...await Promise.all(groups.map(async (word) => [word, await groupHelp(word, host)])),
    ...Object.entries(VERBS).map(([name, row]) => [name, verbHelp({ name, row }, host)]),
  ];
  assert(texts.length > 40);
  for (const [name, text] of texts) {
    const long = text!.split("\n").filter((line) => line.length > WIDTH);
    assertEquals(long, [], name);
  }
});

const PAGE = inProject("docs/skillhook.1");

Deno.test("docs/skillhook.1 is what `skillhook man` prints, and names every verb and option", async () => {
  const { stdout: page } = await manVerb();
  if (Deno.env.get("UPDATE_DOCS") === "1") Deno.writeTextFileSync(PAGE, page);
  assertEquals(Deno.readTextFileSync(PAGE), page, "run this test with UPDATE_DOCS=1");
  const { stdout } = await runCommand(fakeHost({ args: ["man"] }));
  assertEquals(stdout, page);
  for (const [name, row] of Object.entries(VERBS)) {
    const section = page.split(`.SS skillhook ${name}\n`)[1]?.split("\n.S")[0];
    assert(section !== undefined, name);
    for (const option of Object.keys(optionRows(row))) {
      const shown = `\\-\\-${option.replaceAll("-", "\\-")}`;
      const terms = section.split("\n").filter((line) => line.startsWith(".B "));
      assert(terms.some((term) => term.includes(shown)), `${name} --${option}`);
    }
  }
  // Requests are ours alone: a line of text that begins like one would vanish.
  const requests = /^\.(?:TH|SH|SS|TP|PP|RS|RE|nf|fi|B )/;
  for (const line of page.split("\n")) assert(!/^[.']/.test(line) || requests.test(line), line);
});

Deno.test("every exit code stands in the one table, in help and in docs/commands.md", async () => {
  const help = await programHelp(fakeHost());
  const page = Deno.readTextFileSync(inProject("docs/commands.md"));
  assertEquals(Object.keys(EXIT_CODES), ["0", "1", "2", "4", "6", "10", "64"]);
  for (const [code, says] of Object.entries(EXIT_CODES)) {
    assertMatch(help, new RegExp(`^  ${code} +${says.slice(0, 20).replaceAll(/[()]/g, ".")}`, "m"));
    assert(page.includes(`| ${says} `), says);
  }
  for (const [name, { exits = {} }] of Object.entries(VERBS)) {
    for (const code of Object.keys(exits)) assert(Object.hasOwn(EXIT_CODES, code), name);
  }
  const written = sourceFiles("src/cli").flatMap((path) =>
    [...Deno.readTextFileSync(inProject(path)).matchAll(/\bEX_\w+ = (\d+)/g)].map(([, code]) =>
      code!
    )
  );
  for (const code of written) assert(Object.hasOwn(EXIT_CODES, code), code);
});

const FINDINGS: FakeWorld = {
  cwd: "/p",
  env: { HOME: "/h", PATH: "/bin", ANTHROPIC_API_KEY: "k" },
  files: {
    "/p/.claude/settings.json": '{"hooks": {"PreToolUse": [{"matcher": "bash", "hooks": []}]}}',
  },
};
const ESCAPE = "\x1b[";

for (const args of [["lint"], ["hooks", "check"], ["doctor"], ["skill", "lint"]]) {
  Deno.test(`skillhook ${args.join(" ")} is coloured on a terminal only, never with NO_COLOR`, async () => {
    const stdout = async (world: FakeWorld, ...more: string[]) =>
      (await runCommand(fakeHost({ ...FINDINGS, ...world, args: [...args, ...more] }))).stdout;
    const plain = await stdout({});
    const terminals = ["stdout"] as const;
    const coloured = await stdout({ terminals });
    assert(!plain.includes(ESCAPE));
    // deno-lint-ignore no-control-regex
    assertEquals(coloured.replaceAll(/\x1b\[\d+m/g, ""), plain);
    const hasFindings = / error: |✗|!/.test(plain);
    assertEquals(coloured.includes(ESCAPE), hasFindings);
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      assertEquals(await stdout({ terminals, env: { ...FINDINGS.env, ...env } }), plain);
    }
    assert(!(await stdout({ terminals }, "--json")).includes(ESCAPE));
  });
}

Deno.test("findings are coloured, and what strangers wrote in them is not", async () => {
  const files = {
    "/p/.claude/settings.json":
      '{"hooks": {"PreToolUse": [{"matcher": "\\u001b[31mbash", "hooks": []}]}}',
  };
  const world = { ...FINDINGS, files, terminals: ["stdout"] as const, args: ["hooks", "check"] };
  const { stdout } = await runCommand(fakeHost(world));
  assertMatch(stdout, /"\\u001b\[31mbash"/);
});

/** What a verb needs besides, so that it comes to look at what is missing. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "agent spawn": ["t"],
  "budget truncate": ["--max", "9"],
  "skill prompt": ["x"],
  "skill load": ["x", "--session", "s"],
  "hooks fire": ["Stop"],
  "chain parse": ["/x"],
  setup: ["--yes"],
  play: ["hi"],
};
const TASKS = JSON.stringify({ tasks: [{ id: "t", title: "T", description: "d" }] });
const WORLD: FakeWorld = {
  cwd: "/p",
  env: { HOME: "/h", PATH: "/bin", ANTHROPIC_API_KEY: "k" },
  stdin: "{}",
  files: {
    "/p/README.md": "x",
    "/p/.skillhook/tasks.json": TASKS,
    "/h/.claude/settings.json": "{}",
    "/p/.claude/skills/x/SKILL.md": "---\nname: x\ndescription: Used for x\n---\nx\n",
  },
};

/** A verb's words, then what it needs. */
function call(name: string, ...args: string[]) {
  const needed = MORE[name] ?? operandRows(VERBS[name]!).filter(({ optional }) => !optional)
    .map(({ choices, name }) => choices?.[0] ?? name);
  return runCommand(fakeHost({ ...WORLD, args: [...name.split(" "), ...needed, ...args] }));
}

const ROWS = Object.entries(VERBS);

Deno.test("a directory that an option names and that is not there is 64 for every verb", async () => {
  let seen = 0;
  for (const [name, row] of ROWS) {
    for (const [option, { takes = "", mayLack }] of Object.entries(optionRows(row))) {
      const isDirectory = /^(?:SOURCE=)?DIR$/.test(takes) && !mayLack;
      if (!isDirectory) continue;
      for (
        const [path, why] of [["/nope", "no such directory"], ["README.md", "it is not a dir"]]
      ) {
        const given = takes === "SOURCE=DIR" ? `user=${path}` : path!;
        const { code, stdout, stderr } = await call(name, `--${option}`, given);
        const what = `${name} --${option} ${given}: ${stderr}`;
        assertEquals([code, stdout], [64, ""], what);
        assert(stderr.startsWith(`skillhook: Cannot use --${option} "${path}": ${why}`), what);
        assertMatch(stderr, /Try 'skillhook [a-z -]+ --help'\n$/);
        seen++;
      }
    }
  }
  assert(seen > 50, String(seen));
});

/** Files that need not be there. */
const MAY_LACK: readonly string[] = [
  // Read by the resolver of references, which names it as every other one that is not there.
  "agent spawn --include",
  // A trigger fits a path, whatever is there.
  "skill prompt --for",
  // What was approved may be gone; that is why the approval is taken back.
  "trust revoke PATH",
];
/** Codes that say more than "failed". */
const CODES: Readonly<Record<string, number>> = {
  "agent spawn --tasks": 4,
  "agent spawn --protocol": 6,
  "agent spawn --values": 6,
  "agent spawn --agent": 6,
};

Deno.test("a file that is named and not there ends every verb alike", async () => {
  let seen = 0;
  for (const [name, row] of ROWS) {
    const options = Object.entries(optionRows(row))
      .filter(([, { takes = "" }]) => /^FILE/.test(takes))
      .map(([option]) => [`${name} --${option}`, [`--${option}`, "/p/READM.md"]] as const);
    const named = operandRows(row).filter(({ name }) => /^(?:FILE|PATH)/.test(name))
      .map((operand) => [`${name} ${operand.name}`, ["/p/READM.md"]] as const);
    for (const [what, args] of [...options, ...named]) {
      if (MAY_LACK.includes(what)) continue;
      const { code, stdout, stderr } = await call(name, ...args);
      assertEquals([what, code, stdout], [what, CODES[what] ?? 1, ""], stderr);
      assertMatch(stderr, /^skillhook: Cannot [^\n]*"\/p\/READM\.md": [^\n]*: [^\n]+\n$/, what);
      seen++;
    }
  }
  assert(seen > 20, String(seen));
});

Deno.test("a missing file is named with the one that was probably meant", async () => {
  const { stderr } = await call("skill inspect", "/p/READM.md");
  assertMatch(stderr, /no such file: did you mean "\/p\/README\.md"\?\n$/);
  const relative = await call("skill inspect", "nowhere/x");
  assertMatch(relative.stderr, /no such file: correct the path, which counts from "\/p"\n$/);
});

/** A count that is never 1, or not the number of the word behind it. */
const PLURALS: Readonly<Record<string, string>> = {
  "src/trace/explanation.ts": "over the agent's 10,000",
  "src/config/read_written.ts": "a limit of hundreds",
  "src/hooks/read_hooks.ts": "a kind of handler, no count",
  "src/lint/try_hooks.ts": "a kind of hook, no count",
  "src/continuation/context_text.ts": "thousands are shown before that",
  "src/events/session_start.ts": "a list of skills",
  "src/skill/parse_yaml.ts": "a bomb of thousands",
  "src/doctor/check_wiring.ts": "wired at least twice",
  "src/index/lint_body.ts": "the other branch is for one",
  "src/index/lint.ts": "over 8,000 characters",
  "src/index/lint_frontmatter.ts": "over a limit of hundreds",
  "src/cli/chain.ts": "over 20 of them",
  "src/trust/approval_text.ts": "too many lines to compare",
  "src/hooks/run_command.ts": "over 100 KB",
};

Deno.test("counts are said with the right number of the word", () => {
  const plural =
    /\$\{(?!counted|[A-Z_]+\})[^{}]*\} (?:more )?(?:file|character|byte|time|command|text|skill|line|step|task|handler|hook|event|error|warning|plugin|directive|session|finding)s\b/;
  const found = new Map<string, string>();
  for (const path of sourceFiles("src")) {
    const line = Deno.readTextFileSync(inProject(path)).split("\n").find((line) =>
      plural.test(line)
    );
    if (line !== undefined) found.set(path, line.trim());
  }
  for (const [path, line] of found) assert(Object.hasOwn(PLURALS, path), `${path}: ${line}`);
  for (const path of Object.keys(PLURALS)) assert(found.has(path), `${path} needs no exception`);
});

/** As typed in /p/q → the path. Only in front is `..` the directory above: behind a link it is another one. */
const TYPED: readonly (readonly [string, string])[] = [
  ["", "/p/q"],
  [".", "/p/q"],
  ["./x", "/p/q/x"],
  ["..", "/p"],
  ["../", "/p"],
  ["../x.json", "/p/x.json"],
  ["./../../x", "/x"],
  ["../../../x", "/x"],
  ["a/../x", "/p/q/a/../x"],
  ["..x/y", "/p/q/..x/y"],
  ["/r/../x", "/r/../x"],
];
Deno.test("a path above the working directory is one without dots", () => {
  const host = fakeHost({ cwd: "/p/q", files: { "/p/q/z": "" } });
  for (const [typed, path] of TYPED) assertEquals(absolutePath(typed, host), path, typed);
});
