/** The shared behaviour cases at function level; skipped with a notice where that folder is missing. */
import { assertEquals } from "@std/assert";
import { contextText } from "../../src/continuation/context_text.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import { peel, printEntries } from "../../src/continuation/chain.ts";
import { registryOf } from "../support/registry.ts";
import { sharedCases } from "../support/shared.ts";

const parserCases = sharedCases("continuation_parser.json");
for (const { id, input, expected } of parserCases?.cases ?? []) {
  Deno.test(`parseContinuation() meets shared case ${id}`, () => {
    const parsed = parseContinuation(input.prompt, registryOf(input.registry));
    const { current, continuation } = parsed ?? {};
    assertEquals(parsed && { current, continuation }, expected);
  });
}
for (const [index, { parsed, expected_text }] of (parserCases?.context_text ?? []).entries()) {
  Deno.test(`contextText() meets shared text ${index}`, () => {
    assertEquals(contextText(parsed), expected_text);
  });
}
for (const { id, input, expected } of sharedCases("consumption.json")?.cases ?? []) {
  Deno.test(`peel() meets shared case ${id}`, () => {
    const { args, entries } = peel(input);
    const [target = null, ...rest] = entries;
    const remainder = rest.length === 0 ? null : `[CONTINUATION: ${printEntries(rest)}]`;
    assertEquals({ target, remainder, entries }, {
      target: expected.target,
      remainder: expected.remainder,
      entries: expected.entries,
    });
    if (expected.args_before_marker !== null) assertEquals(args, expected.args_before_marker);
  });
}
