/**
 * Counts the steps a function takes, so that growth can be judged without a clock: how often each block of code ran, as
 * the engine's own coverage counts it, and how many characters and elements built-in functions looked at. What one
 * regular expression costs on its stretch of text is the subject of `regex_test.ts`.
 */
import { assert } from "@std/assert";
import { Session } from "node:inspector";

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

const session = new Session();
session.connect();
await post("Profiler.enable");
// Before the code under test is compiled: what is compiled without counters stays without them.
await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Of this length is the shorter text; the longer one is four times as long. */
const LENGTH = 4_000;
const FACTOR = 4;
/** Linear growth is 4 and n log n is 5; quadratic growth is 16. */
const MAX_GROWTH = 7;

/**
 * Fails when a text four times as long costs more than about four times the steps.
 *
 * @param options What it is about, for the message; `length`: of the shorter text, where a limit lies in the way
 */
export async function assertLinear(
  act: (text: string) => unknown,
  textOf: (length: number) => string,
  { about, length = LENGTH }: { about: string; length?: number },
): Promise<void> {
  const [short, long] = [textOf(length), textOf(length * FACTOR)];
  const [few, many] = [await countSteps(() => act(short)), await countSteps(() => act(long))];
  // A step for a character is never too much, even where the shorter text needed next to none.
  const limit = MAX_GROWTH * Math.max(few, short.length);
  assert(
    many <= limit,
    `${about}: ${few} steps for ${short.length} characters, ${many} for ${long.length}`,
  );
}

/** How many steps a function takes, to its end. */
export async function countSteps(act: () => unknown): Promise<number> {
  await post("Profiler.takePreciseCoverage");
  looked = 0;
  const restore = ACCOUNTS.map(watch);
  try {
    await act();
  } finally {
    for (const put of restore) put();
  }
  const natively = looked;
  const { result } = await post("Profiler.takePreciseCoverage") as Coverage;
  let blocks = 0;
  for (const { url, functions } of result) {
    if (url === import.meta.url || !/^(?:file|https?|npm):/.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  }
  return blocks + natively;
}

/** Characters and elements that built-in functions looked at. */
let looked = 0;

// The values belong to whoever calls the built-in function.
// deno-lint-ignore no-explicit-any
type Cost = (self: any, args: any[], result: any, from: number) => number;

const whole: Cost = (self) => self.length;
const made: Cost = (_self, _args, result) => result.length;
const both: Cost = (self, _args, result) => self.length + result.length;
const found: Cost = (self, [what, from = 0], at) =>
  (at < 0 ? self.length : at + (typeof what === "string" ? what.length : 1)) -
  Math.min(from, self.length);
const contained: Cost = (self, [what, from = 0]) =>
  found(self, [what, from], INDEX_OF.call(self, what, from), 0);
const foundBackwards: Cost = (self, [, from = Infinity], at) =>
  Math.min(from, self.length) - Math.max(at, 0);
const INDEX_OF = String.prototype.indexOf;
/** One that must match where it stands is over where its match is; any other looks on from there. */
const searched: Cost = ({ sticky, global }, [text], match, from) => {
  const start = global ? from : 0;
  if (sticky) return match === null ? 1 : match[0].length;
  return (match === null ? String(text).length : match.index + match[0].length) - start;
};
const keys: Cost = (_self, [value]) => Object.getOwnPropertyNames(value ?? {}).length;

/** Whose function, which, and what a call of it costs. */
const ACCOUNTS: readonly (readonly [owner: object, names: string, cost: Cost])[] = [
  [String.prototype, "indexOf", found],
  [String.prototype, "lastIndexOf", foundBackwards],
  [String.prototype, "includes", contained],
  [String.prototype, "split", whole],
  [String.prototype, "replace replaceAll concat", both],
  [String.prototype, "trim trimStart trimEnd", (self, _args, { length }) => self.length - length],
  [String.prototype, "toLowerCase toUpperCase normalize repeat padStart padEnd toWellFormed", made],
  [String.prototype, "isWellFormed localeCompare", whole],
  [RegExp.prototype, "exec", searched],
  [
    Array.prototype,
    "indexOf includes lastIndexOf slice concat shift unshift splice reverse",
    whole,
  ],
  [Array.prototype, "join fill flat toReversed toSpliced with", both],
  [Array.prototype, "sort toSorted", ({ length }) => length * Math.ceil(Math.log2(length + 1))],
  [Object.getPrototypeOf([].values()), "next", () => 1],
  [Object.getPrototypeOf(""[Symbol.iterator]()), "next", () => 1],
  [Uint8Array.prototype, "slice", made],
  [Intl.Segmenter.prototype, "segment", (_self, [text]) => text.length],
  [JSON, "parse", (_self, [text]) => String(text).length],
  [JSON, "stringify", (_self, _args, text) => text?.length ?? 0],
  [Object, "keys values entries assign fromEntries", keys],
  [TextEncoder.prototype, "encode", made],
  [TextDecoder.prototype, "decode", made],
];

/** Puts a counting function in the place of a built-in one. @returns What puts it back. */
function watch([owner, names, cost]: typeof ACCOUNTS[number]): () => void {
  const kept: [string, PropertyDescriptor][] = [];
  for (const name of names.split(" ")) {
    let holder = owner;
    while (!Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder);
    const descriptor = Object.getOwnPropertyDescriptor(holder, name)!;
    const real = descriptor.value;
    kept.push([name, descriptor]);
    Object.defineProperty(owner, name, {
      ...descriptor,
      value(...args: unknown[]): unknown {
        const from = this instanceof RegExp ? this.lastIndex : 0;
        const result = Reflect.apply(real, this, args);
        looked += Math.max(1, cost(this, args, result, from));
        return result;
      },
    });
  }
  return () => {
    for (const [name, descriptor] of kept) Object.defineProperty(owner, name, descriptor);
  };
}

function post(method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(
      method,
      params,
      (error, result) => error === null ? resolve(result) : reject(error),
    );
  });
}
