import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeHost } from "../support/fake_host.ts";
import { projectAt } from "./world.ts";
import { verb } from "../support/verb.ts";

const spawnVerb = verb("agent spawn");

const FILES = projectAt("/code");
const SKILL = "/code/skills/ct-task-executor/SKILL.md";

function world() {
  const host = fakeHost({ files: FILES, env: { HOME: "/home/ada" } });
  host.advance(10_000);
  return host;
}

async function warm(host: ReturnType<typeof world>) {
  // A task that cannot be read stands in no epic.
  return await spawnVerb(["--warm", "T2392"], host);
}

Deno.test("spawnVerb() warms an epic: every task is tried, every text kept once by its content", async () => {
  const host = world();
  const { stdout, stderr, code } = await warm(host);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.split("\n").slice(0, 3).map((line) => line.split(" (")[0]), [
    "T2400: ct-research-agent, ct-task-executor",
    "T1: ct-task-executor",
    "T2: ct-research-agent",
  ]);
  assertEquals(host.ran, []);
  const [path] = Object.keys(host.files).filter((one) => one.includes("/payload/"));
  const { texts, files } = JSON.parse(host.files[path!]!);
  assertEquals(texts[files[SKILL].digest], FILES[SKILL]);
});

Deno.test("spawnVerb() reads no warm text again, and every changed one", async () => {
  const host = world();
  const before = await spawnVerb(["T1"], host);
  await warm(host);
  host.forget();
  assertEquals((await spawnVerb(["T1"], host)).stdout, before.stdout);
  assertEquals(host.log.includes(`readText ${SKILL}`), false);
  host.change(SKILL, "---\nname: ct-task-executor\n---\nChanged\n");
  assertStringIncludes((await spawnVerb(["T1"], host)).stdout, "Changed");
});

/** A cache that counts for nothing. */
const BAD = ["", "{", "5", `{"version":0}`, `{"version":1,"project":"/code","files":5,"texts":[]}`];
Deno.test("spawnVerb() does not trip over a cache that is none", async () => {
  const host = world();
  const { stdout } = await spawnVerb(["T1"], host);
  await warm(host);
  const [path] = Object.keys(host.files).filter((one) => one.includes("/payload/"));
  for (const text of BAD) {
    host.change(path!, { text, mode: 0o600 });
    assertEquals((await spawnVerb(["T1"], host)).stdout, stdout, text);
  }
});

Deno.test("spawnVerb() says which tasks of an epic cannot be started", async () => {
  const tasks = [
    { id: "T1", parent: "E", skills: ["../x"] },
    { id: "T2", parent: "E", values: { DATE: "soon" } },
  ];
  const files = { ...FILES, "/code/.skillhook/tasks.json": JSON.stringify({ tasks }) };
  const host = fakeHost({ files });
  const { stdout, stderr, code } = await spawnVerb(["--warm", "E"], host);
  assertEquals([stdout, code], ["", 6]);
  assertStringIncludes(stderr, `Task "T1": Cannot use skill "../x"`);
  assertStringIncludes(stderr, `Task "T2": DATE "soon"`);
  assertEquals((await spawnVerb(["--warm", "none"], host)).code, 4);
  assertEquals((await spawnVerb(["T1", "--warm", "E"], host)).code, 64);
});
