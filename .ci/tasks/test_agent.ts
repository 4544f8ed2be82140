/**
 * `deno task test:agent`: the real agent with our plugin and a scripted model
 * (docs/agent-suite.md). The last line is `N passed, N failed`.
 *
 *   NAME             another agent than Claude Code, such as codex, with hooks that install writes
 *   --record         write what that agent was seen to do into tests/agent/others/results.json
 *   --newest         the newest version of the agent, not the one our claims are pinned to
 *   --version X      this version
 *   --only TEXT      only scenarios with this text in their name
 *   --require        no agent is a failure and not a reason to skip (for CI)
 */
import { parseArgs } from "node:util";
import { installAgent, PINNED_VERSION } from "./agent.ts";
import { ensureBuilt } from "./build.ts";
import { ownNetwork } from "./own_network.ts";
import { installOther } from "./other_agents.ts";
import { inProject } from "./project.ts";

const { values, positionals: [other] } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    newest: { type: "boolean" },
    version: { type: "string" },
    only: { type: "string" },
    require: { type: "boolean" },
    record: { type: "boolean" },
  },
});

if (other !== undefined && other !== "claude") await testOther(other);
const agent = await installAgent(values.version ?? (values.newest ? "latest" : PINNED_VERSION));
if ("reason" in agent) notRun(agent.reason);
await build();
const prefix = await network(`Agent ${agent.version}`);
await start([
  ...prefix,
  Deno.execPath(),
  ...["run", "--allow-all", "--no-config", inProject("tests/agent/main.ts")],
  ...["--agent", agent.program, "--agent-version", agent.version],
]);

/** Another agent: its program, our hooks as `install` writes them, a scripted model. */
async function testOther(name: string): Promise<never> {
  const found = await installOther(name);
  if ("reason" in found) notRun(found.reason);
  await build();
  const prefix = await network(`Agent ${name}`);
  return await start([
    ...prefix,
    Deno.execPath(),
    ...["run", "--allow-all", "--no-config", inProject("tests/agent/others/main.ts")],
    ...["--agent", name, "--installed", found.installed],
    ...values.record === true ? ["--record"] : [],
  ]);
}

function notRun(reason: string): never {
  const failed = values.require === true ? 1 : 0;
  console.log(`The real agent was not run: ${reason}`);
  console.log(`0 passed, ${failed} failed`);
  Deno.exit(failed);
}

async function build(): Promise<void> {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log("0 passed, 1 failed");
    Deno.exit(1);
  }
}

async function network(what: string): Promise<string[]> {
  const prefix = await ownNetwork() ?? [];
  const where = prefix.length > 0
    ? "in a network of its own"
    : "not in a network of its own here: only its base URL keeps it on this machine";
  console.log(`${what}, ${where}`);
  return prefix;
}

async function start(words: readonly string[]): Promise<never> {
  const [program = "", ...args] = [
    ...words,
    ...["--root", inProject(".").replace(/[\\/]$/, "")],
    ...values.only === undefined ? [] : ["--only", values.only],
  ];
  const child = new Deno.Command(program, { args, cwd: inProject("."), stdin: "null" }).spawn();
  const { code } = await child.status;
  Deno.exit(code);
}
