import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const corpusVerb = verb("chain corpus");

const USER = { type: "user", cwd: "/code" };
const TRANSCRIPT = ["/design x, /commit", "/commit", "Looks good. /commit", "see a/b"].map((
  content,
) => JSON.stringify({ ...USER, message: { role: "user", content } })).join("\n");

function world() {
  const env = { HOME: "/home/ada" };
  return fakeHost({
    files: { "/home/ada/.claude/projects/-code/s.jsonl": TRANSCRIPT },
    env,
    cwd: "/code",
  });
}

Deno.test("corpusVerb() reports on the agent's own transcripts", async () => {
  const { stdout, stderr, code } = await corpusVerb([], world());
  assertEquals([stderr, code], ["", 0]);
  assertStringIncludes(stdout, "1 transcripts read");
  assertStringIncludes(stdout, "Single skills: /commit 1");
  assertStringIncludes(stdout, "leading-slash-command  /design /commit");
  assertStringIncludes(stdout, "reads something in 1 prompts");
});

Deno.test("corpusVerb() prints and writes prompts in the corpus format", async () => {
  const host = world();
  const { stdout, stderr } = await corpusVerb(["--jsonl", "--out", "/code/p.jsonl"], host);
  assertEquals(host.files["/code/p.jsonl"], stdout);
  assertEquals(host.stat("/code/p.jsonl")!.mode & 0o777, 0o600);
  assertStringIncludes(stderr, "4 prompts written to /code/p.jsonl");
  const rows = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(Object.keys(rows[0]), ["id", "source", "text", "kind"]);
});

Deno.test("corpusVerb() prints one JSON document with every detection", async () => {
  const { stdout } = await corpusVerb(["--json"], world());
  const { prompts, detections } = JSON.parse(stdout);
  assertEquals([prompts, detections.map(({ got }: { got: string[] }) => got)], [4, [
    ["design", "commit"],
    ["commit"],
  ]]);
});

Deno.test("corpusVerb() says what is missing or contradictory", async () => {
  const gone = await corpusVerb(["/absent"], world());
  assertEquals([gone.code, gone.stderr], [
    1,
    'skillhook: Cannot read "/absent": no such directory\n',
  ]);
  assertEquals((await corpusVerb(["--json", "--jsonl"], world())).code, 64);
  assertEquals((await corpusVerb([], fakeHost())).code, 1);
});
