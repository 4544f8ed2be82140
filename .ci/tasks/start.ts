/**
 * Where every task starts: says in one line that Deno is too old before anything is loaded that such a Deno cannot run,
 * then runs the task's own file, with the map of packages where that file imports from `src`.
 *
 * Nothing may be imported here but at the end. `deno.json` calls it with plain strings, because a Deno before 2.1 cannot
 * read a task with a description: `deno task help` shows the descriptions.
 */

/** Major and minor version of the oldest Deno that does: `deno bundle` splits scripts since then. */
const NEEDED = [2, 9] as const;

/** One task of `deno.json`. */
interface Task {
  readonly file: string;
  readonly summary: string;
  /** Its file imports from `src`, which needs to know where the packages come from. */
  readonly source?: true;
  /** Arguments before those given. */
  readonly args?: readonly string[];
}

const TASKS: Readonly<Record<string, Task>> = {
  demo: { file: "demo.ts", summary: "Build the binary and show it a prompt" },
  build: { file: "build.ts", summary: "Build bin/skillhook; --engine deno|bun" },
  test: {
    file: "test_task.ts",
    summary: "Build if needed, then run the tests; arguments go to deno test",
  },
  "test:fast": {
    file: "test_task.ts",
    args: ["--fast"],
    summary: "Only the tests that start no process: seconds, for the loop while developing",
  },
  "test:deno": {
    file: "test_task.ts",
    args: ["--deno"],
    summary: "The tests of the program, on the same scripts run by Deno instead of the binary",
  },
  "test:hard": {
    file: "test_hard.ts",
    summary: "Every test ten times on a busy machine, in odd places, offline; [ROUNDS] [FILES]",
  },
  check: {
    file: "ok.ts",
    args: ["--no-tests"],
    summary: "Format, lint, types, the shell script, the build",
  },
  ok: { file: "ok.ts", summary: "The gate before a commit: check, then test" },
  ci: { file: "ci.ts", summary: "What .ci/run calls: all of it, in both worlds of packages" },
  accuracy: {
    file: "accuracy.ts",
    summary:
      "Read a corpus of prompts and say where the parser is wrong; FILE.jsonl [--corrections FILE] [--json]",
    source: true,
  },
  bench: { file: "bench.ts", summary: "Measure start-up against an empty program", source: true },
  settings: {
    file: "settings.ts",
    summary:
      "Write what is made of the schema of skillhook.yaml: docs/settings.md, the JSON Schema",
    source: true,
  },
  picture: { file: "picture.ts", summary: "Draw docs/skillhook.svg anew, from a real run" },
  "test:agent": {
    file: "test_agent.ts",
    summary: "Run the real agent with our plugin and a scripted model (docs/agent-suite.md)",
  },
};

const [major = 0, minor = 0] = Deno.version.deno.split(".").map(Number);
const [name = "help", ...args] = Deno.args;
const task = Object.entries(TASKS).find(([known]) => known === name)?.[1];
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  const instead = 'run "deno upgrade", or say "npx -y deno@2.9.6" where you said "deno"';
  console.error(
    `Cannot ${name}: this needs Deno ${
      NEEDED.join(".")
    } or newer, and this is ${Deno.version.deno}: ${instead}`,
  );
  Deno.exit(1);
} else if (name === "help") {
  for (const [known, { summary }] of Object.entries(TASKS)) {
    console.log(`deno task ${known.padEnd(12)}${summary}`);
  }
} else if (task === undefined) {
  console.error(`Unknown task "${name}": "deno task help" lists them`);
  Deno.exit(64);
} else {
  Deno.exit(await runTask(task));
}

/** As a program of its own: the file sees nothing but its arguments. */
async function runTask({ file, source, args: first = [] }: Task): Promise<number> {
  const flags = source ? await (await load("./map.ts")).packageFlags() : [];
  const path = (await load("./project.ts")).inProject(`.ci/tasks/${file}`);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", ...flags, path, ...first, ...args],
  }).spawn();
  // Ctrl-C reaches both of us from the terminal; a plain kill reaches only the one it names.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
  }
  return (await child.status).code;
}

/** A path that is not a literal: Deno looks at what it names when it is reached, not before. */
function load(path: string) {
  return import(path);
}
