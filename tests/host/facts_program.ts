/**
 * Checks every fact on the engine that runs this file, for engines that cannot run `deno test`. Prints one
 * line of JSON per fact: its name, and what was wrong or nothing. The argument is the address of the server for POSTs.
 */
import { denoHost } from "../../src/host/deno.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeHost } from "../../src/host/node.ts";
import { READ_FACTS } from "./read_facts.ts";
import { WRITE_FACTS } from "./write_facts.ts";
import { type Fact, shown } from "./fact.ts";
import { makeWorld, removeWorld } from "./real_world.ts";
import { POST_FACTS } from "./post_facts.ts";
import { RUN_FACTS } from "./run_facts.ts";

const host = "Deno" in globalThis ? denoHost() : nodeHost();

async function check<Place>(fact: Fact<Place>, placeOf: (root: string) => Place): Promise<string> {
  const root = makeWorld(fact.world ?? {});
  try {
    const got = shown(await fact.act(host, placeOf(root)));
    const wrong = got === shown(fact.expected) ? "" : `got ${got}, not ${shown(fact.expected)}`;
    return JSON.stringify([fact.name, wrong]);
  } catch (error) {
    return JSON.stringify([fact.name, `threw ${error}`]);
  } finally {
    removeWorld(root);
  }
}

async function checkAll(host: Host): Promise<void> {
  const lines: string[] = [];
  for (const fact of [...READ_FACTS, ...WRITE_FACTS]) {
    lines.push(await check(fact, (root) => (path) => path === "" ? root : `${root}/${path}`));
  }
  for (const fact of RUN_FACTS) lines.push(await check(fact, (root) => root));
  const [address = ""] = host.args;
  for (const fact of POST_FACTS) lines.push(await check(fact, () => address));
  host.finish({ stdout: lines.join("\n") + "\n", stderr: "", code: 0 });
}

checkAll(host);
