import { assertEquals, assertMatch } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const registryVerb = verb("chain skills");

const FILES = {
  "/code/.git/HEAD": "",
  "/code/.claude/skills/b/SKILL.md": "---\ncontinuation: {cooperative: true}\n---\n",
  "/code/.claude/skills/a/SKILL.md":
    "---\ncontinuation: {cooperative: true, default-exit: [/b]}\n---\n",
  "/code/.claude/skills/c/SKILL.md": "---\nname: c\n---\n",
  "/tmp": { directory: true, mode: 0o1777, owner: 0 },
} as const;

function world(env: Record<string, string> = { CLAUDE_PROJECT_DIR: "/code" }) {
  const host = fakeHost({ files: FILES, env, cwd: "/code" });
  host.advance(10_000);
  return host;
}

Deno.test("registryVerb() prints a table, and who takes no part on standard error", async () => {
  assertEquals(await registryVerb([], world()), {
    stdout: "SKILL  SOURCE   DEFAULT EXIT\n/a     project  /b\n/b     project  (ends the chain)\n",
    stderr: "skillhook: /code/.claude/skills/c/SKILL.md: Takes no part in chains: " +
      'no "continuation: { cooperative: true }" in its frontmatter\n',
    code: 0,
  });
});

Deno.test("registryVerb() prints JSON in the order of names", async () => {
  const { stdout } = await registryVerb(["--json"], world());
  assertEquals(
    stdout,
    JSON.stringify({
      a: {
        ...{ cooperative: true, default_exit: ["/b"], source: "project" },
        ...{ path: "/code/.claude/skills/a/SKILL.md", invoke: "a" },
      },
      b: {
        ...{ cooperative: true, default_exit: [], source: "project" },
        ...{ path: "/code/.claude/skills/b/SKILL.md", invoke: "b" },
      },
    }) + "\n",
  );
});

Deno.test("registryVerb() says what is missing where there is no skill", async () => {
  const empty = world({ HOME: "/home/u", CLAUDE_PROJECT_DIR: "/tmp" });
  const { stdout, code } = await registryVerb([], empty);
  assertEquals(code, 0);
  assertMatch(stdout, /^No cooperative skills among 0 skill files\nA skill takes part when /);
  assertMatch(
    stdout,
    /\nLooked in: \/home\/u\/.claude\/skills, \/tmp\/.claude\/skills, \/.claude\/skills, the skills of enabled plugins\n$/,
  );
  assertEquals((await registryVerb(["--json"], empty)).stdout, "{}\n");
});

Deno.test("registryVerb() works for the current directory where nobody names a project", async () => {
  const { stdout } = await registryVerb(["--json"], world({}));
  assertEquals(Object.keys(JSON.parse(stdout)), ["a", "b"]);
});

Deno.test("registryVerb() takes a project, and refuses one that is not there", async () => {
  const { stdout } = await registryVerb(["--json", "--project", "/code"], world({}));
  assertEquals(Object.keys(JSON.parse(stdout)), ["a", "b"]);
  const refused = await registryVerb(["--project", "/nowhere"], world());
  assertEquals([refused.code, refused.stdout], [64, ""]);
  assertMatch(refused.stderr, /Cannot use --project "\/nowhere": no such directory/);
});

Deno.test("registryVerb() explains where its answer comes from", async () => {
  const host = world();
  const rows: [args: string[], lines: RegExp][] = [
    [
      ["--explain"],
      /cache: miss, no pointer: there is none yet\n.*snapshot: wrote \/tmp\/continuation-registry-/,
    ],
    [
      ["--explain"],
      /cache: hit\n.*snapshot: read .*\n.*skills: 3 files, 10 sources compared\n.*time: \d+\.\d ms to read/,
    ],
    [
      ["--explain", "--no-cache"],
      /cache: off, it was turned off\n.*skills: 3 files\n.*time: .* to build/,
    ],
  ];
  for (const [args, lines] of rows) {
    assertMatch((await registryVerb(args, host)).stderr, lines);
  }
});
