/** Signals to a whole process group, through the `process` that Node and Bun share. */
import { ignoreClosed } from "./drain.ts";
import { nodeProcess } from "./node_builtin.ts";

/**
 * Sends a signal to the group a child leads; a group that is gone is what was wanted.
 *
 * @param pid The child.
 * @param name The signal.
 */
export function signalGroup(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    nodeProcess().kill(nodeProcess().platform === "win32" ? pid : -pid, name);
  } catch (error) {
    ignoreClosed(error);
  }
}
