/** Reads one object from standard input as a hook does and says how that ended; run by `streams_test.ts`. */
import { denoHost } from "../../src/host/deno.ts";
import { nodeHost } from "../../src/host/node.ts";

const host = "Deno" in globalThis ? denoHost() : nodeHost();
/** `large`: says much. `twice`: reads on. A number: milliseconds until reading is given up, else far too many. */
const [mode = "600000"] = host.args;
const CLOSING_BRACE = 0x7d;

const limits = { deadlineMs: mode === "twice" ? 600_000 : Number(mode) || 0, maxBytes: 1000 };
const read = () => host.readStdin(limits, (chunk) => chunk.includes(CLOSING_BRACE));
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const before = mode === "twice" ? read().then(({ bytes }) => textOf(bytes)) : Promise.resolve("");
before.then(async (first) => {
  const { bytes, end } = await read();
  if (mode === "say") {
    const heard = [host.say("one\n"), host.say("two\n")];
    host.finish({ stdout: heard.join(" "), stderr: "", code: 0 });
  }
  if (mode === "large") host.finish({ stdout: "x".repeat(1e6), stderr: "err", code: 4 });
  const told = bytes.length > 100 ? "much" : textOf(bytes);
  host.finish({ stdout: `${first}${end} ${told}`, stderr: "", code: 0 });
});
