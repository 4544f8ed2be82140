/** A folder that one program cannot write to, without changing the folder. Linux only. */
import { runProgram } from "./run_program.ts";

/** Read-only folders for the program that follows, whoever runs it: permissions do not stop root. */
const SEAL = `while [ "$1" != -- ]; do
  mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99
  shift
done
shift
exec "$@"`;

/**
 * Starts a program that finds folders read-only.
 *
 * @returns What stands before the program.
 */
export function sealed(folders: readonly string[]): string[] {
  return ["unshare", "--mount", "--map-root-user", "sh", "-c", SEAL, "sh", ...folders, "--"];
}

/** Why folders cannot be made read-only here; `undefined` if they can. */
export async function cannotSeal(): Promise<string | undefined> {
  const folder = await Deno.makeTempDir();
  try {
    const write = ["sh", "-c", '! touch "$0/x" 2>/dev/null', folder];
    const [program = "", ...args] = [...sealed([folder]), ...write];
    const options = { cwd: folder, env: { PATH: "/usr/bin:/bin" }, limit: 10_000 };
    const { code } = await runProgram(program, args, options);
    return code === 0 ? undefined : "no folder can be made read-only for one program here";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "there is no unshare";
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
