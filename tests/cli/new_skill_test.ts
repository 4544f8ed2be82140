/** `skillhook skill new`: whatever is asked for, the result passes the linter and does what was asked. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const newVerb = verb("skill new");
const lintVerb = verb("skill lint");
const WHAT = ["--description", 'Tidies: the "imports". Use before a commit.'];
const world = (more: FakeWorld = {}) =>
  fakeHost({
    env: { HOME: "/h" },
    ...more,
    files: { "/code/.git/HEAD": "x", "/dev/tty": "", ...more.files },
  });

const FLAGS: readonly (readonly string[])[] = [
  ["--chain"],
  ["--exit", "/other --now"],
  ["--companion"],
  ["--directive", "git status --short"],
  ["--directive", "echo `date` | tr a b"],
  ["--file", "*.tsx", "--file", "src/**/*.{a,b}"],
  ["--language", "python"],
  ["--command", "/jot"],
];
Deno.test("skill new makes a skill that passes the linter, whatever is asked for", async () => {
  for (let mask = 0; mask < 2 ** FLAGS.length; mask++) {
    const asked = FLAGS.filter((_, at) => mask & 2 ** at);
    const host = world({
      files: {
        "/code/.claude/skills/other/SKILL.md":
          "---\nname: other\nversion: 1.0.0\ndescription: Use it for others.\nallowed-tools: Skill\n" +
          "continuation: {cooperative: true}\n---\nText.",
      },
    });
    const made = await newVerb(["tidy-up", ...WHAT, ...asked.flat()], host);
    const about = `${asked.flat().join(" ")}: ${made.stdout}`;
    assertEquals([made.code, made.stderr], [0, ""], about);
    const { findings } = JSON.parse((await lintVerb(["--json"], host)).stdout);
    // What a project's file runs is for its user to allow.
    const others = findings.filter(({ code }: { code: string }) => code !== "directive-untrusted");
    assertEquals(others, [], about);
    const said = made.stdout.split("\n").filter((line) => line.includes("[directive-untrusted]"));
    assertEquals(said.length > 0, asked.flat().includes("--directive"), about);
  }
});

Deno.test("a new skill takes part in chains, brings its companion, waits for files and has its command", async () => {
  const host = world({ commands: [[/git status/, " M a"]] });
  const flags = ["--user", ...FLAGS.flat().filter((word) => !word.startsWith("echo"))];
  const args = flags.filter((word, at) =>
    word !== "--directive" || flags[at + 1]!.startsWith("git")
  );
  assertEquals((await newVerb(["tidy-up", ...WHAT, ...args], host)).code, 0);
  const chain = await verb("chain parse")(["/tidy-up x"], host);
  assertStringIncludes(chain.stdout, "Current: /tidy-up x");
  const loaded = await verb("skill load")(["tidy-up", "--session", "s"], host);
  assertStringIncludes(loaded.stdout, "# Tidy up");
  assertStringIncludes(loaded.stdout, "M a");
  for (const file of ["a.tsx", "src/x/y.b", "z.py"]) {
    assertStringIncludes((await verb("active")(["--for", file], host)).stdout, "## tidy-up", file);
  }
  const list = JSON.parse((await verb("skill list")(["--json"], host)).stdout);
  assertEquals(list.map(({ commands }: { commands: string[] }) => commands), [[], ["/jot"]]);
  const text = host.files["/h/.claude/skills/tidy-up/SKILL.md"]!;
  assertStringIncludes(text, "read `../tidy-up-first-use/SKILL.md`");
  assertEquals(text.split("## Continuation").length, 2);
});

Deno.test("skill new asks where it was told nothing but a name, on a terminal", async () => {
  const answers = ["Does it. Use when asked.", "y", "/a, /b", "Yes", "git log", "*.md", "", "/dd"];
  const stdin = { chunks: answers.map((answer) => `${answer}\n`) };
  const host = world({ stdin, terminals: ["stdin"] });
  assertEquals((await newVerb(["asked"], host)).code, 0);
  const told = world();
  const flags = ["--exit", "/a", "--exit", "/b", "--companion", "--directive", "git log"];
  const more = ["--file", "*.md", "--command", "/dd", "--description", answers[0]!];
  assertEquals((await newVerb(["asked", ...flags, ...more], told)).code, 0);
  for (const path of ["asked/SKILL.md", "asked-first-use/SKILL.md"]) {
    const place = `/code/.claude/skills/${path}`;
    assert(host.files[place] !== undefined);
    assertEquals(host.files[place], told.files[place]);
  }
  const short = world({ stdin: "Only this. Use when asked.\n", terminals: ["stdin"] });
  assertEquals((await newVerb(["short", "--chain"], short)).code, 0);
  assertStringIncludes(short.files["/code/.claude/skills/short/SKILL.md"]!, "cooperative: true");
});

