/** `@std/path` under either import map: the same paths. */
import { assertEquals } from "@std/assert";
import { basename } from "@std/path/posix/basename";
import { isAbsolute } from "@std/path/posix/is-absolute";
import { normalize } from "@std/path/posix/normalize";
import { basename as windowsBasename } from "@std/path/windows/basename";
import { isAbsolute as windowsIsAbsolute } from "@std/path/windows/is-absolute";

Deno.test("paths come out the same from either package", () => {
  const rows: [string, string][] = [
    [normalize(""), "."],
    [normalize("/"), "/"],
    [normalize("/a//b/./c/.."), "/a/b"],
    [normalize("/a/b/../../../c/"), "/c/"],
    [normalize("a/../.."), ".."],
    [normalize("a/../"), "./"],
    [basename("/a/b.md"), "b.md"],
    [basename("/a/b/"), "b"],
    [basename("a\\b"), "a\\b"],
    [basename("/"), "/"],
    [basename("//"), "/"],
    [basename(""), ""],
    [windowsBasename("C:\\a\\b.md"), "b.md"],
    [windowsBasename("C:/a/b\\"), "b"],
    [windowsBasename("C:\\"), "\\"],
    [windowsBasename("C:"), ""],
    [windowsBasename("C:a"), "a"],
  ];
  for (const [actual, expected] of rows) assertEquals(actual, expected);
  assertEquals(["/a", "a", "", "~"].map((path) => isAbsolute(path)), [true, false, false, false]);
  assertEquals(
    ["C:\\a", "C:/a", "\\a", "a", "C:a"].map((path) => windowsIsAbsolute(path)),
    [true, true, true, false, false],
  );
});
