/**
 * `.ci/run`: both worlds of packages, one after the other, and the program in both hosts. Nothing may be ignored. The
 * last line counts everything.
 *
 * The npm world is always there. JSR's is the one that `../shared/jsr` serves, else JSR itself if it answers.
 * SKILLHOOK_PACKAGES chooses one of the two.
 */
import { choosePackages, type Packages } from "./map.ts";
import { inProject } from "./project.ts";
import { endStage, runStage, type Stage, taskCommand } from "./stage.ts";

const STRICT = Deno.build.os === "windows" ? [] : ["--no-ignored"];
/** Deno as the program's host is tried where a script can stand for a program. */
const HOSTED = Deno.build.os === "windows" ? [] : [["test:deno", ...STRICT]];

/** What is run in each world: the README's two commands, the gate, and what other people's CI calls. */
const TASKS: Readonly<Record<Packages, readonly (readonly string[])[]>> = {
  npm: [["demo"], ["check"], ["test", ...STRICT], ...HOSTED],
  jsr: [["demo"], ["check"], ["test", "--plain", ...STRICT], ...HOSTED],
};

const SERVER = inProject("../shared/jsr/serve.py");
const told = Deno.env.get("SKILLHOOK_PACKAGES") || undefined;
const WORLDS = ["npm", "jsr"] as const;
let server: Deno.ChildProcess | undefined;
/** Deno's cache for what the server serves. */
let cache: string | undefined;
let passed = 0;
let failed = 0;

for (const signal of ["SIGINT", ...Deno.build.os === "windows" ? [] : ["SIGTERM"]] as const) {
  Deno.addSignalListener(signal as Deno.Signal, () => {
    endStage("SIGTERM");
    cleanUp();
    Deno.exit(130);
  });
}

for (const world of WORLDS) {
  if (told !== undefined && told !== world) continue;
  cache = await Deno.makeTempDir({ prefix: "skillhook-ci-" });
  try {
    const env = world === "npm" ? { SKILLHOOK_PACKAGES: "npm" } : await jsrWorld();
    if (env !== undefined) await runWorld(world, env);
  } catch (error) {
    console.log(`FAILED ${error instanceof Error ? error.message : error}`);
    failed++;
  } finally {
    cleanUp();
  }
}
if (passed + failed === 0) {
  console.log(`FAILED SKILLHOOK_PACKAGES must be jsr or npm: it is "${told}"`);
  failed++;
}
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);

async function runWorld(world: Packages, env: Stage["env"]): Promise<void> {
  for (const task of TASKS[world]) {
    const counts = await runStage({
      title: `packages from ${world}: deno task ${task.join(" ")}`,
      command: taskCommand(task),
      env,
    });
    passed += counts.passed;
    failed += counts.failed;
  }
}

/** The variables that make it; `undefined`, with a notice, where there is none. */
async function jsrWorld(): Promise<Stage["env"] | undefined> {
  const url = await serve();
  // Served packages lie at another address in each run: nothing of them may stay in anybody's cache.
  if (url !== undefined) return { SKILLHOOK_PACKAGES: "jsr", JSR_URL: url, DENO_DIR: cache! };
  if (told === "jsr" || await choosePackages() === "jsr") return { SKILLHOOK_PACKAGES: "jsr" };
  console.log("notice: ../shared/jsr is not here, and JSR does not answer: its world is not tried");
  return undefined;
}

/** Starts the server of packages; it prints its address. */
async function serve(): Promise<string | undefined> {
  if (!(await Deno.stat(SERVER).then(({ isFile }) => isFile, () => false))) return undefined;
  server = new Deno.Command("python3", { args: [SERVER], stdout: "piped", stderr: "null" }).spawn();
  // The reader is kept: with its pipe closed the server would end.
  const reader = server.stdout.getReader();
  let said = "";
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    said += new TextDecoder().decode(value);
    if (said.includes("\n")) return said.trim();
  }
  throw new Error(`${SERVER} does not start`);
}

function cleanUp(): void {
  const [ending, unused] = [server, cache];
  server = cache = undefined;
  ending?.kill();
  if (unused !== undefined) Deno.removeSync(unused, { recursive: true });
}
