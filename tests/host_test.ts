/** One suite for every host: Deno's, Node's, the same under Bun, and the fake for its files. */
import { assertEquals } from "@std/assert";
import { denoHost } from "../src/host/deno.ts";
import type { Host } from "../src/host/host.ts";
import { nodeHost } from "../src/host/node.ts";
import { type Fact, shown } from "./host/fact.ts";
import { type At, READ_FACTS } from "./host/read_facts.ts";
import { WRITE_FACTS } from "./host/write_facts.ts";
import { bytesOf, makeWorld, removeWorld } from "./host/real_world.ts";
import { POST_FACTS, startServer } from "./host/post_facts.ts";
import { RUN_FACTS } from "./host/run_facts.ts";
import { BUN } from "./support/bun.ts";
import { fakeHost } from "./support/fake_host.ts";
import { inProject } from "../.ci/tasks/project.ts";

const FILE_FACTS = [...READ_FACTS, ...WRITE_FACTS];
/** What a real machine has anyway. */
const DEVICES = { "/dev/zero": { other: true } } as const;
const POSIX = Deno.build.os !== "windows";

const REAL_HOSTS: readonly (readonly [string, () => Host])[] = [
  ["denoHost", denoHost],
  ["nodeHost", nodeHost],
];

for (const [name, makeHost] of REAL_HOSTS) {
  for (const fact of FILE_FACTS) {
    Deno.test({
      name: `${name}: ${fact.name}`,
      ignore: !POSIX,
      fn: () => onReal(fact, makeHost(), (root) => below(root)),
    });
  }
  for (const fact of RUN_FACTS) {
    Deno.test({
      name: `${name}: ${fact.name}`,
      ignore: !POSIX,
      // Pipes that were given up and deadlines that were not needed end with the process.
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => onReal(fact, makeHost(), (root) => root),
    });
  }
}

for (const [name, makeHost] of REAL_HOSTS) {
  Deno.test({
    name: `${name}: POSTs`,
    // A request that was given up ends with the process.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withServer(async (address) => {
        for (const { name, act, expected } of POST_FACTS) {
          assertEquals(shown(await act(makeHost(), address)), shown(expected), name);
        }
      }),
  });
}

for (const fact of FILE_FACTS) {
  Deno.test(`fakeHost: ${fact.name}`, async () => {
    const files = Object.entries(fact.world ?? {}).map((
      [path, text],
    ) => [`/top/${path}`, row(text)]);
    const host = fakeHost({
      files: { ...Object.fromEntries(files), ...DEVICES },
      now: Date.UTC(2026, 0, 1),
    });
    assertEquals(shown(await fact.act(host, below("/top"))), shown(fact.expected));
  });
}

async function withServer(act: (address: string) => Promise<void>): Promise<void> {
  const server = startServer();
  try {
    await act(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

async function onReal<Place>(fact: Fact<Place>, host: Host, placeOf: (root: string) => Place) {
  const root = makeWorld(fact.world ?? {});
  try {
    assertEquals(shown(await fact.act(host, placeOf(root))), shown(fact.expected));
  } finally {
    removeWorld(root);
  }
}

function below(root: string): At {
  return (path) => path === "" ? root : `${root}/${path}`;
}

function row(text: string) {
  if (text === "/") return { directory: true } as const;
  return text.startsWith("-> ") ? { link: text.slice(3) } : { bytes: bytesOf(text) };
}

const program = inProject("tests/host/facts_program.ts");

Deno.test({
  name: "nodeHost under Bun: keeps every fact",
  ignore: !POSIX || BUN === undefined,
  fn: () =>
    withServer(async (address) => {
      const [bun, ...args] = BUN!;
      const command = new Deno.Command(bun, { args: [...args, program, address] });
      const { stdout, stderr } = await command.output();
      const lines = new TextDecoder().decode(stdout).trim().split("\n");
      const count = FILE_FACTS.length + RUN_FACTS.length + POST_FACTS.length;
      assertEquals(lines.length, count, new TextDecoder().decode(stderr));
      assertEquals(lines.map((line) => JSON.parse(line)).filter(([, wrong]) => wrong !== ""), []);
    }),
});
