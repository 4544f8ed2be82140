/** The machine of a rehearsal: a plugin that is named counts as installed, and our own hooks answer without a process. */
import { lastSegment } from "../base/path.ts";
import { isSamePlace } from "../catalog/sources.ts";
import type { Command, CommandResult, Host } from "../host/host.ts";
import { answer } from "../runner.ts";

export function playHost(host: Host, plugin: string | undefined): Host {
  const changed: Pick<Host, "env" | "run"> = {
    env: (name) => name === "CLAUDE_PLUGIN_ROOT" && plugin !== undefined ? plugin : host.env(name),
    run: async (command) => {
      const program = hookProgram(host, command);
      const isOwn = program !== undefined && isSamePlace(host, program, host.executable());
      return isOwn ? await answered(host, command) : await host.run(command);
    },
  };
  return Object.assign(Object.create(host) as Host, changed);
}

/** What a command line in hook mode would start; `undefined`: it is another. */
function hookProgram({ platform }: Host, { program, args }: Command): string | undefined {
  const [mode, ...more] = args;
  if (mode === "hook" && more.length === 0) return program;
  const line = args.length === 2 && mode === "-c" ? args[1]!.trim() : "";
  const [, quoted, plain] = /^(?:"([^"$`\\]+)"|([^\s"'$`\\;&|<>]+)) hook$/.exec(line) ?? [];
  const found = quoted ?? plain;
  return found !== undefined && lastSegment(found, platform).startsWith("skillhook")
    ? found
    : undefined;
}

/** The same code in this process: as a process of its own it would only see what is given here. */
async function answered(
  host: Host,
  { env, cwd, stdin = "" }: Command,
): Promise<CommandResult> {
  const begun = host.monotonic();
  const machine: Host = Object.assign(Object.create(host), {
    env: (name: string) => Object.hasOwn(env, name) && env[name] || undefined,
    environment: () => ({ ...env }),
    cwd: () => cwd ?? host.cwd(),
  });
  const { stdout, stderr, code } = await answer(stdin, machine);
  const durationMs = host.monotonic() - begun;
  const streams = { stdout: captured(stdout), stderr: captured(stderr) };
  return { kind: "exited", code, signal: "", reason: "", ...streams, durationMs };
}

function captured(text: string) {
  return { head: new TextEncoder().encode(text), tail: new Uint8Array(), dropped: 0 };
}
