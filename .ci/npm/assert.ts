/**
 * `@std/assert` where only an npm registry can be reached: `node:assert` under the names, argument
 * orders and type guards of `@std/assert`. It is the stricter of the two: `0` is not `-0`, and an
 * object without a prototype is not `{}`.
 *
 * @module
 */

import nodeAssert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

/** A class of errors, to be told apart with `instanceof`. */
// deno-lint-ignore no-explicit-any
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** What `assertFalse()` leaves. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

/** Asserts that `expr` is truthy. */
export function assert(expr: unknown, msg?: string): asserts expr {
  nodeAssert.ok(expr, msg ?? "Value is not truthy");
}

/** Asserts that `expr` is falsy. */
export function assertFalse(expr: unknown, msg?: string): asserts expr is Falsy {
  nodeAssert.ok(!expr, msg ?? "Value is not falsy");
}

/** Asserts that two values have the same structure and content. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  nodeAssert.deepStrictEqual(actual, expected, msg);
}

/** Asserts that two values differ in structure or content. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  nodeAssert.notDeepStrictEqual(actual, expected, msg);
}

/** Asserts that two values are the same, as `Object.is()` says. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  nodeAssert.strictEqual(actual, expected, msg);
}

/** Asserts that a value is neither null nor undefined. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  nodeAssert.ok(actual !== null && actual !== undefined, msg ?? `Value is ${actual}`);
}

/** Asserts that `actual` holds `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  const found = `Expected "${actual}" to contain "${expected}"`;
  nodeAssert.ok(actual.includes(expected), msg ?? found);
}

/** Asserts that `actual` matches `expected`. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  nodeAssert.match(actual, expected, msg);
}

/** Asserts that every item of `expected` is, by content, in `actual`. */
export function assertArrayIncludes<T>(
  actual: ArrayLike<T> & object,
  expected: ArrayLike<T> & object,
  msg?: string,
): void {
  for (const item of Array.from(expected)) {
    const found = Array.from(actual).some((other) => isDeepStrictEqual(other, item));
    nodeAssert.ok(found, msg ?? `Expected the array to include ${JSON.stringify(item)}`);
  }
}

/** Asserts that `actual` is greater than `expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  nodeAssert.ok(actual > expected, msg ?? `Expected ${actual} > ${expected}`);
}

/** Asserts that `actual` is less than `expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  nodeAssert.ok(actual < expected, msg ?? `Expected ${actual} < ${expected}`);
}

/** Fails. */
export function fail(msg?: string): never {
  nodeAssert.fail(msg ?? "Failed assertion");
}

/**
 * Asserts that `fn` throws.
 *
 * @param errorClass What the error must be an instance of
 * @param msgIncludes What its message must hold
 */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(fn: () => unknown, msg?: string): unknown;
export function assertThrows(
  fn: () => unknown,
  classOrMsg?: ErrorClass<Error> | string,
  msgIncludes = "",
  msg?: string,
): unknown {
  let thrown: unknown;
  nodeAssert.throws(fn, (error) => {
    thrown = error;
    return isExpected(error, classOrMsg, msgIncludes);
  }, typeof classOrMsg === "string" ? classOrMsg : msg);
  return thrown;
}

/** Asserts that the promise `fn` returns is rejected; the arguments are those of `assertThrows()`. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<Error> | string,
  msgIncludes = "",
  msg?: string,
): Promise<unknown> {
  let thrown: unknown;
  await nodeAssert.rejects(() => Promise.resolve(fn()), (error) => {
    thrown = error;
    return isExpected(error, classOrMsg, msgIncludes);
  }, typeof classOrMsg === "string" ? classOrMsg : msg);
  return thrown;
}

function isExpected(error: unknown, classOrMsg: unknown, msgIncludes: string): boolean {
  if (typeof classOrMsg !== "function") return true;
  if (!(error instanceof Error) || !(error instanceof classOrMsg)) return false;
  return error.message.includes(msgIncludes);
}
