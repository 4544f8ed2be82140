/** Chains as one line of text, so that a table of prompts reads at a glance. */
import { slashText } from "../../src/continuation/chain.ts";
import { lex } from "../../src/continuation/lex.ts";
import { parseContinuation } from "../../src/continuation/parse.ts";
import type { Registry } from "../../src/catalog/registry.ts";
import { assertEquals } from "@std/assert";
import { registryOf } from "./registry.ts";

/** The skills of the tables, all without default exits: what is seen is what was typed. */
export const BARE: Registry = registryOf({
  "design": [],
  "plan": [],
  "plan-adhoc": [],
  "plan_tdd": [],
  "orchestrate": [],
  "handoff": ["/commit"],
  "commit": [],
  "kit:deploy": [],
});

/** A prompt and its chain as `mode: /a x | /b`, or `null`. */
export type ChainRow = readonly [prompt: string, chain: string | null];

/** `mode: /a x | /b`, or `null`. */
export function chainLine(prompt: string, registry: Registry = BARE): string | null {
  const parsed = parseContinuation(prompt, registry);
  if (parsed === null) return null;
  const chain = [parsed.current, ...parsed.continuation].map(slashText).join(" | ");
  return `${parsed.mode}: ${chain}`;
}

/** One test per row; each row's prompt also goes through the lexer, which must lose nothing. */
export function testChains(
  topic: string,
  rows: readonly ChainRow[],
  registry: Registry = BARE,
): void {
  Deno.test(`parseContinuation() ${topic}`, () => {
    for (const [prompt, expected] of rows) {
      assertEquals(chainLine(prompt, registry), expected, JSON.stringify(prompt));
      assertWhole(prompt);
    }
  });
}

/** The lexer's invariant. */
export function assertWhole(text: string): void {
  let end = 0;
  for (const lexeme of lex(text)) {
    assertEquals(lexeme.start, end, `gap or overlap in ${JSON.stringify(text).slice(0, 200)}`);
    assertEquals(lexeme.end > lexeme.start, true, "an empty lexeme");
    end = lexeme.end;
  }
  assertEquals(end, text.length, `lost the end of ${JSON.stringify(text).slice(0, 200)}`);
}
