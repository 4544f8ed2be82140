/** `@std/path` under either import map: the same paths. */
import { assertEquals } from "@std/assert";
import { basename } from "@std/path/posix/basename";
import { dirname } from "@std/path/posix/dirname";
import { extname } from "@std/path/posix/extname";
import { isAbsolute } from "@std/path/posix/is-absolute";
import { join } from "@std/path/posix/join";
import { normalize } from "@std/path/posix/normalize";
import { relative } from "@std/path/posix/relative";
import { resolve } from "@std/path/posix/resolve";
import { basename as windowsBasename } from "@std/path/windows/basename";
import { dirname as windowsDirname } from "@std/path/windows/dirname";
import { extname as windowsExtname } from "@std/path/windows/extname";
import { isAbsolute as windowsIsAbsolute } from "@std/path/windows/is-absolute";
import { join as windowsJoin } from "@std/path/windows/join";
import { normalize as windowsNormalize } from "@std/path/windows/normalize";
import { relative as windowsRelative } from "@std/path/windows/relative";
import { resolve as windowsResolve } from "@std/path/windows/resolve";

Deno.test("posix paths come out the same from either package", () => {
  const rows: [string, string][] = [
    [join(), "."],
    [join("", ""), "."],
    [join("/a", "b", "../c", "./d/"), "/a/c/d/"],
    [join("a", "/b"), "a/b"],
    [join("..", ".."), "../.."],
    [normalize(""), "."],
    [normalize("/a//b/./c/.."), "/a/b"],
    [normalize("a/../.."), ".."],
    [dirname("/a/b/c.md"), "/a/b"],
    [dirname("/a/"), "/"],
    [dirname("a"), "."],
    [dirname("/"), "/"],
    [basename("/a/b.md"), "b.md"],
    [basename("/a/b.md", ".md"), "b"],
    [basename("/a/b/"), "b"],
    [basename("/"), "/"],
    [extname("a/b.tar.gz"), ".gz"],
    [extname(".bashrc"), ""],
    [extname("a."), "."],
    [relative("/a/b/c", "/a/d"), "../../d"],
    [relative("/a", "/a"), ""],
    [relative("/a", "/a/b"), "b"],
    [resolve("/a", "b", "../c"), "/a/c"],
    [resolve("/a", "/b/"), "/b"],
  ];
  for (const [actual, expected] of rows) assertEquals(actual, expected);
  assertEquals(["/a", "a", "", "~"].map((path) => isAbsolute(path)), [true, false, false, false]);
});

Deno.test("Windows paths come out the same from either package", () => {
  const rows: [string, string][] = [
    [windowsJoin("C:\\a", "b/c", "..\\d"), "C:\\a\\b\\d"],
    [windowsJoin("\\\\server\\share", "x"), "\\\\server\\share\\x"],
    [windowsNormalize("C:/a//b/../c"), "C:\\a\\c"],
    [windowsDirname("C:\\a\\b"), "C:\\a"],
    [windowsDirname("C:\\"), "C:\\"],
    [windowsBasename("C:\\a\\b.md", ".md"), "b"],
    [windowsExtname("a\\b.md"), ".md"],
    [windowsRelative("C:\\a\\b", "C:\\a\\c"), "..\\c"],
    [windowsRelative("C:\\a", "D:\\a"), "D:\\a"],
    [windowsResolve("C:\\a", "..\\b"), "C:\\b"],
  ];
  for (const [actual, expected] of rows) assertEquals(actual, expected);
  assertEquals(
    ["C:\\a", "C:/a", "\\a", "a", "C:a"].map((path) => windowsIsAbsolute(path)),
    [true, true, true, false, false],
  );
});
