/**
 * Plays all scenarios, one after the other, and says what differed. Started by `deno task test:agent`;
 * `deno test` does not find it, because it needs the agent.
 */
import { parseArgs } from "node:util";
import { ALL_SCENARIOS } from "./all_scenarios.ts";
import { Mismatch } from "./check.ts";
import { checkAlways, type Scenario } from "./scenario.ts";
import { copyTree } from "./our_skills.ts";
import { writeRequests } from "./write_requests.ts";
import { type Lab, openWorld } from "./world.ts";

/** How one scenario went, as it stands in the record. */
interface Outcome {
  readonly name: string;
  readonly seconds: number;
  /** Why it was not played. */
  readonly skipped?: string;
  /** What differed; `undefined` when nothing did. */
  readonly difference?: string;
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    agent: { type: "string" },
    "agent-version": { type: "string" },
    root: { type: "string" },
    only: { type: "string" },
  },
});

function required(name: "agent" | "root"): string {
  const value = values[name];
  if (value === undefined) throw new Error(`Cannot run the agent suite: --${name} is missing`);
  return value;
}

/** A copy of the plugin: somebody may build while we run. */
async function copyOurs(root: string, to: string): Promise<string> {
  for (const part of [".claude-plugin", "skills"]) copyTree(`${root}/${part}`, `${to}/${part}`);
  await Deno.mkdir(`${to}/bin`);
  await Deno.copyFile(`${root}/hooks.json`, `${to}/hooks.json`);
  await Deno.copyFile(`${root}/bin/skillhook`, `${to}/bin/skillhook`);
  return to;
}

async function play(scenario: Scenario, lab: Lab, index: number): Promise<string | undefined> {
  const world = await openWorld(lab, `world-${index}`);
  try {
    await scenario.play(world);
    checkAlways(scenario, world);
    return undefined;
  } catch (error) {
    const what = error instanceof Mismatch ? error.message : (error as Error).stack ?? `${error}`;
    return `${what}\nall requests: ${writeRequests(world, index)}`;
  } finally {
    await world.close();
  }
}

const root = required("root");
const scratch = Deno.realPathSync(await Deno.makeTempDir({ prefix: "skillhook_agent_" }));
const outcomes: Outcome[] = [];
try {
  const plugin = await copyOurs(root, `${scratch}/skillhook`);
  const lab = { agent: required("agent"), plugin, scratch, record: `${root}/.build/agent` };
  await Deno.remove(`${lab.record}/failed`, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  for (const [index, scenario] of ALL_SCENARIOS.entries()) {
    const { name } = scenario;
    if (values.only !== undefined && !name.includes(values.only)) continue;
    const skipped = await scenario.notHere?.();
    if (skipped !== undefined) {
      outcomes.push({ name, seconds: 0, skipped });
      console.log(`skipped  ${name}: ${skipped}`);
      continue;
    }
    const start = performance.now();
    const difference = await play(scenario, lab, index);
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    outcomes.push({ name, seconds, ...difference === undefined ? {} : { difference } });
    console.log(`${difference === undefined ? "ok" : "FAILED"}  ${name} (${seconds} s)`);
    if (difference !== undefined) console.log(difference.replace(/^/gm, "        "));
  }
  const record = { agent: values["agent-version"], on: Deno.build.target, scenarios: outcomes };
  Deno.writeTextFileSync(`${lab.record}/last_run.json`, JSON.stringify(record, null, 2) + "\n");
} finally {
  await Deno.remove(scratch, { recursive: true });
}
const failed = outcomes.filter(({ difference }) => difference !== undefined).length;
console.log(`Agent ${values["agent-version"]}`);
const skips = outcomes.filter(({ skipped }) => skipped !== undefined).length;
console.log(`${outcomes.length - failed - skips} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
