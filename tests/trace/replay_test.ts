import { assert, assertEquals, assertMatch } from "@std/assert";
import { sanitise, settle, type World } from "../../src/trace/pseudonyms.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { verb } from "../support/verb.ts";

const hookVerb = verb("hook");
const replayVerb = verb("replay");

const WORLD: World = { project: "/home/ada/acme", home: "/home/ada", key: "k", platform: "linux" };
const host = fakeHost();

const TEXTS: readonly (readonly [string, RegExp])[] = [
  ["/design x, /commit", /^\/design x, \/commit$/],
  ["/design plans/foo.md and /commit", /^\/design plans\/p-[0-9a-f]{8}\.md and \/commit$/],
  ["see /home/ada/acme/src/merger.ts", /^see \{project\}\/src\/p-[0-9a-f]{8}\.ts$/],
  ["see /home/ada/diary.txt", /^see \{home\}\/p-[0-9a-f]{8}\.txt$/],
  ["ask ada about it", /^ask user about it$/],
  ["adamant", /^adamant$/],
  ["mail ada@acme.example please", /^mail \*\*\* please$/],
  ["/srv/clients/acme", /^\/p-[0-9a-f]{8}\/p-[0-9a-f]{8}\/p-[0-9a-f]{8}$/],
  ["0f8fad5b-d9cb-469f-a165-70867728950e", /^id-[0-9a-f]{8}$/],
  ["/srv/0f8fad5b-d9cb-469f-a165-70867728950e.log", /^\/p-[0-9a-f]{8}\/id-[0-9a-f]{8}\.log$/],
  ["/srv/x-0f8fad5b-d9cb-469f-a165-70867728950e.log", /^\/p-[0-9a-f]{8}\/p-[0-9a-f]{8}\.log$/],
  ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", /^\*\*\*$/],
];

Deno.test("sanitise() gives pseudonyms that stay the same, and hides names and secrets", async () => {
  for (const [text, expected] of TEXTS) {
    const once = await sanitise(host, WORLD, text);
    assertMatch(String(once), expected);
    assertEquals(await sanitise(host, WORLD, once), once, "a second time changes nothing");
  }
});

Deno.test("sanitise() keeps equal things equal and others apart", async () => {
  const value = { session_id: "abc", a: "/x/one.md", b: ["/x/one.md", "/x/two.md"] };
  const { session_id, a, b } = await sanitise(host, WORLD, value) as {
    session_id: string;
    a: string;
    b: string[];
  };
  assertMatch(session_id, /^id-/);
  assertEquals(a, b[0]);
  assert(a !== b[1]);
  const other = await sanitise(host, { ...WORLD, key: "other" }, value) as { a: string };
  assert(other.a !== a, "who has no key cannot try names out");
});

Deno.test("settle() puts real directories in their places", () => {
  const event = { cwd: "{project}/src", other: ["{home}/x"] };
  assertEquals(settle(event, WORLD), { cwd: "/home/ada/acme/src", other: ["/home/ada/x"] });
});

const PROMPTS = ["/design plans/merger.md, /commit", "t", "Ask ada about /home/ada/diary.txt"];
const FILES = {
  "/tmp": { directory: true, mode: 0o1777, owner: 0 },
  "/home/ada/acme/.claude/skillhook.yaml": "shortcuts:\n  t: Run the tests\n",
  "/home/ada/acme/.claude/skills/design/SKILL.md":
    "---\nname: design\ncontinuation: {cooperative: true, default-exit: [/commit]}\n---\n",
  "/home/ada/acme/.claude/skills/commit/SKILL.md":
    "---\nname: commit\ncontinuation: {cooperative: true}\n---\n",
} as const;
const ENV = { HOME: "/home/ada", CLAUDE_PROJECT_DIR: "/home/ada/acme" };

/** A machine on which three events were recorded. */
async function recorded(): Promise<FakeHost> {
  let files: Record<string, unknown> = FILES;
  for (const prompt of PROMPTS) {
    const event = {
      ...{ hook_event_name: "UserPromptSubmit", prompt, session_id: "s-1", cwd: "/home/ada/acme" },
      transcript_path: "/home/ada/.claude/projects/-acme/s-1.jsonl",
    };
    const host = machine(files, JSON.stringify(event));
    const { code } = await hookVerb(["--record", "/rec"], host);
    assertEquals(code, 0);
    files = { ...FILES, ...host.files };
  }
  return machine(files, "");
}

function machine(files: Record<string, unknown>, stdin: string): FakeHost {
  const world = { files: files as Record<string, string>, env: ENV, cwd: "/home/ada/acme", stdin };
  const host = fakeHost(world);
  host.advance(10_000);
  return host;
}

Deno.test("a recording holds no name, path or identifier of anybody", async () => {
  const { files } = await recorded();
  const texts = Object.entries(files).filter(([path]) => path.startsWith("/rec/"));
  assertEquals(
    texts.map(([path]) => path),
    [1, 2, 3].map((n) => `/rec/000${n}-UserPromptSubmit.json`),
  );
  for (const [, text] of texts) assert(!/\bada\b|acme|merger|diary|\bs-1\b/.test(text), text);
});

Deno.test("replayVerb() finds the same answers, and those that are different", async () => {
  const host = await recorded();
  const before = { ...host.files };
  const same = await replayVerb(["/rec"], host);
  assertEquals([same.code, same.stderr], [0, ""]);
  assertMatch(same.stdout, /All 3 answers are the same\n$/);
  assertEquals(host.files, before, "nothing is written");
  host.change("/home/ada/acme/.claude/skillhook.yaml", "shortcuts:\n  t: Run all tests\n");
  const other = await replayVerb(["/rec"], host);
  assertEquals(other.code, 1);
  assertMatch(other.stdout, /differs {2}0002-.*\n(?:.*\n)*-.*Run the tests.*\n\+.*Run all tests/);
  assertMatch(other.stdout, /1 of 3 answers differ\n$/);
  assertEquals((await replayVerb(["/rec", "--update"], host)).code, 0);
  const { same: count, differing } = JSON.parse(
    (await replayVerb(["/rec", "--json"], host)).stdout,
  );
  assertEquals([count, differing], [3, 0]);
});

Deno.test("replayVerb() runs in another project", async () => {
  const host = await recorded();
  host.change("/elsewhere", { directory: true });
  const { code, stdout } = await replayVerb(["/rec", "--project", "/elsewhere", "--json"], host);
  assertEquals(code, 1);
  assertEquals(JSON.parse(stdout).differing, 2);
});

Deno.test("replayVerb() leaves out what is no recorded event, and needs one", async () => {
  const host = await recorded();
  host.change("/rec/0004-Stop.json", "{}");
  const { stderr, code } = await replayVerb(["/rec"], host);
  assertEquals([code, /0004-Stop\.json: Left out/.test(stderr)], [0, true]);
  assertEquals((await replayVerb(["/nowhere"], host)).code, 1);
  assertEquals((await replayVerb([], host)).code, 64);
});

Deno.test("hookVerb() answers even where nothing can be kept", async () => {
  const event = JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt: "xc" });
  const host = machine({ ...FILES, "/rec": "a file" }, event);
  const { code, stdout, stderr } = await hookVerb(["--record", "/rec"], host);
  assertEquals(code, 0);
  assertMatch(stdout, /additionalContext/);
  assertMatch(stderr, /Cannot record the event/);
});
