import { assertEquals } from "@std/assert";
import { correctedTruth, digestArgs, readCorrections, truthByLabel } from "./truth.ts";
import type { CorpusPrompt } from "./read_corpus.ts";

function prompt(text: string, label?: string, invocations?: string[]): CorpusPrompt {
  return {
    ...{ id: "p", source: "", kind: "", text },
    ...(label === undefined ? {} : { label }),
    ...(invocations === undefined ? {} : { invocations }),
  };
}

Deno.test("truthByLabel() expects a chain only where the prompt begins with its first name", () => {
  const rows: readonly [CorpusPrompt, readonly string[] | null | undefined][] = [
    [prompt("/a x, /b", "invocation", ["a", "b"]), ["a", "b"]],
    [prompt("  /a, /b", "invocation", ["a", "b"]), ["a", "b"]],
    [prompt("/a.", "invocation", ["a"]), ["a"]],
    [prompt("/a\nx", undefined, ["a"]), ["a"]],
    [prompt("do x. /a", "invocation", ["a"]), null],
    [prompt("/ab", "invocation", ["a"]), null],
    [prompt("/a/b", "invocation", ["a"]), null],
    [prompt("/a.md", "invocation", ["a"]), null],
    [prompt("/a x", "mid-request", ["a"]), null],
    [prompt("/a x", "mention-only", ["a"]), null],
    [prompt("/a x", "a label of their own", ["a"]), null],
    [prompt("a/b", undefined, []), null],
    // Nobody said: neither right nor wrong.
    [prompt("/a x"), undefined],
    [prompt("/a x", "invocation"), undefined],
  ];
  for (const [given, expected] of rows) {
    const { expect } = truthByLabel(given);
    assertEquals(expect && expect.map(({ skill }) => skill), expected);
  }
});

Deno.test("readCorrections() reads names and digests, and a prompt without a row asks for nothing", async () => {
  const { truths, flaws } = readCorrections(
    '{"id":"p","label":"invocation","expect":{"current":{"skill":"a","args_units":1,' +
      '"args_sha256":"2d711642b726b044"},"continuation":[{"skill":"b","args_units":0}]}}\n' +
      '{"id":"q","label":"mid-request","expect":null,"mid":[{"name":"c","request":true},' +
      '{"name":"d","request":false},4]}\n{"label":"x"}\n',
    "f",
  );
  assertEquals(truths.get("p")?.expect, [
    { skill: "a", argsDigest: await digestArgs("x") },
    { skill: "b", argsDigest: await digestArgs("") },
  ]);
  assertEquals(truths.get("q"), {
    label: "mid-request",
    expect: null,
    mentioned: ["c", "d"],
  });
  assertEquals(flaws, ['f:3: Cannot read correction: "id" must be a string']);
  const other = { ...prompt("/z", "invocation", ["z"]), id: "other" };
  assertEquals(correctedTruth(other, truths), {
    ...{ label: "invocation", expect: null, mentioned: ["z"] },
  });
});
