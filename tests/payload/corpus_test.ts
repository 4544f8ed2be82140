/** Texts of strangers: nothing is taken out of them, and nothing counts as a reference that names no file. */
import { assert, assertEquals } from "@std/assert";
import { findTokens } from "../../src/payload/tokens.ts";
import { withoutChain } from "../../src/payload/without_chain.ts";
import { sharedText } from "../support/shared.ts";

function lines(path: string): Record<string, string>[] {
  return (sharedText(path) ?? "").split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
}

Deno.test("withoutChain() changes no skill and no prompt of the corpus", () => {
  for (const { path } of lines("corpus/skills_index.jsonl")) {
    assertEquals(withoutChain(sharedText(`corpus/${path}`) ?? "").removed, 0, path);
  }
  for (const { text = "" } of lines("corpus/prompts_dev.jsonl")) {
    assertEquals(withoutChain(text).removed, 0, text);
  }
});

Deno.test("findTokens() takes nothing in the corpus for a reference but paths", () => {
  const found = new Set<string>();
  for (const { path } of lines("corpus/skills_index.jsonl")) {
    const text = sharedText(`corpus/${path}`) ?? "";
    for (const { name } of findTokens(text, ["file", "glob"])) found.add(name);
  }
  for (const name of found) assert(/^[\w./-]+\.md$/.test(name), name);
});
