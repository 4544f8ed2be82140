/** What the child said last is read, however late we are given the processor. */
import { assertEquals } from "@std/assert";
import { supervise } from "../../src/host/run_command.ts";

const COMMAND = { program: "x", args: [], env: {}, deadlineMs: 60_000, outputCap: 0 };

Deno.test("supervise() gives reading its turns before it gives up a pipe", async () => {
  const signals: string[] = [];
  let stopped = 0;
  const ended = Promise.resolve({ code: 0, signal: "" });
  // Two chunks and the end of the pipe: each comes with a turn of the event loop that is 60 ms late, so that
  // the three together are later than a pipe may be held open.
  const drained = (async () => {
    for (let chunk = 0; chunk < 3; chunk++) {
      await new Promise((resolve) => setTimeout(resolve));
      const began = performance.now();
      while (performance.now() - began < 60);
    }
  })();
  const child = {
    ended,
    drained,
    signal: (name: string) => signals.push(name),
    stop: () => stopped++,
  };
  assertEquals((await supervise(child, COMMAND)).kind, "exited");
  assertEquals([signals, stopped], [[], 1]);
});
