/** What the fake adds to a Host: the things other tests rely on to prove something. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { HostError } from "../../src/host/host.ts";
import { FakeExit, fakeHost } from "./fake_host.ts";

const COMMAND = { args: [], env: {}, deadlineMs: 1000, outputCap: 100 };

async function rejection(promise: Promise<unknown>): Promise<string> {
  return await promise.then(() => "resolved", (error) => `${error}`);
}

Deno.test("fakeHost() counts and logs calls", () => {
  const host = fakeHost({ files: { "/a": "x" } });
  host.readText("/a");
  host.readText("/b");
  assertEquals([host.calls.readText, host.calls.list], [2, 0]);
  assertEquals(host.log, ["readText /a", "readText /b"]);
  host.forget();
  assertEquals([host.calls.readText, host.log.length], [0, 0]);
});

Deno.test("fakeHost() refuses what is unreadable or unwritable", () => {
  const host = fakeHost({
    files: {
      "/secret": { text: "x", unreadable: true },
      "/closed": { directory: true, unreadable: true },
      "/closed/inner": "x",
      "/fixed": { directory: true, unwritable: true },
      "/fixed/old": { text: "x", unwritable: true },
    },
  });
  const calls = [
    () => host.readText("/secret"),
    () => host.list("/closed"),
    () => host.stat("/closed/inner"),
    () => host.writeText("/fixed/new", "x"),
    () => host.createText("/fixed/new", "x"),
    () => host.appendText("/fixed/old", "x"),
    () => host.remove("/fixed/old"),
  ];
  for (const call of calls) {
    const error = assertThrows(call) as HostError;
    assertEquals([error.name, error.code], ["HostError", "EACCES"], `${call}`);
  }
});

Deno.test("fakeHost() makes what is written later newer", () => {
  const host = fakeHost({ files: { "/a": "x" } });
  const times = [host.stat("/a")?.mtime];
  host.writeText("/a", "y");
  times.push(host.stat("/a")?.mtime);
  host.change("/a", "z");
  times.push(host.stat("/a")?.mtime);
  assert(times[0]! < times[1]! && times[1]! < times[2]!, `${times}`);
  assertEquals(host.files, { "/a": "z" });
});

Deno.test("fakeHost() runs only foreseen commands", async () => {
  const host = fakeHost({
    commands: [
      ["git status", "clean\n"],
      [/^fail/, { code: 3, stderr: "no" }],
      ["hang", { durationMs: Infinity }],
      ["none", { reason: `"none" not found` }],
      ["cat", (command) => command.stdin ?? ""],
    ],
  });
  const git = await host.run({ ...COMMAND, program: "git", args: ["status"] });
  assertEquals([git.kind, new TextDecoder().decode(git.stdout.head)], ["exited", "clean\n"]);
  assertEquals((await host.run({ ...COMMAND, program: "fail" })).code, 3);
  assertEquals((await host.run({ ...COMMAND, program: "none" })).code, 127);
  assertEquals((await host.run({ ...COMMAND, program: "hang" })).kind, "timeout");
  assertEquals(host.monotonic(), 1000);
  const cat = await host.run({ ...COMMAND, program: "cat", stdin: "in" });
  assertEquals(new TextDecoder().decode(cat.stdout.head), "in");
  assertEquals(
    await rejection(host.run({ ...COMMAND, program: "rm", args: ["x"] })),
    "Error: Unexpected command: rm x",
  );
  assertEquals(host.ran, ["git status", "fail", "none", "hang", "cat", "rm x"]);
});

Deno.test("fakeHost() reads standard input in pieces and may stay silent", async () => {
  const host = fakeHost({ stdin: { chunks: ["ab", "c"], open: true } });
  const seen: number[] = [];
  const read = await host.readStdin({ deadlineMs: 500, maxBytes: 10 }, (chunk) => {
    seen.push(chunk.length);
    return false;
  });
  assertEquals([read.end, read.bytes.length, seen, host.monotonic()], ["deadline", 3, [2, 1], 500]);
});

Deno.test("fakeHost() lets short sleeps pass and keeps deadlines until time does", async () => {
  const host = fakeHost();
  await host.sleep(20);
  let late = false;
  const deadline = host.sleep(5000).then(() => late = true);
  await Promise.resolve();
  assertEquals([late, host.monotonic()], [false, 20]);
  host.advance(5000);
  await deadline;
  assertEquals(late, true);
});

Deno.test("fakeHost() ends by throwing what was said", () => {
  const host = fakeHost();
  const outcome = { stdout: "{}", stderr: "", code: 0 };
  assertThrows(() => host.finish(outcome), FakeExit);
  assertEquals(host.outcome, outcome);
});
