import { assertEquals } from "@std/assert";
import { extractPrompts } from "../../src/corpus/extract.ts";
import { transcriptLines } from "../../src/corpus/transcript_lines.ts";
import { typedPrompt } from "../../src/corpus/typed_prompt.ts";
import { fakeHost } from "../support/fake_host.ts";

function user(content: unknown, more: object = {}): string {
  return JSON.stringify({
    type: "user",
    message: { role: "user", content },
    cwd: "/code",
    ...more,
  });
}

Deno.test("typedPrompt() takes what the user typed", () => {
  const rows: readonly (readonly [unknown, string])[] = [
    ["fix a/b", "fix a/b"],
    [" /x \n", "/x"],
    [[{ type: "text", text: "see a/b" }, { type: "image", source: {} }], "see a/b"],
    [[{ type: "text", text: "<system-reminder>x/y</system-reminder>" }, {
      type: "text",
      text: "a/b",
    }], "a/b"],
    ["<div>a/b</div> is wrong", "<div>a/b</div> is wrong"],
    [
      "<command-message>design</command-message>\n<command-name>/design</command-name>\n" +
      "<command-args>x, /commit</command-args>",
      "/design x, /commit",
    ],
    ["<command-name>/model</command-name>\n  <command-message>m</command-message>\n", "/model"],
    ["<command-name>plugin:x</command-name>", "/plugin:x"],
  ];
  for (const [content, text] of rows) {
    assertEquals(typedPrompt(user(content)), { text, cwd: "/code" });
  }
});

Deno.test("typedPrompt() passes over what others wrote in the user's name", () => {
  const others = [
    ...["isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly"].map((mark) =>
      user("/x", { [mark]: true })
    ),
    user("/x", { toolUseResult: { success: true } }),
    user("/x", { sourceToolUseID: "t" }),
    user("/x", { promptSource: "system" }),
    user([{ type: "tool_result", content: "/x" }, { type: "text", text: "/x" }]),
    user("<task-notification>\n/x</task-notification>"),
    user("<local-command-stdout>/x</local-command-stdout>"),
    user("<ide_selection>/x</ide_selection>"),
    user("[Request interrupted by user]/"),
    user("This session is being continued from a previous conversation a/b"),
    user("<command-name></command-name>/"),
    user("<command-name>no end /"),
    user({ text: "/x" }),
    user(undefined),
    JSON.stringify({ type: "assistant", message: { role: "user", content: "/x" } }),
    JSON.stringify(["user", "/"]),
    JSON.stringify({ type: "user", message: "/x" }),
    "",
    "not JSON",
  ];
  for (const line of others) assertEquals(typedPrompt(line), undefined, line);
  assertEquals(typedPrompt('{"type":"user", /'), "unreadable");
});

Deno.test("transcriptLines() puts lines together that lie across ranges", () => {
  const lines = ["short", "", "ü".repeat(700_000), "x".repeat(1_048_576), "last"];
  for (const end of ["\n", ""]) {
    const host = fakeHost({ files: { "/t": lines.join("\n") + end } });
    assertEquals([...transcriptLines(host, "/t")], lines);
  }
  assertEquals([...transcriptLines(fakeHost({ files: { "/t": "" } }), "/t")], []);
});

Deno.test("transcriptLines() hands out nothing of a line that is too long, and goes on", () => {
  const long = "x".repeat(3_000_000);
  const host = fakeHost({ files: { "/t": `a\n${long}\nb\n${"y".repeat(11)}\n${long}` } });
  assertEquals([...transcriptLines(host, "/t", 10)], ["a", undefined, "b", undefined, undefined]);
});

Deno.test("extractPrompts() masks, names by hash, and keeps each prompt once", async () => {
  const host = fakeHost({
    files: {
      "/t/-code/b.jsonl": [user("see /home/ada/x, mail ada@example.com"), user("no slash")].join(
        "\n",
      ),
      "/t/-code/a.jsonl": [
        user("/x"),
        user("/x"),
        user("/x", { cwd: "/other" }),
        '{"type":"user", /',
      ]
        .join("\n"),
      "/t/-code/a/subagents/agent-1.jsonl": user("/agent"),
      "/t/-code/notes.txt": user("/notes"),
      "/elsewhere/x.jsonl": user("/elsewhere"),
      "/t/-code/link.jsonl": { link: "/elsewhere/x.jsonl" },
      "/t/linked": { link: "/elsewhere" },
      "/t/-locked": { directory: true, unreadable: true },
      "/t/-code/locked.jsonl": { text: user("/locked"), unreadable: true },
    },
  });
  const found = await extractPrompts(host, "/t", "/home/ada");
  assertEquals(found?.prompts.map(({ text }) => text), ["/x", "/x", "see ~/x, mail ***"]);
  assertEquals(new Set(found?.prompts.map(({ id }) => id)).size, 3);
  assertEquals(new Set(found?.prompts.map(({ source }) => source)).size, 2);
  for (const { id, source } of found?.prompts ?? []) {
    assertEquals([/^p-[0-9a-f]{10}$/.test(id), /^project-[0-9a-f]{6}$/.test(source)], [true, true]);
  }
  assertEquals([found?.transcripts, found?.repeated], [3, 1]);
  assertEquals(found?.diagnostics.map(({ path, message }) => `${path}: ${message}`), [
    "/t/-code/link.jsonl: Passed over: links are not followed",
    "/t/-locked: Cannot read directory: EACCES",
    "/t/linked: Passed over: links are not followed",
    "/t/-code/a.jsonl: Passed over: 1 lines that are no JSON or too long",
    "/t/-code/locked.jsonl: Cannot read transcript: EACCES",
  ]);
  assertEquals(
    Object.keys(host.calls).filter((call) =>
      /write|create|append|remove/.test(call) && host.calls[call as "remove"] > 0
    ),
    [],
  );
});

Deno.test("extractPrompts() takes one transcript, and knows when there is none", async () => {
  const host = fakeHost({ files: { "/t/a.jsonl": user("/x") } });
  assertEquals((await extractPrompts(host, "/t/a.jsonl", undefined))?.prompts.length, 1);
  assertEquals(await extractPrompts(host, "/absent", undefined), undefined);
});
