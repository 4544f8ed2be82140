/** Paths as text, on either platform. */
import { assertEquals } from "@std/assert";
import { isAbsolutePath, isInside, joinPath, lastSegment } from "../../src/base/path.ts";

/** [path, absolute on POSIX, absolute on Windows] */
const ABSOLUTE: readonly (readonly [string, boolean, boolean])[] = [
  ["/a", true, true],
  ["/", true, true],
  ["//", true, true],
  ["/:", true, true],
  ["a", false, false],
  ["", false, false],
  [".", false, false],
  ["./a", false, false],
  ["../a", false, false],
  ["~/a", false, false],
  ["a/b", false, false],
  ["C:", false, false],
  ["C:a", false, false],
  ["C:/a", false, true],
  ["C:\\a", false, true],
  ["C:\\", false, true],
  ["c:/", false, true],
  ["\\a", false, true],
  ["\\\\server\\share", false, true],
  ["1:/a", false, false],
  ["ä:/x", false, false],
  ["file:/a", false, false],
  [":/a", false, false],
];

/** [path, last segment on POSIX, on Windows] */
const SEGMENTS: readonly (readonly [string, string, string])[] = [
  ["/a", "a", "a"],
  ["/a/b", "b", "b"],
  ["/a/b/", "b", "b"],
  ["/a/b//", "b", "b"],
  ["a", "a", "a"],
  ["/a/b.c", "b.c", "b.c"],
  ["", "", ""],
  ["/", "", ""],
  ["//", "", ""],
  [".", ".", "."],
  ["..", "..", ".."],
  ["a b/ c ", " c ", " c "],
  ["é/ü", "ü", "ü"],
  ["a\\b", "a\\b", "b"],
  ["a\\b\\", "a\\b\\", "b"],
  ["\\", "\\", ""],
  ["C:\\a\\b", "C:\\a\\b", "b"],
  ["C:\\a/b\\/", "b\\", "b"],
  ["C:\\", "C:\\", ""],
  ["C:/", "C:", ""],
  ["C:", "C:", ""],
  ["C:a", "C:a", "a"],
];

Deno.test("isAbsolutePath() knows roots and drives", () => {
  for (const [path, posix, windows] of ABSOLUTE) {
    const both = [isAbsolutePath(path, "linux"), isAbsolutePath(path, "windows")];
    assertEquals(both, [posix, windows], path);
  }
});

Deno.test("lastSegment() is empty for a root or a drive", () => {
  for (const [path, posix, windows] of SEGMENTS) {
    assertEquals(
      [lastSegment(path, "linux"), lastSegment(path, "windows")],
      [posix, windows],
      path,
    );
  }
});

Deno.test("joinPath() puts one slash between, and resolves nothing", () => {
  const rows: [string, string, string][] = [
    ["/a", "b", "/a/b"],
    ["/a/", "b", "/a/b"],
    ["/", "b", "/b"],
    ["/a", "b/c", "/a/b/c"],
    ["a b", "ü", "a b/ü"],
    ["/a", "../b", "/a/../b"],
    ["C:\\a", "b", "C:\\a/b"],
  ];
  for (const [parent, child, whole] of rows) assertEquals(joinPath(parent, child), whole);
});

Deno.test("isInside() compares whole segments", () => {
  const rows: [string, string, string, boolean][] = [
    ["/a", "/a/b", "linux", true],
    ["/a", "/a", "linux", true],
    ["/a/", "/a", "linux", true],
    ["/a/", "/a/b", "linux", true],
    ["/a", "/ab", "linux", false],
    ["/a", "/", "linux", false],
    ["/a/b", "/a", "linux", false],
    ["/", "/anything", "linux", true],
    ["/a", "/a\\b", "linux", false],
    ["C:\\a", "C:\\a\\b", "windows", true],
    ["C:\\a", "C:\\ab", "windows", false],
  ];
  for (const [parent, child, platform, expected] of rows) {
    assertEquals(isInside(parent, child, platform), expected, `${parent} ${child} on ${platform}`);
  }
});
