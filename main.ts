/** Entry: picks the host and the mode. Everything else is in `src`. */
import { terminalText } from "./src/base/terminal_text.ts";
import { denoHost } from "./src/host/deno.ts";
import { nodeHost } from "./src/host/node.ts";
import type { Host, Outcome } from "./src/host/host.ts";
import { pinnedHost } from "./src/trust/pinned_host.ts";
import { runHook } from "./src/runner.ts";

async function run(host: Host): Promise<Outcome> {
  const [verb = host.isTerminal("stdin") ? "help" : "hook", ...rest] = host.args;
  const pinned = verb === "hook" ? pinnedHost(host, rest) : undefined;
  if (pinned !== undefined) return await runHook(pinned);
  const { runCommand } = await import("./src/cli/command.ts");
  return await runCommand(host);
}

// The Bun-built binary is the same bundle: which APIs there are is known only at run time.
const host = "Deno" in globalThis ? denoHost() : nodeHost();
run(host).then((outcome) => host.finish(outcome), (error: unknown) => {
  // Nothing may escape: an uncaught error would print a stack trace and end with an engine's own exit code.
  const reason = error instanceof Error ? error.message : String(error);
  host.finish({
    stdout: "",
    stderr: terminalText(`skillhook: Cannot go on: ${reason}\n`),
    code: 1,
  });
});
