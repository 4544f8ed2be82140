/** `@std/assert` under either import map: what passes and what fails. */
import {
  assert,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertLess,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  fail,
} from "@std/assert";

Deno.test("assertions pass and fail alike with either package", async () => {
  const error = new RangeError("Cannot read line: 7");
  const thrower = () => {
    throw error;
  };
  const passing: (() => unknown)[] = [
    () => assert(1),
    () => assertFalse(0),
    () => assertEquals({ a: [1, { b: NaN }] }, { a: [1, { b: NaN }] }),
    () => assertNotEquals<unknown>({ a: undefined }, {}),
    () => assertNotEquals<unknown>([1], ["1"]),
    () => assertStrictEquals(NaN, NaN),
    () => assertExists(0),
    () => assertStringIncludes("abc", "bc"),
    () => assertMatch("abc", /^a/),
    () => assertArrayIncludes<unknown>([1, { a: 2 }], [{ a: 2 }]),
    () => assertGreater(2, 1),
    () => assertLess(1, 2),
    () => assertThrows(thrower),
    () => assertThrows(thrower, Error, "line: 7"),
  ];
  const failing: (() => unknown)[] = [
    () => assert(""),
    () => assertFalse("x"),
    () => assertEquals({ a: 1 }, { a: 2 }),
    () => assertEquals(new Set([1]), new Set([2])),
    () => assertEquals<unknown>([undefined], []),
    () => assertNotEquals([1], [1]),
    () => assertStrictEquals({}, {}),
    () => assertExists(null),
    () => assertStringIncludes("abc", "x"),
    () => assertMatch("abc", /^b/),
    () => assertArrayIncludes([1], [2]),
    () => assertGreater(1, 1),
    () => assertLess(1, 1),
    () => assertThrows(() => 1),
    () => assertThrows(thrower, TypeError),
    () => assertThrows(thrower, RangeError, "line: 8"),
    () => fail(),
  ];
  for (const run of passing) run();
  for (const run of failing) {
    assertEquals(assertThrows(run, Error).name, "AssertionError", run.toString());
  }
  assertStrictEquals(assertThrows(thrower, RangeError), error);
  assertStrictEquals(await assertRejects(() => Promise.reject(error), RangeError, "line"), error);
  await assertRejects(() => assertRejects(() => Promise.resolve(1)), Error);
  await assertRejects(() => assertRejects(() => Promise.reject(error), TypeError), Error);
});
