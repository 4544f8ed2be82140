/**
 * The machine through Node's APIs, for the Bun-built binary; it runs on Node itself as well.
 * Built-in modules are loaded on first use only.
 */
import { ifPresent } from "./file_error.ts";
import type { Host } from "./host.ts";
import { builtin, bunIsTerminal, nodeFs, nodeProcess } from "./node_builtin.ts";
import { NODE_FILES } from "./node_files.ts";
import { runWithNode } from "./node_run.ts";
import { finishNode, readNodeStdin } from "./node_streams.ts";
import { randomHex } from "./random_hex.ts";
import { sha256 } from "./sha256.ts";

const FILE_DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/**
 * Gives the machine as Node's APIs show it. Costs nothing until it is asked something.
 *
 * @returns The host.
 */
export function nodeHost(): Host {
  return {
    ...NODE_FILES,
    get platform() {
      const { platform } = nodeProcess();
      return platform === "win32" ? "windows" : platform;
    },
    get engine() {
      const { bun, deno, node } = nodeProcess().versions;
      if (bun !== undefined) return `bun ${bun}`;
      return deno === undefined ? `node ${node}` : `deno ${deno}`;
    },
    get args() {
      return nodeProcess().argv.slice(2);
    },
    executable: () => nodeProcess().execPath,
    env,
    environment,
    cwd: () => nodeProcess().cwd(),
    userId: () => nodeProcess().getuid?.() ?? -1,
    processId: () => nodeProcess().pid,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex,
    sha256,
    readStdin: readNodeStdin,
    isTerminal,
    run: runWithNode,
    post: async (request) => (await import("./post.ts")).post(request),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    finish: finishNode,
  };
}

function env(name: string): string | undefined {
  // Not a plain lookup: `__proto__` would be found.
  return Object.hasOwn(nodeProcess().env, name) && nodeProcess().env[name] || undefined;
}

function environment(): Record<string, string> {
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(nodeProcess().env)) {
    if (value !== undefined) copy[name] = value;
  }
  return copy;
}

/** Looks at the kind first: only a character device can be a terminal, and `node:tty` is slow to load. */
function isTerminal(stream: keyof typeof FILE_DESCRIPTORS): boolean {
  const descriptor = FILE_DESCRIPTORS[stream];
  const known = bunIsTerminal(descriptor);
  if (known !== undefined) return known;
  const device = ifPresent(
    stream,
    "look at",
    () => nodeFs().fstatSync(descriptor).isCharacterDevice(),
  );
  return device === true && builtin("node:tty").isatty(descriptor);
}
