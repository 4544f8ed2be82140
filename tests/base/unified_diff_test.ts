import { assertEquals } from "@std/assert";
import { unifiedDiff } from "../../src/base/unified_diff.ts";
import { seededRandom } from "../support/random.ts";

const ROWS: readonly (readonly [string, string, string])[] = [
  ["", "", ""],
  ["a\n", "a\n", ""],
  ["", "a\n", "@@ -0,0 +1 @@\n+a\n"],
  ["a\n", "", "@@ -1 +0,0 @@\n-a\n"],
  ["a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"],
  ["a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
  ["a\nb", "x\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"],
  [
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
    "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n",
  ],
];

Deno.test("unifiedDiff() writes what patch reads", () => {
  for (const [before, after, hunks] of ROWS) {
    const expected = hunks === "" ? "" : `--- a\n+++ b\n${hunks}`;
    assertEquals(unifiedDiff(before, after, ["a", "b"]), expected, JSON.stringify([before, after]));
  }
});

Deno.test("unifiedDiff() holds both texts: every hunk applies", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 300; round++) {
    const lines = () =>
      Array.from({ length: random.below(20) }, () => random.pick(["a", "b", "c", "d"]));
    const [before, after] = [lines().join("\n"), lines().join("\n")];
    assertEquals(apply(before, unifiedDiff(before, after, ["a", "b"])), after);
  }
});

/** A small patch. */
function apply(text: string, diff: string): string {
  if (diff === "") return text;
  const old = text.split("\n").map((line, index, all) =>
    index < all.length - 1 ? `${line}\n` : line
  );
  const result: string[] = [];
  let at = 0;
  const lines = diff.split("\n").slice(2, -1);
  lines.forEach((line, index) => {
    const end = lines[index + 1]?.startsWith("\\") ? "" : "\n";
    const header = /^@@ -(\d+)(?:,(\d+))?/.exec(line);
    if (header !== null) {
      const first = Number(header[1]) - (header[2] === "0" ? 0 : 1);
      while (at < first) result.push(old[at++]!);
    } else if (line[0] === "+") result.push(line.slice(1) + end);
    else if (line[0] === "-" || line[0] === " ") {
      if (line[0] === " ") result.push(old[at]!);
      assertEquals(old[at++], line.slice(1) + end);
    }
  });
  return result.join("") + old.slice(at).join("");
}
