/** In a network of its own nothing can leave the machine, whatever a program tries. */
import { run } from "./project.ts";

const LOOPBACK_UP = "ip link set lo up && exec";

/** By what right: as root; as oneself, who may only bring up the loopback; as what looks like root from inside. */
const WAYS: readonly (readonly [flags: readonly string[], drop: string])[] = [
  [["-n"], ""],
  [["--map-current-user", "--keep-caps", "-n"], "setpriv --ambient-caps=-all --inh-caps=-all"],
  [["-r", "-n"], ""],
];

/**
 * Finds the words before a command line that put it there, with nothing but loopback.
 *
 * @returns Those words; `undefined` where the system has or allows no such thing
 */
export async function ownNetwork(): Promise<string[] | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  for (const [flags, drop] of WAYS) {
    const args = [...flags, "sh", "-c", `${LOOPBACK_UP} ${drop} "$@"`, "sh"];
    if ((await run("unshare", [...args, "true"]))?.ok === true) return ["unshare", ...args];
  }
  return undefined;
}
