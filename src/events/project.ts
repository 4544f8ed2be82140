/** Which project an event belongs to. */
import type { Host } from "../host/host.ts";
import type { HookInput } from "../protocol/input.ts";

/** `$CLAUDE_PROJECT_DIR`, else the event's current directory, if it names one. */
export function projectDirectory(
  host: Pick<Host, "env">,
  input: Pick<HookInput, "cwd">,
): string | undefined {
  return host.env("CLAUDE_PROJECT_DIR") ?? (input.cwd === "" ? undefined : input.cwd);
}
