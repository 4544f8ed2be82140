/** Reads one object from standard input as a hook does and says how that ended; run by `streams_test.ts`. */
import { denoHost } from "../../src/host/deno.ts";
import { nodeHost } from "../../src/host/node.ts";

const host = "Deno" in globalThis ? denoHost() : nodeHost();
/** `large`: says much. A number: milliseconds until reading is given up, else far too many. */
const [mode = "600000", again] = host.args;
const CLOSING_BRACE = 0x7d;
const first = { deadlineMs: 600_000, maxBytes: 1000 };
// Somebody was asked before: only the second answer is told.
if (again !== undefined) await host.readStdin(first, (chunk) => chunk.includes(CLOSING_BRACE));

const limits = { deadlineMs: Number(mode) || 0, maxBytes: 1000 };
host.readStdin(limits, (chunk) => chunk.includes(CLOSING_BRACE)).then(
  ({ bytes, end }) => {
    if (mode === "say") {
      const heard = [host.say("one\n"), host.say("two\n")];
      host.finish({ stdout: heard.join(" "), stderr: "", code: 0 });
    }
    if (mode === "large") host.finish({ stdout: "x".repeat(1e6), stderr: "err", code: 4 });
    const told = bytes.length > 100 ? "much" : new TextDecoder().decode(bytes);
    host.finish({ stdout: `${end} ${told}`, stderr: "", code: 0 });
  },
);
