/** How a flaw reads. */
import { assertEquals } from "@std/assert";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";

const ROWS = [
  [{ path: "/a", message: "M" }, "/a: M"],
  [{ path: "/a", line: 2, message: "M" }, "/a:2: M"],
  [{ path: "/a", line: 2, column: 3, message: "M" }, "/a:2:3: M"],
  [{ path: "/a\n\x1b[2J", message: "M\r" }, "/a\\x0a\\x1b[2J: M\\x0d"],
] as const;

for (const [diagnostic, expected] of ROWS) {
  Deno.test(`formatDiagnostic() writes ${JSON.stringify(expected)}`, () => {
    assertEquals(formatDiagnostic(diagnostic), expected);
  });
}
