/**
 * `deno task test:agent`: the real agent with our plugin and a scripted model
 * (docs/agent-suite.md). The last line is `N passed, N failed`.
 *
 *   --newest         the newest version of the agent, not the one our claims are pinned to
 *   --version X      this version
 *   --only TEXT      only scenarios with this text in their name
 *   --require        no agent is a failure and not a reason to skip (for CI)
 */
import { parseArgs } from "node:util";
import { installAgent, PINNED_VERSION } from "./agent.ts";
import { ensureBuilt } from "./build.ts";
import { ownNetwork } from "./own_network.ts";
import { inProject } from "./project.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    newest: { type: "boolean" },
    version: { type: "string" },
    only: { type: "string" },
    require: { type: "boolean" },
  },
});

const agent = await installAgent(values.version ?? (values.newest ? "latest" : PINNED_VERSION));
if ("reason" in agent) {
  const failed = values.require === true ? 1 : 0;
  console.log(`The real agent was not run: ${agent.reason}`);
  console.log(`0 passed, ${failed} failed`);
  Deno.exit(failed);
}
try {
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  Deno.exit(1);
}
const prefix = await ownNetwork() ?? [];
console.log(
  `Agent ${agent.version}, ` +
    (prefix.length > 0
      ? "in a network of its own"
      : "not in a network of its own here: only its base URL keeps it on this machine"),
);
const [program, ...args] = [
  ...prefix,
  Deno.execPath(),
  ...["run", "--allow-all", "--no-config", inProject("tests/agent/main.ts")],
  ...["--agent", agent.program, "--agent-version", agent.version],
  ...["--root", inProject(".").replace(/[\\/]$/, "")],
  ...values.only === undefined ? [] : ["--only", values.only],
] as [string, ...string[]];
const child = new Deno.Command(program, { args, cwd: inProject("."), stdin: "null" }).spawn();
const { code } = await child.status;
Deno.exit(code);
