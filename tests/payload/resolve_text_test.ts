import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fakeHost, type FakeWorld } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const resolveVerb = verb("agent resolve");

async function resolve(line: string, world: FakeWorld) {
  return await resolveVerb(line === "" ? [] : line.split(" "), fakeHost(world));
}

const VALUES = [
  "a & b",
  "\\1 \\n",
  "$& $1 $$ $`",
  "line\nline",
  "{{B}} ${CLAUDE_X} @b.md !`date`",
  "}}{{",
  "",
];
Deno.test("resolveVerb() inserts values literally and never looks at them again", async () => {
  for (const value of VALUES) {
    const { stdout, stderr, code } = await resolveVerb(
      ["--set", `A=${value}`, "--set", "B=no"],
      fakeHost({ stdin: "<{{A}}>", files: { "/code/b.md": "B" }, env: { CLAUDE_X: "x" } }),
    );
    assertEquals([stdout, stderr, code], [`<${value}>`, "", 0]);
  }
});

Deno.test("resolveVerb() looks at nothing in an included file but its own references", async () => {
  const { stdout } = await resolve("--set A=no --trust", {
    stdin: "@docs/a.md {{A}}",
    files: { "/code/docs/a.md": "{{A}} ${CLAUDE_X} !`date` @b.md\n", "/code/docs/b.md": "B\n" },
    env: { CLAUDE_X: "x" },
  });
  assertEquals(stdout, "{{A}} ${CLAUDE_X} !`date` B no");
});

Deno.test("resolveVerb() includes what a pattern matches in name order", async () => {
  const { stdout } = await resolve("", {
    stdin: "@d/*.md\n@d/**/x.md\n",
    files: {
      "/code/d/b.md": "b\n",
      "/code/d/a.md": "a\n",
      "/code/d/.h.md": "hidden",
      "/code/d/c.txt": "no",
      "/code/d/s/x.md": "x",
    },
  });
  assertEquals(stdout, "a\n\nb\nx\n");
});

Deno.test("resolveVerb() follows references to depth 5", async () => {
  const files: Record<string, string> = {};
  for (let depth = 1; depth <= 7; depth++) files[`/code/${depth}.md`] = `${depth} @${depth + 1}.md`;
  const { stdout, stderr, code } = await resolve("", { stdin: "@1.md", files });
  assertEquals([stdout, code], ["1 2 3 4 5 @6.md", 0]);
  assertStringIncludes(stderr, `Cannot include "@6.md": references may be nested 5 deep`);
});

/** A world, the error. */
const CIRCLES: readonly [files: Record<string, string>, line: string, error: RegExp][] = [
  [{ "/code/a.md": "@a.md" }, "a.md", /it includes itself: a\.md → a\.md/],
  [{ "/code/a.md": "@b.md", "/code/b.md": "@a.md" }, "a.md", /: a\.md → b\.md → a\.md/],
  [
    { "/code/a.md": "@s/b.md", "/code/s/b.md": "@c.md", "/code/s/c.md": "@../a.md" },
    "a.md",
    /: a\.md → s\/b\.md → s\/c\.md → a\.md/,
  ],
];
Deno.test("resolveVerb() ends with 6 and the path for a circle", async () => {
  for (const [files, line, error] of CIRCLES) {
    const { stdout, stderr, code } = await resolve(line, { files });
    assertEquals([stdout, code], ["", 6]);
    assertMatch(stderr, error);
  }
});

Deno.test("resolveVerb() lets a pattern match the file it stands in", async () => {
  const files = { "/code/d/a.md": "A @*.md", "/code/d/b.md": "B" };
  assertEquals((await resolve("d/a.md", { files })).stdout, "A B");
});

