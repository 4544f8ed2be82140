/** How a flaw is made and how it reads. */
import { assertEquals } from "@std/assert";
import {
  diagnose,
  type Diagnostic,
  formatDiagnostic,
  reportTo,
} from "../../src/base/diagnostic.ts";

const ROWS: readonly (readonly [Parameters<typeof diagnose>[1], string, string?, string?])[] = [
  ["/a", "/a: M"],
  [{ path: "/a", line: 2 }, "/a:2: M"],
  [{ path: "/a", line: 2, column: 3 }, "/a:2:3: M"],
  [{ path: "/a", column: 3 }, "/a: M"],
  [{}, "M"],
  [{ path: "/a\n\x1b[2J" }, "/a\\u000a\\u001b[2J: M\\u000d", "M\r"],
  ["/a", "/a: M: write it", "M", "Write it"],
  ["/a", "/a: M: HOME must be set", "M", "HOME must be set"],
  [{}, '"x" is off: "y" is on', '"x" is off', '"y" is on'],
];

for (const [at, expected, message = "M", remedy] of ROWS) {
  Deno.test(`formatDiagnostic() writes ${JSON.stringify(expected)}`, () => {
    assertEquals(formatDiagnostic(diagnose("settings-value", at, message, remedy)), expected);
  });
}

Deno.test("diagnose() is as bad as its code and leaves out what it is not told", () => {
  assertEquals(diagnose("shadowed", { line: undefined, key: "a.b" }, "M"), {
    code: "shadowed",
    severity: "warning",
    key: "a.b",
    message: "M",
  });
  const flaws: Diagnostic[] = [];
  reportTo(flaws, "/f")("trigger", "M", { line: 1 }, "R");
  assertEquals(flaws, [diagnose("trigger", { path: "/f", line: 1 }, "M", "R")]);
});
