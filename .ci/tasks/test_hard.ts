/**
 * `deno task test:hard [ROUNDS] [ARGUMENTS OF deno test]`: every test, ten times unless told, under what a busy stranger's machine adds: all cores
 * at work, a checkout whose path has a blank and a quotation mark, a temporary directory of 90 characters, a user without
 * rights, and no network after the first round. What cannot be had here is said. The last line is `N passed, N failed`.
 */
import { BusyCores } from "./busy_cores.ts";
import { makeHardPlace } from "./hard_place.ts";
import { ownNetwork } from "./own_network.ts";
import { run } from "./project.ts";
import { endStage, runStage, type StageResult, taskCommand } from "./stage.ts";

/** Everywhere the user who owns nothing. */
const NOBODY = 65_534;

interface Round extends StageResult {
  readonly network: string;
}

const isCounted = /^[1-9]\d*$/.test(Deno.args[0] ?? "");
const count = isCounted ? Number(Deno.args[0]) : 10;
const testArgs = Deno.args.slice(isCounted ? 1 : 0);

const isRoot = Deno.uid() === 0;
const asNobody = isRoot ? await nobodyPrefix() : [];
const offline = await ownNetwork();
const user = asNobody === undefined
  ? "root: setpriv is not installed"
  : `uid ${isRoot ? NOBODY : Deno.uid()}`;
const place = await makeHardPlace(asNobody?.length ? NOBODY : undefined);
const busy = new BusyCores();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => {
    endStage("SIGTERM");
    busy.stop();
    place.removeSync();
    Deno.exit(130);
  });
}
console.log(`Checkout: ${place.project}\nTMPDIR: ${place.env["TMPDIR"]}\nUser: ${user}`);
console.log(`Busy: ${busy.count} cores`);
if (offline === undefined) {
  console.log("notice: no network of its own can be had here: all rounds are online");
}

const rounds: Round[] = [];
try {
  for (let round = 1; round <= count; round++) {
    const isOffline = offline !== undefined && round > 1;
    const network = isOffline ? "offline" : "online";
    const result = await runStage({
      title: `Round ${round}, ${network}`,
      command: [
        ...isOffline ? offline : [],
        ...asNobody ?? [],
        ...taskCommand(["test", "--no-ignored", ...testArgs], place.project, place.deno),
      ],
      cwd: place.project,
      env: place.env,
      clearEnv: true,
    });
    rounds.push({ ...result, network });
  }
} finally {
  busy.stop();
  place.removeSync();
}
report();

async function nobodyPrefix(): Promise<string[] | undefined> {
  const words = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const tried = await run(words[0]!, [...words.slice(1), "true"]);
  return tried?.ok === true ? words : undefined;
}

function report(): void {
  console.log("\nround  network  passed  failed  seconds");
  for (const [index, { network, passed, failed, seconds }] of rounds.entries()) {
    const cells = [`${passed}`.padStart(6), `${failed}`.padStart(6), `${seconds}`.padStart(7)];
    console.log(`${`${index + 1}`.padStart(5)}  ${network.padEnd(7)}  ${cells.join("  ")}`);
  }
  const lines = rounds.flatMap(({ failures }) => [...new Set(failures)]);
  for (const line of new Set(lines)) {
    console.log(`in ${lines.filter((other) => other === line).length} rounds: ${line}`);
  }
  const [passed, failed] = [sum("passed"), sum("failed")];
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed > 0 ? 1 : 0);
}

function sum(key: "passed" | "failed"): number {
  return rounds.reduce((total, round) => total + round[key], 0);
}
