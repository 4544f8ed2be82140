/** The file of a session's chain: whose it is, how large it gets, and when it goes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sessions } from "./session.ts";

const EXITS = { design: [], commit: [] };
const PLACE = "/h/.local/state/skillhook/chains";
const DAY_MS = 24 * 60 * 60 * 1_000;

Deno.test("a record is its owner's alone, and is only appended to", async () => {
  const sessions = new Sessions(EXITS);
  const texts: string[] = [];
  const look = () => texts.push(sessions.host.readText(`${PLACE}/s`)!);
  await sessions.prompt("s", "/design x, /commit").then(look);
  assertEquals(sessions.host.stat(`${PLACE}/s`)!.mode! & 0o777, 0o600);
  assertEquals(sessions.host.stat(PLACE)!.mode! & 0o777, 0o700);
  await sessions.stop("s").then(look);
  await sessions.skill("s", "commit").then(look);
  await sessions.stop("s").then(look);
  for (const [at, text] of texts.entries()) assert(text.startsWith(texts[at - 1] ?? ""));
  const kinds = texts.at(-1)!.split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line).is
  );
  assertEquals(kinds, ["planned", "nudged", "done", "begun", "done", "finished"]);
  const planned = JSON.parse(texts[0]!.trim());
  assertEquals([planned.project, planned.prompt, planned.steps.length], ["/p", "prompt-1", 2]);
});

Deno.test("a record does not grow for ever, whatever is typed in one session", async () => {
  const sessions = new Sessions(EXITS);
  const prompt = `/design ${"word ".repeat(2_000)}, /commit`;
  for (let round = 0; round < 30; round++) await sessions.prompt("s", prompt);
  const { size } = sessions.host.stat(`${PLACE}/s`)!;
  assert(size < 80 * 1_024, String(size));
  await sessions.prompt("t", `/design ${"word ".repeat(100_000)}, /commit`);
  const long = sessions.host.readText(`${PLACE}/t`)!;
  assert(long.length < 2_000, String(long.length));
  assertStringIncludes(long, '"isCut":true');
});

Deno.test("a record nobody has touched for 30 days is swept by another session's start", async () => {
  const sessions = new Sessions(EXITS);
  await sessions.prompt("old", "/design x, /commit");
  sessions.host.advance(29 * DAY_MS);
  assertStringIncludes(
    (await sessions.fire("t", "SessionStart", { source: "startup" })).message,
    "a chain is unfinished here",
  );
  sessions.host.advance(2 * DAY_MS);
  assertEquals((await sessions.fire("u", "SessionStart", { source: "startup" })).message, "");
  assertEquals(sessions.host.stat(`${PLACE}/old`), undefined);
});
