import { assert, assertEquals } from "@std/assert";
import {
  adversarialNames,
  adversarialPrompts,
  borderlinePrompts,
  chainNames,
  chainPrompts,
} from "./adversarial.ts";

const KINDS =
  ("path,url,date,fraction,xml,fence,code span,code,quote,nested quote,block quote,log,terminal," +
    "product,cjk,and/or,word edge,regex,sed,glob,link,email,git ref,shebang,route,diff,windows," +
    "bracket,continuation look-alike,not at the start").split(",");

Deno.test("adversarialPrompts() makes the same set twice, with unique ids", () => {
  const first = [...adversarialPrompts()];
  assertEquals(first, [...adversarialPrompts()]);
  assert(first.length >= 2000, `only ${first.length} prompts`);
  assertEquals(new Set(first.map(({ id }) => id)).size, first.length);
});

Deno.test("adversarialPrompts() covers every kind alone and, but for one, behind a skill", () => {
  const seen = new Map<string, Set<string>>();
  for (const { kind, expect } of adversarialPrompts()) {
    seen.set(kind, (seen.get(kind) ?? new Set()).add(String(expect)));
  }
  assertEquals([...seen.keys()], KINDS);
  for (const [kind, expected] of seen) {
    assertEquals(expected.size, kind === "not at the start" ? 1 : 2, kind);
  }
});

Deno.test("adversarialPrompts() expects a skill exactly where a prompt begins with one", () => {
  for (const { id, prompt, expect } of adversarialPrompts()) {
    assertEquals(beginsWithSkill(prompt, adversarialNames), expect === "single", `${id} ${prompt}`);
  }
});

Deno.test("adversarialPrompts() fills every placeholder", () => {
  for (const { id, prompt } of adversarialPrompts()) {
    assert(!/\$[abcn](?![a-z])/.test(prompt), `${id} ${prompt}`);
  }
});

Deno.test("chainPrompts() expects only what is written, in order", () => {
  const chains = [...chainPrompts()];
  assert(chains.length >= 200, `only ${chains.length} chains`);
  assertEquals(new Set(chains.map(({ id }) => id)).size, chains.length);
  for (const { id, prompt, expect } of chains) {
    assert(beginsWithSkill(prompt, chainNames), id);
    assert(expect.length >= 2, id);
    let from = 0;
    for (const { skill, args } of expect) {
      assert(chainNames.includes(skill), id);
      for (const part of [`/${skill}`, args]) {
        const at = prompt.indexOf(part, from);
        assert(at >= 0, `${id}: ${part}`);
        from = at + part.length;
      }
    }
  }
});

Deno.test("borderlinePrompts() says why for each, once", () => {
  const prompts = [...borderlinePrompts()];
  assertEquals(new Set(prompts.map(({ prompt }) => prompt)).size, prompts.length);
  for (const { id, why } of prompts) assert(why !== "", id);
});

/** Written apart from the parser: blanks, a slash, then the longest run of name characters and its end. */
function beginsWithSkill(prompt: string, names: readonly string[]): boolean {
  const word = prompt.trim().split(/\s/, 1)[0]!;
  const name = word.slice(1).replace(/,+$/, "");
  return word.startsWith("/") && names.includes(name);
}
