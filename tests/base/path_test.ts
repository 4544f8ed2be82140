import { assertEquals } from "@std/assert";
import { basename as posixBasename } from "@std/path/posix/basename";
import { isAbsolute as posixIsAbsolute } from "@std/path/posix/is-absolute";
import { join as posixJoin } from "@std/path/posix/join";
import { isAbsolute as windowsIsAbsolute } from "@std/path/windows/is-absolute";
import { isAbsolutePath, isInside, joinPath, lastSegment } from "../../src/base/path.ts";

const PATHS = [
  "/a",
  "/",
  "a",
  "",
  ".",
  "./a",
  "../a",
  "~/a",
  "a/b",
  "C:",
  "C:a",
  "C:/a",
  "C:\\a",
  "\\a",
];
const MORE = ["\\\\server\\share", "1:/a", "c:/", "C:\\", "ä:/x", "file:/a", ":/a", "/:"];

Deno.test("isAbsolutePath() agrees with @std/path on every platform", () => {
  for (const path of [...PATHS, ...MORE]) {
    assertEquals(isAbsolutePath(path, "linux"), posixIsAbsolute(path), `posix ${path}`);
    assertEquals(isAbsolutePath(path, "windows"), windowsIsAbsolute(path), `windows ${path}`);
  }
});

Deno.test("joinPath() agrees with @std/path where nothing is to be resolved", () => {
  for (
    const [parent, child] of [["/a", "b"], ["/a/", "b"], ["/", "b"], ["/a", "b/c"], ["a b", "ü"]]
  ) {
    assertEquals(joinPath(parent!, child!), posixJoin(parent!, child!));
  }
});

Deno.test("lastSegment() agrees with @std/path but for a root, which has none", () => {
  for (const path of ["/a", "/a/b", "/a/b/", "/a/b//", "a", "a\\b", "/a/b.c", ""]) {
    assertEquals(lastSegment(path, "linux"), posixBasename(path), path);
  }
  assertEquals(lastSegment("/", "linux"), "");
  assertEquals(lastSegment("C:\\a\\b", "windows"), "b");
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
