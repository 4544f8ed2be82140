import { assertEquals } from "@std/assert";
import { matchesGlob, readGlob } from "../../src/skill/glob.ts";
import { assertLinear } from "../support/steps.ts";

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

Deno.test("matchesGlob() takes time as the path is long, whatever the pattern", async () => {
  const patterns = ["*a".repeat(240), "**/".repeat(160) + "x", "[a-".repeat(150), "{".repeat(400)];
  const paths = [["a", ""], ["a/", "b"], ["-", ""]] as const;
  for (const pattern of patterns) {
    for (const [part, tail] of paths) {
      const textOf = (length: number) => part.repeat(length / part.length) + tail;
      const about = `${pattern.slice(0, 8)} on ${part}`;
      await assertLinear((path) => fits(pattern, path), textOf, { about, length: 1_000 });
    }
  }
});