Deno.test("skill test plays a skill's scenarios, the one that a new skill begins with and others", async () => {
  const host = world();
  const play = async (name: string) => await verb("skill test")([name], host);
  await newVerb(["tidy-up", ...WHAT, "--chain", "--companion"], host);
  assertMatch((await play("tidy-up")).stdout, /^ok +.*\/typed\.json\n1 passed, 0 failed\n$/);
  const path = "/code/.claude/skills/tidy-up/scenarios/typed.json";
  host.change(path.replace("typed", "other"), host.files[path]!.replace("# Tidy up", "# Else"));
  const differs = await play("tidy-up");
  assertEquals(differs.code, 1);
  assertStringIncludes(differs.stdout, "1 passed, 1 failed");
  host.change("/code/.claude/skills/plain/SKILL.md", "---\nname: plain\n---\nx");
  const none = await play("plain");
  assertEquals([none.code, none.stdout], [1, ""]);
  assertStringIncludes(none.stderr, 'has no scenarios: put some into "/code/.claude/skills/plain/');
  assertStringIncludes((await play("tidy")).stderr, 'There is no skill "tidy"');
});

/** What a scenario beside a project's skill must not start, because nobody has looked at it. */
const STARTING: readonly (readonly [field: string, value: unknown])[] = [
  ["tools", [{ name: "Do", command: "touch owned", free: true }]],
  ["hooks", { SessionStart: [{ hooks: [{ type: "command", command: "touch owned" }] }] }],
  ["settings", "other.json"],
  ["plugin", "../../.."],
];
Deno.test("skill test starts nothing that a project's scenario names", async () => {
  for (const [field, value] of STARTING) {
    const turns = [{ tools: [{ name: "Do", input: {} }] }, { text: "Done." }];
    const path = "/code/.claude/skills/one/scenarios/a.json";
    const files = {
      "/code/.claude/skills/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nx",
      [path]: JSON.stringify({ prompt: "/one", turns, [field]: value }),
    };
    const host = world({ files });
    const { code, stdout } = await verb("skill test")(["one"], host);
    assertEquals(code, 1, field);
    assertStringIncludes(stdout, `name it: skillhook play --test ${path}`);
    assertEquals(host.ran, [], field);
  }
});

/** Arguments, exit code, what is said. */
const REFUSED: readonly [args: readonly string[], code: number, said: string][] = [
  [["Tidy"], 64, "a name is lower-case words"],
  [["../x"], 64, "a name is lower-case words"],
  [["a".repeat(65)], 64, "at most 64 characters"],
  [["there", ...WHAT], 1, 'there is "/code/.claude/skills/there" already'],
  [["link", ...WHAT], 1, 'there is "/code/.claude/skills/link" already'],
  [["x", ...WHAT, "--project", "/other"], 1, "a link that leaves the project"],
  [["x"], 64, 'Missing option "--description"'],
  [["x", "--chain"], 64, 'Missing option "--description"'],
  [[], 64, "Missing argument NAME"],
];
Deno.test("skill new writes over nothing, and says what it cannot do", async () => {
  for (const [args, code, said] of REFUSED) {
    const files = {
      "/code/.claude/skills/there/notes.txt": "mine",
      "/code/.claude/skills/link": { link: "/nowhere" },
      "/other/.claude": { link: "/elsewhere" },
      "/elsewhere/x": "",
    };
    const host = world({ files });
    const before = Object.keys(host.files).length;
    const outcome = await newVerb(args, host);
    assertEquals([outcome.code, outcome.stdout, Object.keys(host.files).length], [
      code,
      "",
      before,
    ]);
    assertStringIncludes(outcome.stderr, said);
  }
  const homeless = await newVerb(["x", "--user", ...WHAT], fakeHost({}));
  assertEquals([homeless.code, homeless.stdout], [1, ""]);
});
