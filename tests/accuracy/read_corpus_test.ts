import { assertEquals } from "@std/assert";
import { promptKind, readCorpus } from "./read_corpus.ts";

Deno.test("readCorpus() reads prompts whatever fields are missing", () => {
  const lines = [
    '\uFEFF{"id": "a", "source": "s", "text": "/x y", "kind": "k", "label": "l", "invocations": ["x"]}',
    "",
    "   ",
    '{"text": "hi/ho"}\r',
    '{"id": 7, "prompt": "/y", "label": null, "invocations": [{"name": "/y z"}, {"skill": "w"}, 3, ""]}',
    '{"id": "b", "text": "", "invocations": "x", "extra": {}}',
  ];
  assertEquals(readCorpus(lines.join("\n"), "f"), {
    prompts: [
      { id: "a", source: "s", text: "/x y", kind: "k", label: "l", invocations: ["x"] },
      { id: "line-4", source: "", text: "hi/ho", kind: "and/or-prose" },
      {
        ...{ id: "line-5", source: "", text: "/y", kind: "leading-slash-command" },
        invocations: ["y", "w"],
      },
      { id: "b", source: "", text: "", kind: "other" },
    ],
    flaws: [],
  });
});

Deno.test("readCorpus() names the lines that are no prompts and goes on", () => {
  const text = '{"id": "a"}\nnope\n[1]\n{"id": "b", "text": 5}\n{"id": "c", "text": "x"}\n' +
    '{"id": "c", "text": "y"}\n{"text": "cut';
  const { prompts, flaws } = readCorpus(text, "f");
  assertEquals(prompts.map(({ text }) => text), ["x", "y"]);
  assertEquals(flaws, [
    'f:1: Cannot read prompt: "text" must be a string: got undefined',
    "f:2: Cannot read line: it is not JSON",
    "f:3: Cannot read line: expected an object: got list",
    'f:4: Cannot read prompt: "text" must be a string: got number',
    'f:6: Two prompts have the id "c"',
    "f:7: Cannot read line: it is not JSON",
  ]);
});

Deno.test("promptKind() sorts prompts by their slashes", () => {
  const rows = [
    ["/design x", "leading-slash-command"],
    ["  /superpowers:plan", "leading-slash-command"],
    ["/home/x/y is gone", "path-only"],
    ["Now run /review, please", "mid-text-slash-command"],
    ["see\n```\na/b\n```", "code/paste"],
    ["see https://example.com/x", "url"],
    ["yes and/or no", "and/or-prose"],
    ["and/or src/x.ts", "path-only"],
    ["nothing", "other"],
    ["", "other"],
  ] as const;
  for (const [text, kind] of rows) assertEquals(promptKind(text), kind, text);
});
