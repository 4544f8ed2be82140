/** Matchers and the `if` filter as tables. */
import { assertEquals } from "@std/assert";
import { matches, readMatcher } from "../../src/hooks/handler.ts";
import { readPermissionRule, ruleFits, shellCommands } from "../../src/hooks/permission_rule.ts";
import { assertLinear } from "../support/steps.ts";

const MATCHERS: readonly [matcher: string, subject: string, expected: boolean][] = [
  ["Bash", "Bash", true],
  ["Bash", "bash", false],
  ["Bash", "BashOutput", false],
  ["Edit|Write", "Write", true],
  ["Edit, Write", "Write", true],
  ["Edit|Write", "MultiEdit", false],
  ["mcp__mem__.*", "mcp__mem__get", true],
  ["mcp__mem__.*", "xmcp__mem__get", true],
  ["^mcp__", "xmcp__mem", false],
  ["Notebook.*", "NotebookEdit", true],
  [".*", "anything", true],
  ["plan-adhoc", "plan-adhoc", true],
  ["a.c", "abc", true],
];

Deno.test("matches() follows the agent's matcher rules", () => {
  for (const [text, subject, expected] of MATCHERS) {
    const matcher = readMatcher(text);
    assertEquals("flaw" in matcher ? matcher.flaw : matches(matcher, subject), expected, text);
  }
});

Deno.test("readMatcher() of a literal event splits on bars only", () => {
  const matcher = readMatcher("a.txt|b,c", true);
  assertEquals("flaw" in matcher ? [] : matcher.names, ["a.txt", "b,c"]);
});

const PLACES = { projectDir: "/p", cwd: "/p/sub", home: "/home/ada" };
const bash = (command: string) => ["Bash", { command }] as const;
const edit = (file_path: string) => ["Edit", { file_path }] as const;

/** `false` means: certainly not about it. */
const RULES: readonly [rule: string, call: readonly [string, unknown], expected: boolean][] = [
  ["Bash", bash("ls"), true],
  ["Bash", edit("/p/x"), false],
  ["Bash(git *)", bash("git push"), true],
  ["Bash(git *)", bash("git"), true],
  ["Bash(git *)", bash("gitk"), false],
  ["Bash(git:*)", bash("git push"), true],
  ["Bash(git push*)", bash("git pull"), false],
  ["Bash(git *)", bash("ls && git push"), true],
  ["Bash(git *)", bash("ls; cat x | git apply"), true],
  ["Bash(git *)", bash("A=1 B=2 git push"), true],
  ["Bash(git *)", bash("ls -la | wc -l"), false],
  ["Bash(git *)", bash("echo 'git push'"), false],
  ["Bash(git *)", bash("echo $(git push)"), true],
  ["Bash(git *)", bash("echo `x`"), true],
  ["Bash(git *)", bash("sh -c 'git push'"), true],
  ["Bash(git *)", bash("if true; then git push; fi"), true],
  ["Bash(git *)", bash("'git' push"), true],
  ["Bash(git *)", bash("echo 'unclosed"), true],
  ["Bash(git *)", ["Bash", {}], true],
  ["Bash(rm *)", bash("ls 2>&1 && rm x"), true],
  ["Bash(npm run test)", bash("npm run test"), true],
  ["Edit(src/**)", edit("/p/src/a/b.ts"), true],
  ["Edit(src/**)", edit("/p/docs/a.md"), false],
  ["Edit(src/**)", edit("/p/sub/src/a.ts"), true],
  ["Edit(/docs/*)", edit("/p/docs/a.md"), true],
  ["Edit(/docs/*)", edit("/p/sub/docs/a.md"), false],
  ["Edit(//etc/**)", edit("/etc/passwd"), true],
  ["Edit(~/.ssh/**)", edit("/home/ada/.ssh/id"), true],
  ["Edit(*.ts)", edit("/p/x/y/z.ts"), true],
  ["Edit(*.ts)", edit("/p/x/y/z.js"), false],
  ["Edit(src/**)", edit("/p/docs/../src/x"), true],
  ["Edit(src/**)", ["Write", { file_path: "/p/src/x" }], false],
  ["Read(src/**)", edit("/p/src/x"), false],
  ["WebFetch(domain:example.com)", ["WebFetch", { url: "https://example.com/x" }], true],
  ["WebFetch(domain:example.com)", ["WebFetch", { url: "https://other.com/" }], false],
  ["mcp__mem__get", ["mcp__mem__get", {}], true],
  ["mcp__mem", ["mcp__mem__get", {}], false],
  ["mcp__mem__*", ["mcp__mem__get", {}], false],
  ["*", bash("ls"), false],
  ["Task", ["Agent", {}], true],
  ["mcp__mem", ["mcp__memory__get", {}], false],
  ["Skill(commit)", ["Skill", { skill: "/commit" }], true],
  ["Skill(commit)", ["Skill", { skill: "design" }], false],
  ["Other(x)", ["Other", { y: 1 }], true],
];

Deno.test("ruleFits() says no only where it is sure", () => {
  for (const [text, [tool, input], expected] of RULES) {
    const rule = readPermissionRule(text)!;
    assertEquals(ruleFits(rule, tool, input, PLACES), expected, `${text} ${JSON.stringify(input)}`);
  }
});

Deno.test("readPermissionRule() refuses what is no rule", () => {
  for (const text of ["", "Bash(git", "(git)", "two words", "Bash)x("]) {
    assertEquals(readPermissionRule(text), undefined, text);
  }
});

Deno.test("shellCommands() takes a line apart or gives it up", () => {
  const rows: readonly [string, readonly string[] | undefined][] = [
    ["a; b && c || d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"]],
    ["a 'x;y' \"p|q\"", ["a 'x;y' \"p|q\""]],
    ["a \\; b", ["a \\; b"]],
    ["a > out 2>&1", ["a > out 2>&1"]],
    ["a \\>& b", ["a \\>", "b"]],
    ["a <<EOF", undefined],
    ['a "$x"', undefined],
    ["(a)", undefined],
    ["env X=1 a", undefined],
    ["a\\", undefined],
    ["", []],
  ];
  for (const [line, expected] of rows) {
    assertEquals(shellCommands(line), expected as string[] | undefined, line);
  }
});

Deno.test("shellCommands() takes time as its line is long", async () => {
  const line = (text: string) => assertEquals(shellCommands(text), undefined);
  await assertLinear(line, (length) => "'".repeat(length + 1), { about: "a shell line" });
});
