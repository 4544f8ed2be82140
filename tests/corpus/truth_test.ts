import { assertEquals } from "@std/assert";
import type { CorpusPrompt } from "../../src/corpus/corpus_prompt.ts";
import {
  correctedTruth,
  digestArgs,
  readCorrections,
  truthByLabel,
} from "../../src/corpus/truth.ts";

function prompt(text: string, label?: string, invocations?: string[]): CorpusPrompt {
  return {
    ...{ id: "p", source: "", kind: "", text },
    ...(label === undefined ? {} : { label }),
    ...(invocations === undefined ? {} : { invocations }),
  };
}

Deno.test("truthByLabel() expects a chain only where the prompt begins with its first name", () => {
  const rows: readonly [
    CorpusPrompt,
    readonly string[] | null | undefined,
    readonly string[] | undefined,
  ][] = [
    [prompt("/a x, /b", "invocation", ["a", "b"]), ["a", "b"], []],
    [prompt("  /a, /b", "invocation", ["a", "b"]), ["a", "b"], []],
    [prompt("/a.", "invocation", ["a"]), ["a"], []],
    [prompt("/a\nx", undefined, ["a"]), ["a"], []],
    [prompt("do x. /a", "invocation", ["a"]), null, ["a"]],
    [prompt("/ab", "invocation", ["a"]), null, ["a"]],
    [prompt("/a/b", "invocation", ["a"]), null, ["a"]],
    [prompt("/a.md", "invocation", ["a"]), null, ["a"]],
    [prompt("/a x", "mid-request", ["a"]), null, ["a"]],
    [prompt("/a x", "mention-only", ["a"]), null, []],
    [prompt("/a x", "a label of their own", ["a"]), null, []],
    [prompt("a/b", undefined, []), null, []],
    // Nobody said: neither right nor wrong.
    [prompt("/a x"), undefined, undefined],
    [prompt("/a x", "invocation"), undefined, undefined],
  ];
  for (const [given, expect, mid] of rows) {
    const truth = truthByLabel(given);
    assertEquals([truth.expect?.map(({ skill }) => skill) ?? truth.expect, truth.mid], [
      expect,
      mid,
    ]);
  }
});

Deno.test("readCorrections() reads names and digests, and a prompt without a row asks for nothing", async () => {
  const { truths, diagnostics } = readCorrections(
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
    mid: ["c"],
    mentioned: ["d"],
  });
  assertEquals(diagnostics.map(({ line }) => line), [3]);
  const other = { ...prompt("/z", "invocation", ["z"]), id: "other" };
  assertEquals(correctedTruth(other, truths), {
    ...{ label: "invocation", expect: null, mid: [], mentioned: ["z"] },
  });
});