/** A reference, and whether it is refused or just not there. */
const OUTSIDE: readonly [reference: string, error: string][] = [
  ["@../secret.md", "Refused"],
  ["@/etc/secret.md", "Refused"],
  ["@d/../../secret.md", "Refused"],
  ["@~/secret.md", "Refused"],
  ["@link.md", "Refused"],
  ["@linked/secret.md", "Refused"],
  ["@../work2/secret.md", "Refused"],
  ["@../*.md", "Refused"],
  ["@linked/*.md", "Cannot include"],
  ["@absent.md", "Cannot include"],
  ["@none/*.md", "Cannot include"],
];
Deno.test("resolveVerb() leaves the allowed directories neither by .. nor by a link", async () => {
  for (const [reference, error] of OUTSIDE) {
    const { stdout, stderr, code } = await resolve("", {
      stdin: reference,
      files: {
        "/secret.md": "SECRET",
        "/etc/secret.md": "SECRET",
        "/work2/secret.md": "SECRET",
        "/code/d/x.md": "x",
        "/code/link.md": { link: "/secret.md" },
        "/code/linked": { link: "/etc" },
      },
    });
    assertEquals([stdout, code], [reference, 0]);
    assertStringIncludes(stderr, `${error} "${reference}"`);
  }
});

Deno.test("resolveVerb() follows links within the allowed directories, and more roots", async () => {
  const files = {
    "/code/a.md": { link: "/code/d/b.md" },
    "/code/d/b.md": "b @c.md",
    "/code/d/c.md": "c",
    "/shared/x.md": "x",
  };
  assertEquals((await resolve("", { stdin: "@a.md", files })).stdout, "b c");
  const rooted = await resolve("--root /shared", { stdin: "@x.md @a.md", files });
  assertEquals(rooted.stdout, "x @a.md");
});

const ENV = {
  CLAUDE_X: "x",
  SKILLHOOK_Y: "y",
  AWS_SECRET_ACCESS_KEY: "SECRET",
  CLAUDE_CODE_OAUTH_TOKEN: "SECRET",
  CLAUDE_DATABASE: "postgres://u:SECRET@host/db",
  CLAUDE_PGPASSWORD: "SECRET",
  CLAUDE_JWT: "SECRET",
  PLAIN: "plain",
};
Deno.test("resolveVerb() carries no variable away that is not on the allow list", async () => {
  const secret =
    "${AWS_SECRET_ACCESS_KEY} ${CLAUDE_CODE_OAUTH_TOKEN} ${CLAUDE_DATABASE} ${CLAUDE_PGPASSWORD} ${CLAUDE_JWT}";
  const stdin = `\${CLAUDE_X} \${SKILLHOOK_Y} ${secret} \${PLAIN}`;
  const closed = await resolve("", { stdin, env: ENV });
  assertEquals(closed.stdout, `x y ${secret} \${PLAIN}`);
  assertStringIncludes(closed.stderr, "not on the allow list: ${AWS_SECRET_ACCESS_KEY}");
  assertMatch((await resolve("--env PLAIN", { stdin, env: ENV })).stdout, / plain$/);
});

Deno.test("resolveVerb() runs the commands of standard input only when told", async () => {
  const world = { stdin: "Now !`date`", commands: [[/^\/bin\/sh/, "today\n"]] as const };
  const refused = await resolve("", { stdin: world.stdin });
  assertMatch(refused.stdout, /^Now \[Not run: !`date` \(the text came from standard input\)/);
  const run = await resolve("--trust", { ...world, commands: [[/date/, "today\n"]] });
  assertEquals(run.stdout, "Now <skill-output>\ntoday\n</skill-output>");
});

/** Command line, standard input, exit code, part of standard error. */
const MISTAKES: readonly [line: string, stdin: string, code: number, stderr: string][] = [
  [
    "--set a=1",
    "",
    64,
    `Cannot set "a": a name has upper case letters, digits and underscores: did you mean "A"?`,
  ],
  ["--set A", "", 64, `Cannot set "A": expected NAME=VALUE`],
  ["--values none.json", "", 1, `Cannot read values "none.json": no such file`],
  ["none.md", "", 1, `Cannot read "none.md": no such file`],
  ["--strict", "@none.md", 6, "Unresolved tokens: @none.md"],
  ["--set TASK_ID=1", "{{TASK_IDS}}", 0, `Unresolved token {{TASK_IDS}}: did you mean "TASK_ID"?`],
  ["--stric", "", 64, `did you mean "--strict"?`],
];
Deno.test("resolveVerb() says what is wrong", async () => {
  for (const [line, stdin, code, stderr] of MISTAKES) {
    const outcome = await resolve(line, { stdin });
    assertEquals([outcome.code, outcome.stdout], [code, code === 0 ? stdin : ""], line);
    assertStringIncludes(outcome.stderr, stderr);
  }
});
