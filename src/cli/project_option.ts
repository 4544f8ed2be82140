/** The project a verb works for, and paths as typed. */
import { isAbsolutePath, joinPath } from "../base/path.ts";
import type { Host } from "../host/host.ts";
import type { HasText } from "./verb.ts";

/** `--project`, else `$CLAUDE_PROJECT_DIR`, else the current directory; absolute. */
export function projectOption(
  options: HasText<"project">,
  host: Pick<Host, "env" | "cwd" | "platform">,
): string {
  const named = options.text("project") ?? host.env("CLAUDE_PROJECT_DIR");
  return named === undefined || named === "" ? host.cwd() : absolutePath(named, host);
}

/** A path as typed, from the root. */
export function absolutePath(path: string, host: Pick<Host, "cwd" | "platform">): string {
  const plain = path.startsWith("./") ? path.slice(2) : path;
  if (isAbsolutePath(path, host.platform)) return path;
  return plain === "." || plain === "" ? host.cwd() : joinPath(host.cwd(), plain);
}
