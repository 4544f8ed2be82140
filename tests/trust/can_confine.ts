/** Whether this machine can confine a command: bubblewrap is there, and the kernel lets us. */
import { denoHost } from "../../src/host/deno.ts";
import { newFolder } from "../support/folder.ts";
import { confinedHost } from "../../src/trust/sandbox.ts";

/** Says so on standard error where it cannot. */
export async function canConfine(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const project = Deno.realPathSync(newFolder());
  try {
    const host = confinedHost(denoHost(), { project, isWritable: false, shown: [], passed: [] });
    const command = {
      program: "/bin/sh",
      args: ["-c", "true"],
      env: {},
      deadlineMs: 60_000,
      outputCap: 1024,
    };
    const { kind, code, reason, stderr } = await host.run(command);
    const can = kind === "exited" && code === 0;
    if (!can) console.error(`Skipped: ${reason || new TextDecoder().decode(stderr.head).trim()}`);
    return can;
  } finally {
    Deno.removeSync(project);
  }
}
