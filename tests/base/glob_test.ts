import { assert, assertEquals } from "@std/assert";
/** Globs and wildcards: one row per fact, and the same verdicts as a plain search. */
import { assertLinear } from "../support/steps.ts";
import { seededRandom } from "../support/random.ts";
import { matchesGlob, matchesWildcard, readGlob } from "../../src/base/glob.ts";

function fits(pattern: string, path: string): boolean | string {
  const glob = readGlob(pattern);
  return "flaw" in glob ? glob.flaw : matchesGlob(glob, path);
}

const FACTS: readonly [pattern: string, path: string, fits: boolean][] = [
  ["*.tsx", "App.tsx", true],
  ["*.tsx", "src/deep/App.tsx", true],
  ["*.tsx", "App.tsx.bak", false],
  ["*.tsx", "tsx", false],
  ["/*.tsx", "App.tsx", true],
  ["/*.tsx", "src/App.tsx", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/x/a.ts", false],
  ["src/*.ts", "lib/src/a.ts", false],
  ["./src/*.ts", "src/a.ts", true],
  ["src/**", "src/a/b.ts", true],
  ["src/**", "src", true],
  ["src/", "src/a", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/a/b/c.ts", true],
  ["**/test/**", "a/test/b", true],
  ["**/test/**", "a/tests/b", false],
  ["Dockerfile", "deploy/Dockerfile", true],
  ["*.{ts,tsx}", "a.ts", true],
  ["*.{ts,tsx}", "a.tsx", true],
  ["*.{ts,tsx}", "a.js", false],
  ["{a,b{c,d}}.x", "bd.x", true],
  ["{a,b{c,d}}.x", "b.x", false],
  ["{a}.x", "{a}.x", true],
  ["{a,b.x", "{a,b.x", true],
  ["a?.ts", "ab.ts", true],
  ["a?.ts", "a.ts", false],
  ["a?b", "a😀b", true],
  ["[a-c].ts", "b.ts", true],
  ["[a-c].ts", "d.ts", false],
  ["[!a-c].ts", "d.ts", true],
  ["[!a-c].ts", "b.ts", false],
  ["[].ts", "[].ts", true],
  ["[.ts", "[.ts", true],
  ["\\*.ts", "*.ts", true],
  ["\\*.ts", "a.ts", false],
  ["a**b", "axxb", true],
  ["a**b", "a/b", false],
  ["*.TS", "a.ts", false],
];
for (const [pattern, path, expected] of FACTS) {
  Deno.test(`matchesGlob() says ${expected} of ${pattern} and ${path}`, () =>
    assertEquals(fits(pattern, path), expected));
}

Deno.test("readGlob() refuses what is no precise glob", () => {
  assertEquals(fits("", "a"), "it is empty");
  assertEquals(fits("!a", "a"), "it cannot say what is not meant");
  assertEquals(fits("../a", "a"), "its segments must be names");
  assertEquals(fits("a//b", "a"), "its segments must be names");
  assertEquals(fits("x".repeat(501), "a"), "it is longer than 500 characters");
  assertEquals(fits("{a,b}".repeat(10), "a"), "it has more than 64 alternatives");
});

const WILDCARDS: readonly [pattern: string, text: string, fits: boolean][] = [
  ["a*c*", "abcabc", true],
  ["a*d", "abc", false],
  ["*", "", true],
  ["", "", true],
  ["git *", "git diff a/b", true],
  ["a?[b]", "a?[b]", true],
  ["a?[b]", "axb", false],
];
for (const [pattern, text, expected] of WILDCARDS) {
  Deno.test(`matchesWildcard() says ${expected} of "${pattern}" and "${text}"`, () =>
    assertEquals(matchesWildcard(pattern, text), expected));
}

Deno.test("matchesGlob() and matchesWildcard() take time as the path is long, whatever the pattern", async () => {
  const patterns = ["*a".repeat(240), "**/".repeat(160) + "x", "[a-".repeat(150), "{".repeat(400)];
  const paths = [["a", ""], ["a/", "b"], ["-", ""]] as const;
  for (const pattern of patterns) {
    for (const [part, tail] of paths) {
      const textOf = (length: number) => part.repeat(length / part.length) + tail;
      const about = `${pattern.slice(0, 8)} on ${part}`;
      await assertLinear((path) => fits(pattern, path), textOf, { about, length: 1_000 });
      await assertLinear((text) => matchesWildcard(pattern, text), textOf, {
        about,
        length: 1_000,
      });
    }
  }
});

/** Says the same in the plainest way, and takes any time. */
function fitsPlainly(parts: readonly string[], path: string): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return path === "";
  const after = (length: number) => fitsPlainly(rest, path.slice(length));
  const ends = Array.from({ length: path.length + 1 }, (_, length) => length);
  if (part === "*") return ends.some((end) => !path.slice(0, end).includes("/") && after(end));
  if (part === "**/") return ends.some((end) => (end === 0 || path[end - 1] === "/") && after(end));
  if (path === "") return false;
  if (part === "?") return path[0] !== "/" && after(1);
  if (part === "[ab]") return "ab".includes(path[0]!) && after(1);
  return path[0] === part && after(1);
}

Deno.test("matchesGlob() says what a plain search says", () => {
  const next = seededRandom(3);
  const verdicts = { true: 0, false: 0 };
  for (let round = 0; round < 20_000; round++) {
    const segments = Array.from({ length: 1 + next.below(4) }, () => {
      if (next.below(4) === 0) return ["**/"];
      const parts = ["a", "b", "*", "?", "[ab]", "*"];
      const name = Array.from({ length: 1 + next.below(4) }, () => next.pick(parts));
      return name.join("") === "**" ? ["**/"] : [...name, "/"];
    });
    segments.push([next.pick(["a", "b", "*", "?"])]);
    const parts = segments.flat();
    const path = Array.from({ length: 1 + next.below(5) }, () => "x" + next.text(["a", "b"], 3))
      .join("/").replaceAll("x", () => next.pick(["a", "b"]));
    const choice = next.below(parts.length);
    const braced = parts.map((part, index) => index === choice && part === "a" ? "{a,b}" : part);
    const expected = [parts, parts.with(choice, "b")].slice(0, parts[choice] === "a" ? 2 : 1)
      .some((one) => fitsPlainly(one, path));
    assertEquals(fits(`/${braced.join("")}`, path), expected, `${braced.join("")} ${path}`);
    verdicts[`${expected}`]++;
  }
  assert(verdicts.true > 500 && verdicts.false > 500, "the examples are one-sided");
});

Deno.test("matchesWildcard() says what a plain search says", () => {
  const next = seededRandom(4);
  for (let round = 0; round < 20_000; round++) {
    const parts = Array.from({ length: next.below(8) }, () => next.pick(["a", "b", "*"]));
    const text = next.text(["a", "b"], 8);
    assertEquals(matchesWildcard(parts.join(""), text), fitsPlainly(parts, text), parts.join(""));
  }
});
